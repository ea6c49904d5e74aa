import { dateText, type Instant } from '../../shared/time.ts'
import type { Change } from '../platform/commit.ts'
import { findUser } from '../platform/user.ts'
import { adjustmentFor, adjustmentRecords } from './adjustments.ts'
import type { CommissionRow } from './entity.ts'
import { isPaidByInvoice } from './invoiced-payees.ts'
import { paymentsChanged } from './payments.ts'

/** Who takes back what was paid. */
export const SYSTEM = 'system:commissions'

interface TakenBack {
  readonly why: string
  /** The moment of the change that they are made with. */
  readonly at: Instant
  /** An invoice had paid it, and is still to be paid; else it is netted by whatever its person is paid by now. */
  readonly isOfInvoice?: true
}

/**
 * The adjustments that take back, in the month of the change, what was paid in a month that is over and does not hold:
 * what its statement said stays as it was (rulings 39).
 */
export async function takenBackSince(
  before: CommissionRow,
  after: CommissionRow,
  { why, at, isOfInvoice }: TakenBack,
): Promise<Change[]> {
  const noted = paymentsChanged(before, { ...after, updatedAt: at }).closed.map(
    async ({ userId, amount, date, rowId, customerName, isByInvoice: wasByInvoice = false }) => {
      const user = await findUser(userId)
      if (!user || amount === 0) return []
      const reason = `${why}: de uitbetaling van ${dateText(date)} is teruggenomen`
      const isByInvoice = isOfInvoice ? wasByInvoice : await isPaidByInvoice(userId)
      const noting = { amount: -amount, reason, commissionId: rowId, customerName, isOfInvoice, isByInvoice }
      return adjustmentRecords.created(adjustmentFor(user, SYSTEM, noting, at))
    },
  )
  return (await Promise.all(noted)).flat()
}
