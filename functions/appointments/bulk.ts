import type { AppointmentStatus } from '../../shared/api/parts/statuses.ts'
import { unprocessable } from '../../shared/errors.ts'
import { namesOf } from '../people/service.ts'
import { bulkOf } from '../records/bulk-runs.ts'
import type { AppointmentRow } from './entity.ts'
import { planMails } from './mails/mail-queue.ts'
import { isToConfirm } from './rules.ts'
import { applyAppointmentChange, appointmentRecords } from './service.ts'

/** Values that a run sets, or that its undo restores. */
interface Wish {
  readonly status?: AppointmentStatus | undefined
  readonly agentId?: string | undefined
  /** True for a run that confirms that appointments were held, by their present status (rulings 36). */
  readonly isHeld?: true | undefined
  /** Person who had marked the appointment as held; only an undo sets this. */
  readonly heldBy?: AppointmentRow['heldBy'] | null
}

/** Bulk runs that set the status or the agent of several appointments, or confirm that they were held. */
export const appointmentBulk = bulkOf({
  ...{ type: 'appointment-run', action: 'appointment:edit', step: 'appointment-bulk', by: 'appointments' },
  namesOf,
  shown: ({ status, agentId, isHeld }: Wish) => ({ status, agentId, isHeld: isHeld ?? false }),
  records: appointmentRecords,
  nameOf: ({ customerName }) => customerName,
  plan: async (actor, row, { heldBy, isHeld, ...wish }, { isUndo }) => {
    const change = isHeld ? { status: row.status } : wish
    if (!isHeld && !isUndo && isSet(row, wish))
      throw unprocessable(wish.agentId === undefined ? 'Heeft deze status al' : 'Heeft deze agent al')
    // An undo restores what was, also an agent's time that was shared on purpose or taken meanwhile.
    const made = await applyAppointmentChange(actor, row, change, isUndo ? 'share' : 'refuse')
    if (isHeld && made.after.heldBy?.id === row.heldBy?.id) throw unprocessable(refusalToConfirm(row))
    const after = isUndo && wish.status ? { ...made.after, heldBy: heldBy ?? undefined } : made.after
    const edit = { after, conditions: made.conditions, ...(await planMails(row, after, true)) }
    return { edit, before: valuesBefore(row, change) }
  },
})

/** Returns why an appointment is not confirmed: nothing is to confirm, or the person who held it would do so. */
const refusalToConfirm = (row: AppointmentRow): string =>
  isToConfirm(row) ? 'Laat iemand anders dan de beller dit bevestigen' : 'Hoeft niet bevestigd te worden'

/** Tells whether an appointment already has the values that a run sets. The run then skips the appointment. */
const isSet = (row: AppointmentRow, { status, agentId }: Wish): boolean =>
  (status === undefined || row.status === status) && (agentId === undefined || row.agentId === agentId)

/** Returns the present values of the fields that a run sets, to restore them in an undo. */
const valuesBefore = (row: AppointmentRow, { status, agentId }: Wish): Wish => ({
  ...(status === undefined ? {} : { status: row.status, heldBy: row.heldBy ?? null }),
  ...(agentId === undefined ? {} : { agentId: row.agentId }),
})
