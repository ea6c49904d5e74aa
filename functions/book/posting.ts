import { createHash } from 'node:crypto'
import { conflict, unprocessable } from '../../shared/errors.ts'
import { dateText, type LocalDate, monthOf, monthText, now } from '../../shared/time.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import { movesOf } from '../platform/data/counters.ts'
import { canPostOnPayable, contributionsOf } from './balance.ts'
import { JOURNAL_SHARDS, LedgerTransactions, NOBODY, type PostingRow, type TransactionRow } from './entity.ts'
import { readFirstOpenDay } from './periods.ts'
import type { TransactionKind } from './transaction-kinds.ts'

/**
 * Entry for the book: one cause, with at most one person, one partner and one document; a set-off has two documents.
 */
export interface Entry {
  /** Unique name of the event; two entries of one cause cannot both be posted. */
  readonly cause: string
  readonly kind: TransactionKind
  readonly date: LocalDate
  /** Day of the document or of the bank's booking; `date` by default. */
  readonly valueDate?: string | undefined
  readonly supplyDate?: string | undefined
  readonly userId?: string | undefined
  readonly partnerId?: string | undefined
  readonly documentId?: string | undefined
  readonly documentNumber?: string | undefined
  readonly otherDocumentId?: string | undefined
  readonly postings: readonly PostingRow[]
  /** Dutch text for the history of a document and the journal. */
  readonly text: string
  readonly reverses?: string | undefined
  /** Ids of the items that the transaction settles, releases or reverses. */
  readonly itemIds?: readonly string[] | undefined
  readonly by: string
}

/** Writes and counter changes that post entries, for the database transaction of their cause. */
export type Posted = Required<Pick<Change, 'write' | 'count'>>

/**
 * Builds the stored row of an entry. Throws a RangeError unless the entry has two or more postings, in whole cents,
 * that add up to 0; only a VAT posting may be 0. Throws it also when the entry posts on `payable` without a person, or
 * has a kind that may not post there (`canPostOnPayable`).
 */
export function transactionOf(entry: Entry, postedAt: string = now()): TransactionRow {
  const { cause: id, by: postedBy, valueDate = entry.date, itemIds, ...rest } = entry
  refuseUnbalanced(entry)
  return {
    ...{ supplyDate: undefined, userId: undefined, partnerId: undefined, documentId: undefined },
    ...{ documentNumber: undefined, otherDocumentId: undefined, reverses: undefined },
    ...rest,
    ...{ id, valueDate, postedBy, postedAt },
    postings: [...entry.postings],
    itemIds: itemIds && [...itemIds],
    month: monthOf(entry.date),
    shard: shardOf(id),
    personKey: entry.userId ?? NOBODY,
    partnerKey: entry.partnerId ?? NOBODY,
    documentKey: entry.documentId ?? NOBODY,
    otherKey: entry.otherDocumentId ?? NOBODY,
  }
}

function refuseUnbalanced({ cause, kind, userId, postings }: Entry): void {
  const total = postings.reduce((sum, { amount }) => sum + amount, 0)
  const hasIntegersOnly = postings.every(({ amount }) => Number.isSafeInteger(amount))
  const isEmpty = postings.length < 2 || postings.some(({ amount, base }) => amount === 0 && base === undefined)
  if (total !== 0 || !hasIntegersOnly || isEmpty) {
    throw new RangeError(`${cause} does not balance: ${JSON.stringify(postings)}`)
  }
  const isPayable = postings.some(({ account }) => account === 'payable')
  if (isPayable && (userId === undefined || !canPostOnPayable(kind))) {
    throw new RangeError(`${cause} posts what is payable to nobody, or as ${kind}`)
  }
}

const shardOf = (id: string) => (createHash('sha256').update(id).digest()[0] ?? 0) % JOURNAL_SHARDS

/** Joins the writes and counter changes of several postings into one. */
export const combinePosted = (...parts: readonly Posted[]): Posted => ({
  write: parts.flatMap(({ write }) => write),
  count: parts.flatMap(({ count }) => count),
})

/**
 * Returns the writes that post entries, with the changes of the balances; 409 for a cause that was posted before, 422
 * for a date in a closed month. The month is asked just before the transaction: closing a month waits longer than any
 * function runs, so that a posting which still found it open is in its seal. Throws a RangeError for an entry that does
 * not balance, and in the other cases of `transactionOf`.
 */
export function postEntries(...entries: readonly Entry[]): Posted {
  const rows = entries.map((entry) => transactionOf(entry))
  return {
    write: rows.map(
      (row): GuardedWrite => ({
        write: LedgerTransactions.create(row),
        onFailure: alreadyPosted,
        before: {
          key: row.month,
          ask: () => requireOpenMonth(row.date, row.kind === 'payment' ? 'paymentDate' : 'invoiceDate'),
        },
      }),
    ),
    count: movesOf([], rows.flatMap(contributionsOf)),
  }
}

/**
 * Throws 422 at a field for a date in a closed month; the text says which day is the first open one. Tells whether any
 * month is closed.
 */
export async function requireOpenMonth(date: string, field: string): Promise<boolean> {
  const first = await readFirstOpenDay()
  if (first === null || date >= first) return first !== null
  throw unprocessable(
    `De maand ${monthText(date.slice(0, 7))} is gesloten. Kies een dag vanaf ${dateText(first)}.`,
    field,
  )
}

/**
 * Posts entries about what others did, such as a booking of the bank, on days that take postings: those of a closed
 * month on the first open day, with their own day as the value date. Returns and throws as `postEntries`.
 */
export async function postOnOpenDays(entries: readonly Entry[]): Promise<Posted> {
  const first = await readFirstOpenDay()
  const moved = entries.map((entry) =>
    first === null || entry.date >= first ? entry : { ...entry, date: first, valueDate: entry.valueDate ?? entry.date },
  )
  return postEntries(...moved)
}

/** Returns the 409 error for a cause that was posted before. */
export const alreadyPosted = () => conflict('Dit is al geboekt. Laad de pagina opnieuw.')

/**
 * Returns the entry that exactly reverses `entry`, each amount negated. Its cause follows from that of `entry`, so that
 * the book accepts only one reversal.
 */
export const reversalOf = (entry: Entry, reversal: Pick<Entry, 'kind' | 'date' | 'text' | 'by'>): Entry => ({
  ...{ ...entry, ...reversal, cause: `reverse#${entry.cause}`, reverses: entry.cause },
  postings: entry.postings.map(({ base, ...posting }) => ({
    ...{ ...posting, amount: -posting.amount + 0 },
    ...(base === undefined ? {} : { base: -base + 0 }),
  })),
})
