import { reconcileIdentities } from '../functions/people/login/identity-sync.ts'
import { logged } from '../functions/platform/http/event.ts'

/** Runs every night at 03:30 in Amsterdam. */
export const handler = () => logged('identity-sync', reconcileIdentities)
