import type { measures } from '../../shared/measures.ts'
import { BOOK_STANDING, bookMonth, type Contribution } from '../platform/counters.ts'
import type { TransactionRow } from './entity.ts'

type Measure = (typeof measures.ledger)[number]

/** Team of the balances: a person's and a partner's are one row a month, whatever their team. */
const NO_TEAM = 0

/** Returns the name under which a partner's balances are counted, apart from people's. */
export const partnerBalance = (partnerId: string) => `partner#${partnerId}`

/**
 * Returns what a transaction adds to the balances, in cents: of its partner's month, what was invoiced, credited, paid,
 * repaid and discounted; and of what stands, what is owed (money.md, rule 3).
 */
export function contributionsOf(row: TransactionRow): Contribution<Measure>[] {
  const { partnerId, kind } = row
  if (partnerId === undefined) return []
  const to = { teamId: NO_TEAM, userId: partnerBalance(partnerId), name: '' } as const
  const [creditor, transit] = [sumOn(row, 'creditor'), sumOn(row, 'transit')]
  const inMonth = (measure: Measure, by: number): Contribution<Measure>[] =>
    by === 0 ? [] : [{ ...to, date: bookMonth(row.month), measure, by }]
  const moved: Partial<Record<typeof kind, Contribution<Measure>[]>> = {
    issue: creditor < 0 ? inMonth('bookInvoiced', -creditor) : inMonth('bookCredited', creditor),
    payment: paid(inMonth, creditor, transit),
    return: paid(inMonth, creditor, transit),
  }
  const owed: Contribution<Measure>[] =
    creditor === 0 ? [] : [{ ...to, date: BOOK_STANDING, measure: 'bookOwed', by: -creditor }]
  return [...(moved[kind] ?? []), ...owed]
}

/** Splits a payment, or its return, in money that left or came in and the discount that was taken. */
function paid(
  inMonth: (measure: Measure, by: number) => Contribution<Measure>[],
  creditor: number,
  transit: number,
): Contribution<Measure>[] {
  return [...inMonth('bookPaid', -transit), ...inMonth('bookDiscount', creditor + transit)]
}

const sumOn = ({ postings }: TransactionRow, account: TransactionRow['postings'][number]['account']): number =>
  postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0)
