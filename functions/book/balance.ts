import { type Account, countedAccounts } from '../../shared/ledger/accounts.ts'
import type { measures } from '../../shared/measures.ts'
import { BOOK_NOW, type BookPeriod, bookPeriod, type Contribution, reportPeriod } from '../platform/data/counters.ts'
import type { TransactionRow } from './entity.ts'
import type { TransactionKind } from './transaction-kinds.ts'

type Measure = (typeof measures.ledger)[number]

export type Counts = Partial<Record<Measure, number>>

/**
 * Team id in the counters of balances, and of costs without a team. Balances are not divided by team: a person or
 * partner has one counter row a month.
 */
export const NO_TEAM = 0

/** Returns the key of a partner's balances in the counters; no person has the same key. */
export const partnerBalanceKey = (partnerId: string) => `partner#${partnerId}`

/** Returns the key of a person's balances in the counters; no partner has the same key. */
export const personBalanceKey = (userId: string) => `person#${userId}`

/** Returns what a transaction adds to the counters in cents: to balances of its partner and person, and to reports. */
export const contributionsOf = (row: TransactionRow): Contribution<Measure>[] => [
  ...partnerContributions(row),
  ...personContributions(row),
  ...accountContributions(row),
  ...costContributions(row),
]

/**
 * Returns a transaction's contributions to the month of its partner and to our debt to that partner (money.md, rule 3).
 */
function partnerContributions(row: TransactionRow): Contribution<Measure>[] {
  const { partnerId, kind } = row
  if (partnerId === undefined) return []
  const to = balanceOf(row, partnerBalanceKey(partnerId))
  const [creditor, transit] = [sumPostingsOn(row, 'creditor'), sumPostingsOn(row, 'transit')]
  const isPayment = kind === 'payment' || kind === 'return'
  return [
    ...to.inMonth('bookInvoiced', kind === 'issue' ? -creditor : 0),
    ...to.inMonth('bookCredited', kind === 'credit' ? creditor : 0),
    ...to.inMonth('bookPaid', isPayment ? -transit : 0),
    ...to.inMonth('bookDiscount', isPayment ? creditor + transit : 0),
    ...to.standing('bookOwed', -creditor),
  ]
}

/**
 * Kinds of transactions that may post on `payable`. Each has the measure of the month that it changes, with 1 when that
 * measure raises our debt to the person and -1 when it lowers it. A split changes no measure (null).
 */
const payableMoves: Partial<Record<TransactionKind, readonly [Measure, 1 | -1] | null>> = {
  due: ['bookEarned', 1],
  correction: ['bookCorrected', 1],
  reversal: ['bookCorrected', 1],
  payroll: ['bookPayroll', -1],
  'own-invoice': ['bookOwnInvoices', -1],
  issue: ['bookPersonInvoiced', -1],
  credit: ['bookPersonCredited', 1],
  split: null,
}
const payableSigns = new Map(Object.values(payableMoves).filter((move) => move !== null))

/** Tells whether a kind of transaction may post on `payable`, our debt to people (rule 2 of money.md). */
export const canPostOnPayable = (kind: TransactionKind): boolean => kind in payableMoves

/** Returns by how many cents our debt to a person rose in a month with these `counts`; below 0 when it fell. */
export const debtChangeOf = (counts: Counts = {}): number =>
  [...payableSigns].reduce((sum, [measure, sign]) => sum + sign * (counts[measure] ?? 0), 0)

/**
 * Returns a transaction's contributions to the month of its person and to our debt to that person (money.md, rule 2).
 */
function personContributions(row: TransactionRow): Contribution<Measure>[] {
  const { userId, kind } = row
  const payable = sumPostingsOn(row, 'payable')
  if (userId === undefined || payable === 0 || !canPostOnPayable(kind)) return []
  const to = balanceOf(row, personBalanceKey(userId))
  const move = payableMoves[kind]
  return [...(move ? to.inMonth(move[0], move[1] * -payable) : []), ...to.standing('bookPayable', -payable)]
}

/**
 * Returns a transaction's contributions to the present balance of each account, for its partner or else its person: no
 * row is written by every transaction (money.md).
 */
function accountContributions(row: TransactionRow): Contribution<Measure>[] {
  const { partnerId, userId } = row
  const owner = partnerId === undefined ? userId && personBalanceKey(userId) : partnerBalanceKey(partnerId)
  if (owner === undefined) return []
  const to = balanceOf(row, owner)
  return countedAccounts.flatMap((account) => to.standing(`account-${account}`, sumPostingsOn(row, account)))
}

/**
 * Returns the costs of commissions for reports, by team and provider (`split`). Their sum is what people earned, with
 * corrections.
 */
const costContributions = ({ month, userId, postings }: TransactionRow): Contribution<Measure>[] =>
  userId === undefined
    ? []
    : postings
        .filter(({ account }) => account === 'commissions')
        .map(({ amount, team = NO_TEAM, split }) => ({
          ...{ date: reportPeriod(month), teamId: team, userId, name: '' },
          ...{ measure: 'reportCommissions', by: amount, of: split },
        }))

/**
 * Returns two functions that make contributions of a person or partner: to the month, and to the present balance. An
 * amount of 0 makes none.
 */
function balanceOf({ month }: TransactionRow, userId: string) {
  const on =
    (date: BookPeriod) =>
    (measure: Measure, by: number): Contribution<Measure>[] =>
      by === 0 ? [] : [{ date, teamId: NO_TEAM, userId, name: '', measure, by }]
  return { inMonth: on(bookPeriod(month)), standing: on(BOOK_NOW) }
}

/** Adds up the postings of a transaction on one account, in cents. */
export const sumPostingsOn = ({ postings }: Pick<TransactionRow, 'postings'>, account: Account): number =>
  postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0)
