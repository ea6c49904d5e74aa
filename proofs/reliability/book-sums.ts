import { expect } from 'vitest'

const periods = ['book-2026-11', 'book-2026-12', 'book-2027-01', 'book-2027-02', 'book-now']

/**
 * Reads what partners are owed and were paid in the book, in cents, as a function of the partner; throws where rule 3 of
 * money.md does not hold.
 */
export async function partnerSums(partnerIds: readonly string[]) {
  const { countersOf } = await import('../../functions/platform/counters.ts')
  const counters = (await Promise.all(periods.map(countersOf))).flat()
  const sumsOf = (partnerId: string) => {
    const sums: Record<string, number> = {}
    for (const { counts } of counters.filter(({ userId }) => userId === `partner#${partnerId}`)) {
      for (const [measure, count = 0] of Object.entries(counts)) sums[measure] = (sums[measure] ?? 0) + count
    }
    const of = (measure: string) => sums[measure] ?? 0
    expect(of('bookInvoiced') - of('bookCredited')).toBe(of('bookPaid') + of('bookDiscount') + of('bookOwed'))
    return { owed: of('bookOwed'), paid: of('bookPaid') }
  }
  const all = new Map(partnerIds.map((id) => [id, sumsOf(id)]))
  return (partnerId: string) => all.get(partnerId) ?? { owed: 0, paid: 0 }
}

const MONTHS = ['2026-11', '2026-12', '2027-01']

/**
 * Adds up the whole book: each transaction sums to 0, and no item is settled by two documents at a time (money.md,
 * rules 1 and 4). Returns the violations.
 */
export async function bookFaults(): Promise<string[]> {
  const { journalOf } = await import('../../functions/ledger/journal.ts')
  const { everyRow } = await import('../../functions/records/source.ts')
  const settledBy = new Map<string, number>()
  const faults: string[] = []
  for (const month of MONTHS) {
    for await (const { id, kind, postings, itemIds = [] } of everyRow(journalOf(month))) {
      if (postings.reduce((sum, { amount }) => sum + amount, 0) !== 0) faults.push(`${id} does not add up`)
      const by = ['payroll', 'own-invoice', 'issue'].includes(kind) ? 1 : kind === 'credit' ? -1 : 0
      for (const item of itemIds) settledBy.set(item, (settledBy.get(item) ?? 0) + by)
    }
  }
  for (const [item, times] of settledBy) if (times > 1) faults.push(`${item} is settled ${times} times`)
  return faults
}
