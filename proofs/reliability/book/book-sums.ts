import { expect } from 'vitest'

const MONTHS = ['2026-11', '2026-12', '2027-01', '2027-02']

/** Ids of people and partners whose part of the ledger is read. */
interface Owners {
  readonly people?: readonly string[]
  readonly partners?: readonly string[]
}

/**
 * Returns sums of these people and partners in the ledger, in cents: what each person earned and has open, and what we
 * owe and paid each partner. Throws where the sums break rule 2 or 3 of money.md.
 */
export async function readBookSums({ people = [], partners = [] }: Owners) {
  const { BOOK_NOW, bookPeriod, Counters } = await import('../../../functions/platform/data/counters.ts')
  const { getRows } = await import('../../../functions/platform/data/rows.ts')
  const periods = [BOOK_NOW, ...MONTHS.map(bookPeriod)]
  const names = [...people.map((id) => `person#${id}`), ...partners.map((id) => `partner#${id}`)]
  const keys = names.flatMap((userId) => periods.map((period) => ({ period, teamId: 0, userId })))
  const rows = Map.groupBy(await getRows(Counters, keys), ({ userId }) => userId)
  const sumsOf = (name: string) => (measure: string) =>
    (rows.get(name) ?? []).reduce((sum, row) => sum + Number(Reflect.get(row, measure) ?? 0), 0)
  const persons = people.map((id) => {
    const of = sumsOf(`person#${id}`)
    const earned = of('bookEarned') + of('bookCorrected')
    const settled = of('bookPayroll') + of('bookPersonInvoiced') - of('bookPersonCredited') + of('bookOwnInvoices')
    expect(earned, `rule 2 of ${id}`).toBe(settled + of('bookPayable'))
    return [id, { earned, open: of('bookPayable') }] as const
  })
  const companies = partners.map((id) => {
    const of = sumsOf(`partner#${id}`)
    const settled = of('bookPaid') + of('bookDiscount')
    expect(of('bookInvoiced') - of('bookCredited'), `rule 3 of ${id}`).toBe(settled + of('bookOwed'))
    return [id, { owed: of('bookOwed'), paid: of('bookPaid') }] as const
  })
  return { person: new Map(persons), partner: new Map(companies) }
}

/**
 * Returns the faults in the ledger, or in the part of some people and partners. Checks that each transaction sums to 0,
 * and no item is settled by two documents (money.md, rules 1 and 4).
 */
export async function findBookFaults(owners?: Owners): Promise<string[]> {
  const { journalOf, journalOfPartner, journalOfPerson } = await import('../../../functions/book/journal.ts')
  const { readAllRows } = await import('../../../functions/records/source.ts')
  const journals = MONTHS.flatMap((month) =>
    owners
      ? [
          ...(owners.people ?? []).map((id) => journalOfPerson(id, month)),
          ...(owners.partners ?? []).map((id) => journalOfPartner(id, month)),
        ]
      : [journalOf(month)],
  )
  const rows = (await Promise.all(journals.map((journal) => readAllRows(journal)))).flat()
  const settledBy = new Map<string, number>()
  const faults: string[] = []
  for (const { id, kind, postings, itemIds = [] } of new Map(rows.map((row) => [row.id, row])).values()) {
    if (postings.reduce((sum, { amount }) => sum + amount, 0) !== 0) faults.push(`${id} does not add up`)
    const by = ['payroll', 'own-invoice', 'issue'].includes(kind) ? 1 : kind === 'credit' ? -1 : 0
    for (const item of itemIds) settledBy.set(item, (settledBy.get(item) ?? 0) + by)
  }
  for (const [item, times] of settledBy) if (times > 1) faults.push(`${item} is settled ${times} times`)
  return faults
}
