import { reconcileIdentities } from '../functions/people/login/identity-sync.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Corrects accounts in Cognito, and head counts of admins and teams, that differ from the people in the table. Also
 * removes what interrupted creations of people left behind. Runs every night at 03:30 in Amsterdam.
 */
export const handler = () => runWithLog('identity-sync', reconcileIdentities)
