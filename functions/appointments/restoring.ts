import { AppError, conflict, editConflict } from '../../shared/errors.ts'
import { addSeconds, epochOf, type Instant, now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { commitAll, type GuardedWrite } from '../platform/data/commit.ts'
import { defineEntity, primary, type RowOf, ttlSeconds } from '../platform/data/table.ts'
import { records } from '../records/record.ts'
import type { AppointmentRow } from './entity.ts'
import { planMails, planMailsForRestored, sequenceOf } from './mails/mail-queue.ts'
import { hasSale, ownersOf } from './rules.ts'
import { appointmentRecords, viewOf } from './service.ts'
import { planSlot } from './times/slot-claims.ts'

/** Seconds in which a deleted appointment can be restored. */
const RESTORABLE_SECONDS = 10 * 60

/**
 * Recently deleted appointments, as they were.
 *
 * | Read | Index   | Key |
 * | one  | primary | id  |
 */
const RemovedAppointments = defineEntity('removed-appointment', {
  attributes: {
    id: { type: 'string', required: true },
    version: { type: 'number', required: true },
    row: { type: 'any', required: true },
    endsAt: { type: 'string', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('removed#${id}', 'removed') },
})
type RemovedRow = Omit<RowOf<typeof RemovedAppointments>, 'row'> & { readonly row: AppointmentRow }

const removedRecords = records<RemovedRow>({
  type: 'appointment',
  entity: RemovedAppointments,
  called: 'deze afspraak',
  ownersOf: ({ row }) => ownersOf(row),
  actions: {
    read: 'appointment:read',
    create: 'appointment:edit',
    edit: 'appointment:edit',
    remove: 'appointment:edit',
  },
  isHidden: (_actor, _action, { endsAt }) => endsAt <= now(),
})

/**
 * Deletes an appointment, which can be restored for ten minutes; with `undoable` its cancellation mail waits 12
 * seconds. Throws 404 out of reach. Throws 409 when the appointment was changed meanwhile, and when it has a sale that
 * was not rejected (rulings 33).
 */
export const removeAppointment = (actor: Caller, id: string, undoable: boolean) =>
  appointmentRecords.remove(actor, id, async (before) => {
    if (hasSale(before)) throw conflict('Bij deze afspraak hoort een sale. Verwijderen kan niet.')
    const { write, outbox } = await planMails(before, null, undoable)
    return { write: [...write, RemovedAppointments.put(removedRow(before))], outbox }
  })

function removedRow(row: AppointmentRow): RemovedRow {
  const endsAt = addSeconds(now(), RESTORABLE_SECONDS)
  return { id: row.id, version: row.version, row, endsAt, expires: ttlSeconds(epochOf(endsAt as Instant)) }
}

/**
 * Restores an appointment that was deleted within the last ten minutes, and withdraws its waiting cancellation mail.
 * Shares its time where another appointment holds it by now. Throws 404 after ten minutes or out of reach, 409 when
 * `If-Match` names another version or somebody else restores it.
 */
export async function restoreAppointment(actor: Caller, id: string) {
  const found = await removedRecords.within(actor, id, 'appointment:edit')
  const { expectedVersion } = actor.origin
  if (expectedVersion !== undefined && expectedVersion !== found.row.version) throw lost()
  try {
    return await storeRestored(actor, found)
  } catch (error) {
    // Somebody took the time between the look at it and the claim; the second look sees that.
    if (error instanceof AppError && error.errors?.['appointmentTime']) return storeRestored(actor, found)
    throw error
  }
}

const lost = () => editConflict('deze afspraak')

/** Stores a deleted appointment again and deletes its removed row, with the mails that this needs. */
async function storeRestored(
  actor: Caller,
  { row: removed, permit }: Awaited<ReturnType<typeof removedRecords.within>>,
) {
  const restored: AppointmentRow = {
    ...removed.row,
    version: removed.version + 1,
    // Calendar programs may have received a cancellation with the number in between, so this number must exceed it.
    sequence: sequenceOf(removed.row) + 2,
    updatedAt: now(),
  }
  const { row, claims } = await planSlot(actor, null, restored, { ifTaken: 'share' })
  const { write, outbox } = await planMailsForRestored(removed.row, row)
  const deletion: GuardedWrite = {
    write: RemovedAppointments.delete({ id: removed.id }).where(({ version }, { eq }) => eq(version, removed.version)),
    onFailure: lost,
  }
  const changes = appointmentRecords.created(row, {
    verb: 'restore',
    write: [...write, deletion],
    outbox,
    conditions: claims,
  })
  return commitAll(permit, changes, await viewOf(row))
}
