import type { Caller } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import { findClosed, liftOf, numbersOf } from './do-not-call-list.ts'

/**
 * Returns the changes that reopen those of these numbers that the actor closed since a moment, and whose customer did
 * not object again.
 */
export async function reopenClosedSince(
  { id }: Caller,
  phones: readonly string[],
  since: string,
  reason: string,
): Promise<Change[]> {
  const closed = await findClosed(numbersOf(phones))
  const own = closed.filter((row) => row.setBy === id && row.createdAt > since && !row.repeatedAt)
  return own.map((row) => liftOf(row, reason))
}
