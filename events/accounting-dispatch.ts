import { runWithLog } from '../functions/platform/http/event.ts'
import { dispatchOfToday } from '../functions/self-billing/dispatch/dispatching.ts'

/**
 * Starts or resumes today's run that mails the accounting the invoices it must still receive, if the settings allow
 * that; on weekdays at 07:00 in Amsterdam.
 */
export const handler = () => runWithLog('accounting-dispatch', dispatchOfToday)
