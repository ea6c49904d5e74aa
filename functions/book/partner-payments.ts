import { BOOK_NOW, bookPeriod, Counters, readCounters } from '../platform/data/counters.ts'
import { getRows } from '../platform/data/rows.ts'
import { type Counts, NO_TEAM, partnerBalanceKey } from './balance.ts'

/**
 * Reads what the book paid to partners in these months together, in cents by partner id; one row for each and month.
 */
export async function readPaidToPartners(
  partnerIds: readonly string[],
  months: readonly string[],
): Promise<Map<string, number>> {
  const rows = await getRows(
    Counters,
    partnerIds.flatMap((id) =>
      months.map((month) => ({ period: bookPeriod(month), teamId: NO_TEAM, userId: partnerBalanceKey(id) })),
    ),
  )
  const paid = new Map<string, number>()
  for (const { userId, ...row } of rows) paid.set(userId, (paid.get(userId) ?? 0) + ((row as Counts).bookPaid ?? 0))
  return new Map(partnerIds.map((id) => [id, paid.get(partnerBalanceKey(id)) ?? 0]))
}

/** Reads the present debt to all partners together, in cents; one row for each partner. */
export async function readOwedToPartners(): Promise<number> {
  const balances = await readCounters(BOOK_NOW)
  return balances.reduce((sum, { counts }) => sum + ((counts as Counts).bookOwed ?? 0), 0)
}
