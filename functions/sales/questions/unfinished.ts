import type { LocalDate } from '../../../shared/time.ts'
import { readAll } from '../../platform/data/rows.ts'
import { payeesOf, unpaidAmountOf } from '../amounts/commission-rules.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'
import { readQuestionedCommissions } from './questions.ts'

/** Work on commissions, with its cents and the first day that it is about. */
interface Unfinished {
  readonly count: number
  readonly cents: number
  readonly oldest: string | undefined
}

/**
 * Reads the work on commissions dated up to a day that comes before their payment: open questions, fees to be confirmed,
 * and sales to be approved. Reads only rows with such work, not all of the months.
 */
export async function readUnfinishedCommissions(
  last: LocalDate,
): Promise<Record<'questions' | 'fees' | 'sales', Unfinished>> {
  const isDue = ({ date }: CommissionRow) => date <= last
  const [first, asked] = await Promise.all([
    readAll<CommissionRow>(Commissions.query.byStep({ step: 'nieuw' }) as never),
    readQuestionedCommissions(),
  ])
  const rows = first.filter(isDue)
  return {
    questions: addUp(asked.filter(isDue)),
    fees: addUp(
      rows.filter(({ toConfirm }) => toConfirm),
      amountOf,
    ),
    sales: addUp(rows.filter(({ type, approvedAt }) => type === 'sale' && approvedAt === undefined)),
  }
}

/** Returns the cents of a fee that is still to be confirmed, of which nothing is due yet. */
const amountOf = (row: CommissionRow) => payeesOf(row).reduce((sum, { amount }) => sum + amount, 0)

const addUp = (
  rows: readonly CommissionRow[],
  centsOf: (row: CommissionRow) => number = unpaidAmountOf,
): Unfinished => ({
  count: rows.length,
  cents: rows.reduce((sum, row) => sum + centsOf(row), 0),
  oldest: rows.map(({ date }) => date).toSorted()[0],
})
