import { createHash } from 'node:crypto'
import { conflict } from '../../shared/errors.ts'
import { type LocalDate, monthOf, now } from '../../shared/time.ts'
import type { Change, GuardedWrite } from '../platform/commit.ts'
import { movesOf } from '../platform/counters.ts'
import type { TransactionKind } from './accounts.ts'
import { contributionsOf, movesPayable } from './balance.ts'
import { JOURNAL_SHARDS, LedgerTransactions, NOBODY, type PostingRow, type TransactionRow } from './entity.ts'

/** What is posted: one cause, with at most one person, one partner and one document that is settled or settles. */
export interface Entry {
  /** Names what happened, once and for all; two entries of one cause cannot both be posted. */
  readonly cause: string
  readonly kind: TransactionKind
  readonly date: LocalDate
  /** The day of the document or of the bank; the date unless it is given. */
  readonly valueDate?: string | undefined
  readonly supplyDate?: string | undefined
  readonly userId?: string | undefined
  readonly partnerId?: string | undefined
  readonly documentId?: string | undefined
  readonly documentNumber?: string | undefined
  readonly otherDocumentId?: string | undefined
  readonly postings: readonly PostingRow[]
  /** Says in Dutch what happened, for the history of a document and the journal. */
  readonly text: string
  readonly reverses?: string | undefined
  /** Items that it settles, releases or takes back. */
  readonly itemIds?: readonly string[] | undefined
  readonly by: string
}

/** The writes and counter moves of posted entries, for the transaction of their cause. */
export type Posted = Required<Pick<Change, 'write' | 'count'>>

/**
 * Returns the row of an entry. Throws a RangeError unless its postings add up to 0 whole cents, none is empty and what is
 * payable names a person.
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
  const isWhole = postings.every(({ amount }) => Number.isSafeInteger(amount))
  const isEmpty = postings.length < 2 || postings.some(({ amount, base }) => amount === 0 && base === undefined)
  if (total !== 0 || !isWhole || isEmpty) {
    throw new RangeError(`${cause} does not balance: ${JSON.stringify(postings)}`)
  }
  const isPayable = postings.some(({ account }) => account === 'payable')
  if (isPayable && (userId === undefined || !movesPayable(kind))) {
    throw new RangeError(`${cause} posts what is payable to nobody, or as ${kind}`)
  }
}

const shardOf = (id: string) => (createHash('sha256').update(id).digest()[0] ?? 0) % JOURNAL_SHARDS

/** Joins the writes and counter moves of several postings. */
export const together = (...parts: readonly Posted[]): Posted => ({
  write: parts.flatMap(({ write }) => write),
  count: parts.flatMap(({ count }) => count),
})

/** Posts entries: each is created once, with what it moves of the balances. 409 for a cause that was posted before. */
export function post(...entries: readonly Entry[]): Posted {
  const rows = entries.map((entry) => transactionOf(entry))
  return {
    write: rows.map((row): GuardedWrite => ({ write: LedgerTransactions.create(row), otherwise: alreadyPosted })),
    count: movesOf([], rows.flatMap(contributionsOf)),
  }
}

/** Tells whoever posts a cause a second time. */
export const alreadyPosted = () => conflict('Dit is al geboekt. Ververs de pagina.')

/** Returns the entry that takes another back exactly; it can be posted once. */
export const reversalOf = (entry: Entry, reversal: Pick<Entry, 'kind' | 'date' | 'text' | 'by'>): Entry => ({
  ...{ ...entry, ...reversal, cause: `reverse#${entry.cause}`, reverses: entry.cause },
  postings: entry.postings.map(({ base, ...posting }) => ({
    ...{ ...posting, amount: -posting.amount + 0 },
    ...(base === undefined ? {} : { base: -base + 0 }),
  })),
})
