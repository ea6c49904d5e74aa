import { logged } from '../functions/platform/http/event.ts'
import { dispatchOfToday } from '../functions/self-billing/dispatch/dispatching.ts'

/** Runs on weekdays at 07:00. */
export const handler = () => logged('accounting-dispatch', dispatchOfToday)
