import { contributionsOf } from '../functions/book/balance.ts'
import { LedgerTransactions, type PostingRow, type TransactionRow } from '../functions/book/entity.ts'
import { type LedgerItem, LedgerItems } from '../functions/book/item-entity.ts'
import { transactionOf } from '../functions/book/posting.ts'
import type { Operation } from '../functions/platform/data/table.ts'
import { commissionShareOf, dimensionsOf, payeesOf } from '../functions/sales/amounts/commission-rules.ts'
import type { CommissionRow, Due } from '../functions/sales/commission-entity.ts'
import type { AdjustmentRow } from '../functions/sales/commissions/adjustment-entity.ts'
import { dateText, type Instant, instantIn, type LocalDate, localDateOf, monthOf } from '../shared/time.ts'

/** Ledger items and transactions of the demo. */
export interface Book {
  readonly items: readonly LedgerItem[]
  readonly transactions: readonly TransactionRow[]
}

/** Returns the writes that store ledger items and transactions. */
export const bookWritesOf = ({ items, transactions }: Book): Operation[] => [
  ...items.map((item) => LedgerItems.put(item)),
  ...transactions.map((row) => LedgerTransactions.put(row)),
]

/** Returns what ledger transactions add to the counters. */
export const bookContributionsOf = ({ transactions }: Book) => transactions.flatMap(contributionsOf)

/** Tells whether a demo commission is in the ledger: when it is ready for payment or paid. */
const isBooked = ({ status }: Pick<CommissionRow, 'status'>) =>
  status === 'klaar_voor_uitbetaling' || status === 'uitbetaald'

/**
 * Returns the payees of a demo commission with their ledger items, and who is paid. Empty while the commission is not in
 * the ledger, or when it has no amount.
 */
export function duesOf(row: CommissionRow): Partial<Pick<CommissionRow, 'dues' | 'paidTo'>> {
  const userIds = isBooked(row) ? payeesOf(row).flatMap(({ userId, amount }) => (amount > 0 ? [userId] : [])) : []
  if (userIds.length === 0) return {}
  const dues = userIds.map((userId): Due => ({ userId, itemId: `due#${row.id}#${row.version}#${userId}` }))
  return row.status === 'uitbetaald' ? { dues, paidTo: userIds } : { dues }
}

/**
 * Returns the ledger items of a demo commission, and their transactions: the amount owed and, if it was paid, its
 * payment by payroll. The items of people in `invoiced` stay open for the invoices of their partners.
 */
export function bookOf(row: CommissionRow, invoiced: ReadonlySet<string>): Book {
  const books = (row.dues ?? []).map((due) => dueBook(row, due, invoiced.has(due.userId)))
  return { items: books.flatMap(({ items }) => items), transactions: books.flatMap(({ transactions }) => transactions) }
}

function dueBook(row: CommissionRow, { userId, itemId: id }: Due, isInvoiced: boolean): Book {
  const { amount } = commissionShareOf(userId, row)
  const date = row.date as LocalDate
  const createdAt = instantIn(date, '18:00')
  const text = `${row.type === 'sale' ? 'Sale' : 'Afspraak'} ${row.customerName} (${dateText(date)})`
  const about = { id, userId, amount, kind: 'due', date, supplyDate: date, text, createdAt } as const
  const dimensions = dimensionsOf(row)
  const item: LedgerItem = {
    ...about,
    ...dimensions,
    commissionId: row.id,
    correctsId: undefined,
    claimedBy: undefined,
  }
  const due = buildTransaction('due', { id, userId, date, text }, earnedPostings(item))
  if (row.paidAt === undefined || isInvoiced) return { items: [item], transactions: [due] }
  const paidOn = localDateOf(row.paidAt as Instant)
  const month = monthOf(paidOn)
  const payroll = buildTransaction(
    'payroll',
    {
      id: `payroll#${id}`,
      userId,
      date: paidOn,
      text: `Uitbetaald met het loon van ${dateText(month)}`,
      itemIds: [id],
    },
    [
      { account: 'payable', amount },
      { account: 'payroll', amount: -amount },
    ],
  )
  return {
    items: [{ ...item, claimedBy: { by: `payroll#${month}`, number: undefined } }],
    transactions: [due, payroll],
  }
}

/** Returns the open ledger item of a demo correction, with its transaction. */
export function correctionBookOf({ id: noted, userId, amount, reason: text, ...row }: AdjustmentRow): Book {
  const date = row.date as LocalDate
  const id = `correction#${noted}`
  const about = {
    id,
    userId,
    amount,
    kind: 'correction',
    date,
    supplyDate: date,
    text,
    ...(row.teamId === undefined ? {} : { team: row.teamId }),
  } as const
  return {
    items: [
      { ...about, createdAt: row.createdAt, commissionId: undefined, correctsId: undefined, claimedBy: undefined },
    ],
    transactions: [buildTransaction('correction', { id, userId, date, text }, earnedPostings(about))],
  }
}

const earnedPostings = ({ amount, team, split }: Pick<LedgerItem, 'amount' | 'team' | 'split'>): PostingRow[] => [
  {
    account: 'commissions',
    amount,
    ...(team === undefined ? {} : { team }),
    ...(split === undefined ? {} : { split }),
  },
  { account: 'payable', amount: -amount },
]

interface Posting {
  readonly id: string
  readonly userId: string
  readonly date: LocalDate
  readonly text: string
  readonly itemIds?: readonly string[]
}

const buildTransaction = (kind: TransactionRow['kind'], { id: cause, ...entry }: Posting, postings: PostingRow[]) =>
  transactionOf({ ...entry, cause, kind, postings, by: 'demo' }, instantIn(entry.date, '18:00'))
