import type { Caller } from '../../platform/actor.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import type { AppointmentRow } from '../entity.ts'
import { isOpen } from '../rules.ts'
import { slotConflict } from './clashes.ts'
import { findHolders, holdQuarter, quartersHeldBy } from './slots.ts'

/** Refuses a time that is taken already, or shares it: the appointment then holds no time. */
export type IfTaken = 'refuse' | 'share'

/**
 * Returns an appointment that holds its time for its agent, and the conditions that claim the time in its transaction.
 * The same row when agent and time stay; one that is cancelled or over holds no new time until it is open again. With
 * `isShared` it holds none, on purpose. A time that somebody else holds fails with 409, or with `share` the appointment
 * holds none either.
 */
export async function planSlot(
  actor: Caller,
  before: AppointmentRow | null,
  row: AppointmentRow,
  { isShared = false, ifTaken = 'refuse' as IfTaken } = {},
): Promise<{ row: AppointmentRow; claims: GuardedWrite[] }> {
  const isOn = row.status !== 'cancelled'
  const wasOn = before !== null && before.status !== 'cancelled'
  // An appointment that was over when it got its time holds none yet; it needs one once it is open again.
  const needsTime = isOpen(row) && wasOn && before.slot === undefined && !isOpen(before)
  const stays = before?.agentId === row.agentId && before.start === row.start
  if (isOn && wasOn && stays && !needsTime) return { row, claims: [] }
  if (isShared) return { row: { ...row, slot: 'shared' }, claims: [] }
  if (!isOpen(row)) return { row: { ...row, slot: undefined }, claims: [] }
  const isTaken = ifTaken === 'share' && (await findHolders(row.agentId, row.start)).some((id) => id !== row.id)
  if (isTaken) return { row: { ...row, slot: 'shared' }, claims: [] }
  const held: AppointmentRow = { ...row, slot: 'held' }
  const own = before?.agentId === row.agentId ? quartersHeldBy(before) : []
  const claims = quartersHeldBy(held)
    .filter((quarter) => !own.includes(quarter))
    .map((quarter) => ({
      write: holdQuarter(held, quarter),
      onFailure: async () => slotConflict(actor, held),
    }))
  return { row: held, claims }
}
