import { purgeSessions } from '../functions/people/login/session-purge.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Deletes the sessions of the last three days; every night at 00:00 in Amsterdam. Older ones expire by themselves. */
export const handler = () => runWithLog('session-purge', async () => ({ purged: await purgeSessions() }))
