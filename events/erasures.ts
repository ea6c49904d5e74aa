import { carryOutErasures } from '../functions/erasures/carrying-out.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Erases the personal data of customers and people whose day has come, and looks again at what had to stay. Then removes
 * from groups of joined customers the numbers and addresses that no record has any more. Plans the erasure of what was
 * unused for longer than its retention. Erases the texts of consents on which nobody called for years, customers in
 * documents that tax law no longer asks for, and files of consents that were erased or never recorded. Runs every night
 * at 03:15 in Amsterdam.
 */
export const handler = () =>
  runWithLog('erasures', async () => {
    // The groups are cleaned and old records planned also while an erasure fails.
    const [erased] = await Promise.allSettled([carryOutErasures()])
    const { removeErasedFromJoins } = await import('../functions/customers/erased-joins.ts')
    const { planRetention } = await import('../functions/erasures/retention.ts')
    const { eraseOldEvidence } = await import('../functions/erasures/evidence.ts')
    const { eraseOldDocuments } = await import('../functions/erasures/old-documents.ts')
    const { eraseFiles } = await import('../functions/proof-files/erasing.ts')
    const others = {
      ...(await removeErasedFromJoins()),
      ...(await planRetention()),
      ...(await eraseOldEvidence()),
      ...(await eraseOldDocuments()),
      ...(await eraseFiles()),
    }
    if (erased.status === 'rejected') throw erased.reason
    return { ...erased.value, ...others }
  })
