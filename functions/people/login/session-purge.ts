import { addDays, localDateOf, now } from '../../../shared/time.ts'
import { forgetSessionsOf } from '../../platform/identity/session.ts'

/** Number of past days whose sessions are purged; TTL removes older ones. */
const DAYS = 3

/** Deletes the sessions of past days, which ended at midnight (rulings 2). Returns their number. */
export async function purgeSessions(): Promise<number> {
  const today = localDateOf(now())
  let purged = 0
  for (let back = 1; back <= DAYS; back++) purged += await forgetSessionsOf(addDays(today, -back))
  return purged
}
