import { dateText, type Instant } from '../../shared/time.ts'
import type { Change } from '../platform/commit.ts'
import { findUser } from '../platform/user.ts'
import { adjustmentFor, adjustmentRecords, nettingOf, SYSTEM } from './adjustments.ts'
import type { CommissionRow } from './entity.ts'
import { paymentsChanged } from './payments.ts'

interface TakenBack {
  readonly why: string
  /** The moment of the change that they are made with. */
  readonly at: Instant
}

/**
 * The adjustments that take back, in the month of the change, what was paid in a month that is over and does not hold:
 * what its statement said stays as it was (rulings 39).
 */
export async function takenBackSince(
  before: CommissionRow,
  after: CommissionRow,
  { why, at }: TakenBack,
): Promise<Change[]> {
  const noted = paymentsChanged(before, { ...after, updatedAt: at }).closed.map(
    async ({ userId, amount, date, rowId, customerName, isByInvoice }) => {
      const user = await findUser(userId)
      if (!user || amount === 0) return []
      const reason = `${why}: de uitbetaling van ${dateText(date)} is teruggenomen`
      // Its invoice is still to be paid, and pays it then.
      const nettedBy = isByInvoice ? 'nothing' : await nettingOf(userId)
      const about = { commissionId: rowId, customerName, supplyDate: before.date } as const
      const noting = { amount: -amount, reason, ...about, nettedBy } as const
      return adjustmentRecords.created(adjustmentFor(user, SYSTEM, noting, at))
    },
  )
  return (await Promise.all(noted)).flat()
}
