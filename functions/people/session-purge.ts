import { addDays, localDateOf, now } from '../../shared/time.ts'
import { forgetSessionsOf } from '../platform/session.ts'

/** Days back in which ended sessions are looked for; TTL removes what is older. */
const DAYS = 3

/** Deletes the sessions of past days; midnight ended them already (rulings 2). Returns how many. */
export async function purgeSessions(): Promise<number> {
  const today = localDateOf(now())
  let purged = 0
  for (let back = 1; back <= DAYS; back++) purged += await forgetSessionsOf(addDays(today, -back))
  return purged
}
