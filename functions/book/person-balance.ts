import { BOOK_NOW, bookPeriod, Counters } from '../platform/data/counters.ts'
import { getRows } from '../platform/data/rows.ts'
import { type Counts, debtChangeOf, NO_TEAM, personBalanceKey } from './balance.ts'
import { monthsAfter } from './journal.ts'

/** Sums of a person's month in cents: open amount before, changes, and open amount after (money.md, rule 2). */
export interface PersonBalance {
  readonly openBefore: number
  readonly earned: number
  readonly corrected: number
  readonly payroll: number
  readonly invoiced: number
  readonly credited: number
  readonly ownInvoices: number
  readonly openAfter: number
}

/** Reads a person's balance of a month `yyyy-mm` in cents (money.md, rule 2); strongly consistent, in one call. */
export async function readPersonBalance(userId: string, month: string): Promise<PersonBalance> {
  const { openAfter, countsOf } = await readCounts(userId, [month])
  return buildPersonBalance(openAfter - debtChangeOf(countsOf(month)), countsOf(month), openAfter)
}

/** Returns a person's balance of a month in cents, from its counters and the open amounts before and after it. */
export const buildPersonBalance = (openBefore: number, counts: Counts, openAfter: number): PersonBalance => ({
  openBefore,
  earned: counts.bookEarned ?? 0,
  corrected: counts.bookCorrected ?? 0,
  payroll: counts.bookPayroll ?? 0,
  invoiced: counts.bookPersonInvoiced ?? 0,
  credited: counts.bookPersonCredited ?? 0,
  ownInvoices: counts.bookOwnInvoices ?? 0,
  openAfter,
})

/**
 * Reads a person's open amount in cents at the end of each month; `months` are consecutive, newest first. Postings
 * dated after a month do not count in it. For the present month too, those with a later date are left out.
 */
export async function readOpenAtEnds(userId: string, months: readonly string[]): Promise<number[]> {
  if (months.length === 0) return []
  const { openAfter, countsOf } = await readCounts(userId, months)
  let open = openAfter
  return months.map((month) => {
    const atEnd = open
    open -= debtChangeOf(countsOf(month))
    return atEnd
  })
}

/** Reads the counters of a person in `months`, newest first, and the open amount at the end of the newest of these. */
async function readCounts(userId: string, months: readonly string[]) {
  const later = monthsAfter(`${months[0]}`)
  const periods = [BOOK_NOW, ...[...months, ...later].map(bookPeriod)]
  const key = { teamId: NO_TEAM, userId: personBalanceKey(userId) }
  const rows = await getRows(
    Counters,
    periods.map((period) => ({ ...key, period })),
  )
  const counted = new Map(rows.map((row) => [row.period, row as Counts]))
  const countsOf = (month: string): Counts => counted.get(bookPeriod(month)) ?? {}
  const standing = counted.get(BOOK_NOW)?.bookPayable ?? 0
  return { openAfter: later.reduce((open, month) => open - debtChangeOf(countsOf(month)), standing), countsOf }
}
