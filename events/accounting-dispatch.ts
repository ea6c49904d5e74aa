import { runDailyDispatch } from '../functions/dispatches/dispatching.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Starts or resumes today's run, which mails the invoices that the accounting must still receive, if the settings allow
 * it. Runs on weekdays at 07:00 in Amsterdam.
 */
export const handler = () => runWithLog('accounting-dispatch', runDailyDispatch)
