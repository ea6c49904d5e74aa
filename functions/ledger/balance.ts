import type { measures } from '../../shared/measures.ts'
import { BOOK_STANDING, type BookPeriod, bookMonth, type Contribution, reportMonth } from '../platform/counters.ts'
import type { Account, TransactionKind } from './accounts.ts'
import type { TransactionRow } from './entity.ts'

type Measure = (typeof measures.ledger)[number]

/** Team of the balances: a person's and a partner's are one row a month, whatever their team. */
export const NO_TEAM = 0

/** Returns the name under which a partner's balances are counted, apart from people's. */
export const partnerBalance = (partnerId: string) => `partner#${partnerId}`

/** Returns the name under which a person's balances are counted. */
export const personBalance = (userId: string) => `person#${userId}`

/** Returns what a transaction adds in cents: to the balances of its partner and its person, and to the costs of reports. */
export const contributionsOf = (row: TransactionRow): Contribution<Measure>[] => [
  ...partnerContributions(row),
  ...personContributions(row),
  ...costContributions(row),
]

/**
 * Returns what a transaction adds to its partner's month (invoiced, credited, paid, repaid and discounted) and to what
 * stands (what is owed), so that rule 3 of money.md adds up.
 */
function partnerContributions(row: TransactionRow): Contribution<Measure>[] {
  const { partnerId, kind } = row
  if (partnerId === undefined) return []
  const to = balanceOf(row, partnerBalance(partnerId))
  const [creditor, transit] = [sumOn(row, 'creditor'), sumOn(row, 'transit')]
  const moved: Partial<Record<typeof kind, Contribution<Measure>[]>> = {
    issue: to.inMonth('bookInvoiced', -creditor),
    credit: to.inMonth('bookCredited', creditor),
    payment: paid(to.inMonth, creditor, transit),
    return: paid(to.inMonth, creditor, transit),
  }
  return [...(moved[kind] ?? []), ...to.standing('bookOwed', -creditor)]
}

/** Where what is payable to a person is counted, by what moves it; a split moves nothing. */
const payableMeasures = {
  due: 'bookEarned',
  correction: 'bookCorrected',
  reversal: 'bookCorrected',
  payroll: 'bookPayroll',
  'own-invoice': 'bookOwnInvoices',
  issue: 'bookPersonInvoiced',
  credit: 'bookPersonCredited',
  split: null,
} as const satisfies Partial<Record<TransactionKind, Measure | null>>

/** Measures that raise the amount payable to a person. */
const raising = new Set<Measure>(['bookEarned', 'bookCorrected', 'bookPersonCredited'])

/** Whether transactions of a kind may post what is payable: those alone that rule 2 of money.md counts. */
export const movesPayable = (kind: TransactionKind): kind is keyof typeof payableMeasures => kind in payableMeasures

/** Returns what a transaction adds to its person's month and to what stands, so that rule 2 of money.md adds up. */
function personContributions(row: TransactionRow): Contribution<Measure>[] {
  const { userId, kind } = row
  const payable = sumOn(row, 'payable')
  if (userId === undefined || payable === 0 || !movesPayable(kind)) return []
  const to = balanceOf(row, personBalance(userId))
  const measure = payableMeasures[kind]
  const isRaising = measure !== null && raising.has(measure)
  const moved = measure === null ? [] : to.inMonth(measure, isRaising ? -payable : payable)
  return [...moved, ...to.standing('bookPayable', -payable)]
}

/** Returns the costs of commissions for reports: the same cents as earned and corrected, by team and split. */
const costContributions = ({ month, userId, postings }: TransactionRow): Contribution<Measure>[] =>
  userId === undefined
    ? []
    : postings
        .filter(({ account }) => account === 'commissions')
        .map(({ amount, team = NO_TEAM, split }) => ({
          ...{ date: reportMonth(month), teamId: team, userId, name: '' },
          ...{ measure: 'reportCommissions', by: amount, of: split },
        }))

/** Returns how a transaction adds to the balances of one name; nothing where it adds 0. */
function balanceOf({ month }: TransactionRow, userId: string) {
  const on =
    (date: BookPeriod) =>
    (measure: Measure, by: number): Contribution<Measure>[] =>
      by === 0 ? [] : [{ date, teamId: NO_TEAM, userId, name: '', measure, by }]
  return { inMonth: on(bookMonth(month)), standing: on(BOOK_STANDING) }
}

/** Splits a payment, or its return, in money that left or came in and the discount that was taken. */
function paid(
  inMonth: (measure: Measure, by: number) => Contribution<Measure>[],
  creditor: number,
  transit: number,
): Contribution<Measure>[] {
  return [...inMonth('bookPaid', -transit), ...inMonth('bookDiscount', creditor + transit)]
}

/** Adds up the postings of a transaction on one account, in cents. */
export const sumOn = ({ postings }: Pick<TransactionRow, 'postings'>, account: Account): number =>
  postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0)
