import { purgeSessions } from '../functions/people/session-purge.ts'
import { logged } from '../functions/platform/event.ts'

/** Runs every night at 00:00 in Amsterdam. */
export const handler = () => logged('session-purge', async () => ({ purged: await purgeSessions() }))
