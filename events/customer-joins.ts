import { releaseErased } from '../functions/overview/erased-joins.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/**
 * Removes numbers and addresses of erased customers from groups of joined customers; every night at 04:45 in Amsterdam.
 */
export const handler = () => runWithLog('customer-joins', releaseErased)
