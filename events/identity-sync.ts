import { reconcileIdentities } from '../functions/people/login/identity-sync.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Corrects the accounts in Cognito that differ from the table; every night at 03:30 in Amsterdam. */
export const handler = () => runWithLog('identity-sync', reconcileIdentities)
