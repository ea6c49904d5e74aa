import { releaseErased } from '../functions/overview/erased-joins.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Every night at 04:45 in Amsterdam. */
export const handler = () => runWithLog('customer-joins', releaseErased)
