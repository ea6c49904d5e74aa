import { runWithLog } from '../functions/platform/http/event.ts'
import { dispatchOfToday } from '../functions/self-billing/dispatch/dispatching.ts'

/** Starts the run that mails today's invoices to the accounting; on weekdays at 07:00 in Amsterdam. */
export const handler = () => runWithLog('accounting-dispatch', dispatchOfToday)
