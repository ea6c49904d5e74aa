import { syncAllFixedCosts } from '../functions/costs/following-people.ts'
import { runWithLog } from '../functions/platform/event.ts'

/** Corrects the fixed costs that follow from people, such as licences; every night at 04:30 in Amsterdam. */
export const handler = () => runWithLog('fixed-cost-sync', syncAllFixedCosts)
