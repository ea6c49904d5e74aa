import { runWithLog } from '../functions/platform/http/event.ts'
import { dispatchOfToday } from '../functions/self-billing/dispatch/dispatching.ts'

/** Runs on weekdays at 07:00. */
export const handler = () => runWithLog('accounting-dispatch', dispatchOfToday)
