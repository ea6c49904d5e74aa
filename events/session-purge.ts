import { purgeSessions } from '../functions/people/login/session-purge.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Deletes the sessions that began in the three days before today, which ended at midnight. Older ones expire by
 * themselves. Runs every night at 00:00 in Amsterdam.
 */
export const handler = () => runWithLog('session-purge', async () => ({ purged: await purgeSessions() }))
