import type { ClientError } from '../../shared/api/client-errors.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing } from '../platform/data/commit.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { log } from '../platform/log.ts'
import { countOccurrence } from '../platform/metrics.ts'

/** Maximum number of reports of one person in an hour. A page sends at most ten (`report-errors.ts`). */
const LIMIT = { hits: 20, seconds: 3600 }

/**
 * Logs an error of a browser, without its person, and counts it for the alarm; stores nothing. Throws 429 when the
 * person reported too many in the last hour.
 */
export async function reportClientError(actor: Caller, error: ClientError) {
  const permit = authorise(actor, 'account:manage', { owners: [actor.id] })
  await countRequest({ subject: `client-error#${actor.id}`, ...LIMIT })
  log.warn('client-error', { clientError: error })
  countOccurrence('client-error')
  return commitNothing(permit, undefined)
}
