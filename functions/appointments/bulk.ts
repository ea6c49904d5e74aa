import type { AppointmentStatus } from '../../shared/api/parts/statuses.ts'
import { editConflict, unprocessable } from '../../shared/errors.ts'
import { namesOf } from '../people/service.ts'
import { bulkOf } from '../records/bulk-runs.ts'
import type { AppointmentRow } from './entity.ts'
import { planMails } from './mails/mail-queue.ts'
import { applyAppointmentChange, appointmentRecords } from './service.ts'

declare module '../platform/data/outbox.ts' {
  interface OutboxKinds {
    'appointment-bulk': true
  }
}

/** Values that a run sets, or that its undo restores. */
interface Wish {
  readonly status?: AppointmentStatus | undefined
  readonly agentId?: string | undefined
  /** Person who had marked the appointment as held; only an undo sets this. */
  readonly heldBy?: AppointmentRow['heldBy'] | null
}

/** Bulk runs that set the status or the agent of several appointments. */
export const appointmentBulk = bulkOf({
  ...{ type: 'appointment-run', action: 'appointment:edit', step: 'appointment-bulk', by: 'appointments' },
  namesOf,
  shown: ({ status, agentId }: Wish) => ({ status, agentId }),
  nameOf: async (actor, id) => (await appointmentRecords.within(actor, id)).row.customerName,
  change: (actor, { id, version }, { heldBy, ...wish }, noted, isUndo) =>
    appointmentRecords.edit(
      actor,
      id,
      async (before) => {
        if (before.version !== version) throw editConflict('deze afspraak')
        if (isSet(before, wish))
          throw unprocessable(wish.agentId === undefined ? 'Heeft deze status al' : 'Heeft deze agent al')
        // An undo restores what was, also an agent's time that was shared on purpose or taken meanwhile.
        const made = await applyAppointmentChange(actor, before, wish, isUndo ? 'share' : 'refuse')
        const after = isUndo && wish.status ? { ...made.after, heldBy: heldBy ?? undefined } : made.after
        const mails = await planMails(before, after, true)
        return {
          after,
          conditions: made.conditions,
          outbox: mails.outbox,
          write: [
            ...mails.write,
            ...noted({ name: before.customerName, before: valuesBefore(before, wish), version: version + 1 }),
          ],
        }
      },
      () => undefined,
    ),
})

/** Tells whether an appointment already has the values that a run sets. The run then skips the appointment. */
const isSet = (row: AppointmentRow, { status, agentId }: Wish): boolean =>
  (status === undefined || row.status === status) && (agentId === undefined || row.agentId === agentId)

/** Returns the present values of the fields that a run sets, to restore them in an undo. */
const valuesBefore = (row: AppointmentRow, { status, agentId }: Wish): Wish => ({
  ...(status === undefined ? {} : { status: row.status, heldBy: row.heldBy ?? null }),
  ...(agentId === undefined ? {} : { agentId: row.agentId }),
})
