import { logged } from '../functions/platform/event.ts'
import { dispatchOfToday } from '../functions/self-billing/dispatching.ts'

/** Runs on weekdays at 07:00. */
export const handler = () => logged('accounting-dispatch', dispatchOfToday)
