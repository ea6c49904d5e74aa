import type { ClientError } from '../../shared/contract/client-errors.ts'
import { asSystem, type Origin } from '../platform/actor.ts'
import { type Committed, commitNothing } from '../platform/data/commit.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { networkOf } from '../platform/http/network.ts'
import { log } from '../platform/log.ts'
import { countOccurrence } from '../platform/metrics.ts'

/** Maximum number of reports of one network in an hour. A browser sends at most ten (`report-errors.ts`). */
const LIMIT = { hits: 20, seconds: 3600 }

/**
 * Logs an error of a browser and counts it for the alarm; stores nothing. Throws 429 when its network reported too many
 * in the last hour.
 */
export async function reportClientError(error: ClientError, origin: Origin): Promise<Committed<undefined>> {
  await countRequest({ subject: `client-error#${networkOf(origin.ip)}`, ...LIMIT })
  log.warn('client-error', { clientError: error })
  countOccurrence('client-error')
  return commitNothing(asSystem('client-errors', origin), undefined)
}
