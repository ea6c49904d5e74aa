import { runWithLog } from '../functions/platform/http/event.ts'
import { dispatchOfToday } from '../functions/self-billing/dispatch/dispatching.ts'

/**
 * Starts today's run that mails the awaited invoices to accounting, if the settings allow it; on weekdays at 07:00 in
 * Amsterdam.
 */
export const handler = () => runWithLog('accounting-dispatch', dispatchOfToday)
