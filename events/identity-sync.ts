import { reconcileIdentities } from '../functions/people/login/identity-sync.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Runs every night at 03:30 in Amsterdam. */
export const handler = () => runWithLog('identity-sync', reconcileIdentities)
