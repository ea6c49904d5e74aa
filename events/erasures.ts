import { removeErasedFromJoins } from '../functions/customers/erased-joins.ts'
import { carryOutErasures } from '../functions/erasures/carrying-out.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Erases the personal data of customers and people whose day has come, and looks again at what had to stay. Then removes
 * from groups of joined customers the numbers and addresses that no record has any more. Runs every night at 03:15 in
 * Amsterdam.
 */
export const handler = () =>
  runWithLog('erasures', async () => {
    // The groups are cleaned also while an erasure fails.
    const [erased, joins] = [await Promise.allSettled([carryOutErasures()]), await removeErasedFromJoins()]
    const [outcome] = erased
    if (outcome.status === 'rejected') throw outcome.reason
    return { ...outcome.value, ...joins }
  })
