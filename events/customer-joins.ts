import { removeErasedFromJoins } from '../functions/customers/erased-joins.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Removes from groups of joined customers the phone numbers, e-mail addresses and postal addresses that no record has
 * any more. Runs every night at 04:45 in Amsterdam.
 */
export const handler = () => runWithLog('customer-joins', removeErasedFromJoins)
