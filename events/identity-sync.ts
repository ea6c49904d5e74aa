import { logged } from '../functions/platform/event.ts'
import { reconcileIdentities } from '../functions/users/sync.ts'

/** Every night at 03:30 in Amsterdam. */
export const handler = () => logged('identity-sync', reconcileIdentities)
