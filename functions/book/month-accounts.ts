import { BOOK_NOW, bookPeriod, readCounters } from '../platform/data/counters.ts'
import { readAllRows } from '../records/source.ts'
import { type Counts, contributionsOf, debtChangeOf, partnerBalanceKey, personBalanceKey } from './balance.ts'
import type { TransactionRow } from './entity.ts'
import { journalOf, monthsAfter } from './journal.ts'

/**
 * Open amounts of a person or partner around a month, and the sums of that month by counters and by journal; in cents.
 */
export interface MonthAccount {
  /** Open amount today. */
  readonly now: number
  /** Open amount before the month. */
  readonly before: number
  /** Open amount after the month. */
  readonly after: number
  /** Sums of the month by the counters. */
  readonly counted: Counts
  /** Sums of the month by the journal. */
  readonly posted: Counts
}

/** Accounts of people and partners in one month, by id; a person or partner without amounts is absent. */
export interface MonthAccounts {
  readonly people: ReadonlyMap<string, MonthAccount>
  readonly partners: ReadonlyMap<string, MonthAccount>
  /** Transactions of the month that settle or release a person's items. */
  readonly settlements: readonly TransactionRow[]
  /**
   * Partner id by document id, for documents with a posting on `transit` in the month: a payment, a repayment, a
   * return, or a booking of the bank.
   */
  readonly paidDocuments: ReadonlyMap<string, string>
}

/** Returns by how many cents our debt to a partner rose in a month (money.md, rule 3). */
const owedNet = ({ bookInvoiced = 0, bookCredited = 0, bookPaid = 0, bookDiscount = 0 }: Counts = {}) =>
  bookInvoiced - bookCredited - bookPaid - bookDiscount

/**
 * Reads the accounts of all people and partners in a month `yyyy-mm`. Reads the counters of that month and of each
 * later one, and the journal of that month alone.
 */
export async function readMonthAccounts(month: string): Promise<MonthAccounts> {
  const later = monthsAfter(month)
  const [journal, standing, counted, ...afterwards] = await Promise.all([
    readAllRows(journalOf(month)),
    countedIn(BOOK_NOW),
    ...[month, ...later].map((one) => countedIn(bookPeriod(one))),
  ])
  const posted = postedIn(month, journal)
  const names = new Set([
    ...standing.keys(),
    ...[posted, counted, ...afterwards].flatMap((one) => [...(one?.keys() ?? [])]),
  ])
  const accountOf = (name: string, measure: 'bookPayable' | 'bookOwed', net: (counts?: Counts) => number) => {
    const now = standing.get(name)?.[measure] ?? 0
    const after = afterwards.reduce((open, one) => open - net(one.get(name)), now)
    const counts = counted?.get(name) ?? {}
    return { now, after, before: after - net(counts), counted: counts, posted: posted.get(name) ?? {} }
  }
  const accounts = (prefix: string, account: (name: string) => MonthAccount) =>
    new Map(
      [...names].filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), account(name)]),
    )
  return {
    people: accounts(personBalanceKey(''), (name) => accountOf(name, 'bookPayable', debtChangeOf)),
    partners: accounts(partnerBalanceKey(''), (name) => accountOf(name, 'bookOwed', owedNet)),
    settlements: journal.filter(({ kind, itemIds = [] }) => settling.includes(kind) && itemIds.length > 0),
    paidDocuments: new Map(
      journal.flatMap(({ documentId, partnerId, postings }) =>
        documentId && partnerId && postings.some(({ account }) => account === 'transit')
          ? [[documentId, partnerId] as const]
          : [],
      ),
    ),
  }
}

/** Tells whether the counters of a month equal what its journal adds up to. */
export async function isCountedRight(month: string): Promise<boolean> {
  const [journal, counted] = await Promise.all([readAllRows(journalOf(month)), countedIn(bookPeriod(month))])
  const posted = postedIn(month, journal)
  return [...new Set([...counted.keys(), ...posted.keys()])].every((name) => {
    const [by, of] = [counted.get(name) ?? {}, posted.get(name) ?? {}]
    const measures = Object.keys({ ...by, ...of }) as (keyof Counts)[]
    return measures.every((measure) => (by[measure] ?? 0) === (of[measure] ?? 0))
  })
}

const settling: readonly TransactionRow['kind'][] = ['payroll', 'own-invoice', 'issue', 'credit']

/** Reads the counters of a period of the book, by balance key (`person#<id>` or `partner#<id>`). */
async function countedIn(period: string): Promise<Map<string, Counts>> {
  return new Map((await readCounters(period)).map(({ userId, counts }) => [userId, counts as Counts]))
}

/** Adds up the journal of a month, by balance key (`person#<id>` or `partner#<id>`). */
function postedIn(month: string, journal: readonly TransactionRow[]): Map<string, Counts> {
  const period = bookPeriod(month)
  const sums = new Map<string, Counts>()
  for (const row of journal) {
    for (const { date, userId, measure, by = 1 } of contributionsOf(row)) {
      if (date !== period) continue
      const sum = sums.get(userId) ?? {}
      sums.set(userId, { ...sum, [measure]: (sum[measure] ?? 0) + by })
    }
  }
  return sums
}
