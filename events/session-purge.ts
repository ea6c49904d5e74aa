import { purgeSessions } from '../functions/people/login/session-purge.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Deletes the sessions of past days; every night at 00:00 in Amsterdam. */
export const handler = () => runWithLog('session-purge', async () => ({ purged: await purgeSessions() }))
