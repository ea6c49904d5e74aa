import type { measures } from '../../shared/measures.ts'
import { addMonths, type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { BOOK_STANDING, bookMonth, Counters } from '../platform/counters.ts'
import { getRows } from '../platform/rows.ts'
import { NO_TEAM, personBalance } from './balance.ts'
import { MONTHS_AHEAD } from './journal.ts'

/** A person's month in cents: openBefore + earned + corrected = payroll + invoiced − credited + ownInvoices + openAfter. */
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

export type Counts = Partial<Record<(typeof measures.ledger)[number], number>>

/**
 * Reads a person's balance of a month `yyyy-mm`, strongly consistent, in one call: what stands now less what later months
 * moved. So rule 2 of money.md always adds up.
 */
export async function balance(userId: string, month: string): Promise<PersonBalance> {
  const later = monthsAfter(month)
  const counted = await countsOf(userId, [month, ...later])
  const moved = (one: string) => netOf(counted.get(bookMonth(one)))
  const openAfter = later.reduce((open, one) => open - moved(one), counted.get(BOOK_STANDING)?.bookPayable ?? 0)
  const counts = counted.get(bookMonth(month)) ?? {}
  return personSums(openAfter - netOf(counts), counts, openAfter)
}

/** Returns the counts of a month under the names of rule 2. */
export const personSums = (openBefore: number, counts: Counts, openAfter: number): PersonBalance => ({
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
 * Reads a person's open amount at the end of each given month, newest first and without gaps. The current month and
 * later ones have the amount of today. Strongly consistent, in one call.
 */
export async function openAtEnds(userId: string, months: readonly string[]): Promise<number[]> {
  const [newest] = months
  if (newest === undefined) return []
  const later = monthsAfter(newest)
  const counted = await countsOf(userId, [...months, ...later])
  let open = counted.get(BOOK_STANDING)?.bookPayable ?? 0
  for (const month of later) open -= netOf(counted.get(bookMonth(month)))
  return months.map((month) => {
    const atEnd = open
    open -= netOf(counted.get(bookMonth(month)))
    return atEnd
  })
}

/** Lists the months after a given one that a transaction may be dated in. */
export const monthsAfter = (month: string): string[] =>
  monthsBetween(addMonths(`${month}-01` as LocalDate, 1), addMonths(localDateOf(now()), MONTHS_AHEAD))

/** Reads the counters of a person for some months, and their balance of today, by period. */
async function countsOf(userId: string, months: readonly string[]): Promise<Map<string, Counts>> {
  const key = { teamId: NO_TEAM, userId: personBalance(userId) }
  const rows = await getRows(
    Counters,
    [BOOK_STANDING, ...months.map(bookMonth)].map((period) => ({ ...key, period })),
  )
  return new Map(rows.map((row) => [row.period, row as Counts]))
}

/** Returns by how much a month raised what is payable. */
export const netOf = ({
  bookEarned = 0,
  bookCorrected = 0,
  bookPayroll = 0,
  bookPersonInvoiced = 0,
  bookPersonCredited = 0,
  bookOwnInvoices = 0,
}: Counts = {}) => bookEarned + bookCorrected - bookPayroll - bookPersonInvoiced + bookPersonCredited - bookOwnInvoices
