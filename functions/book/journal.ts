import { measures } from '../../shared/measures.ts'
import {
  addDays,
  addMonths,
  addToMonth,
  type DateRange,
  type LocalDate,
  localDateOf,
  monthOf,
  monthsBetween,
  now,
} from '../../shared/time.ts'
import { BOOK_NOW, type Contribution } from '../platform/data/counters.ts'
import { readAll } from '../platform/data/rows.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows, type Partition, readAllRows, type Source } from '../records/source.ts'
import { contributionsOf } from './balance.ts'
import { JOURNAL_SHARDS, LedgerTransactions, type TransactionRow } from './entity.ts'
import type { LedgerItem } from './item-entity.ts'
import { findItems } from './items.ts'

/** Casts a query, as ElectroDB types the lists of maps in its rows too narrowly. */
const partition = (query: unknown) => query as Partition<TransactionRow>

/** Returns the transactions of a month `yyyy-mm` by date, as the source of a list. */
export const journalOf = (month: string): Source<TransactionRow> =>
  inOrder<TransactionRow>(
    { date: isText, id: isText },
    Array.from({ length: JOURNAL_SHARDS }, (_, shard) => partition(LedgerTransactions.query.byMonth({ month, shard }))),
  )

/** Reads the transactions of a span of days, both ends included, by date; months are read side by side. */
export async function readJournal({ from, to }: DateRange): Promise<TransactionRow[]> {
  const months = await Promise.all(monthsBetween(from, to).map((month) => readAllRows(journalOf(month))))
  return months.flat().filter(({ date }) => from <= date && date <= to)
}

/** Returns the last day on which a transaction may be dated: the end of the last month ahead. */
export const lastBookDay = (): LocalDate =>
  addDays(`${addToMonth(monthOf(localDateOf(now())), MONTHS_AHEAD + 1)}-01` as LocalDate, -1)

const newestFirst = (query: unknown) =>
  inOrder<TransactionRow>({ date: isText, id: isText }, [partition(query)], 'desc')

/** Returns the transactions of a person in a month `yyyy-mm`, newest first, as the source of a list. */
export const journalOfPerson = (userId: string, month: string): Source<TransactionRow> =>
  newestFirst(LedgerTransactions.query.byPerson({ personKey: userId, month }))

/** Returns the transactions of a partner in a month `yyyy-mm`, newest first, as the source of a list. */
export const journalOfPartner = (partnerId: string, month: string): Source<TransactionRow> =>
  newestFirst(LedgerTransactions.query.byPartner({ partnerKey: partnerId, month }))

/** Returns the ids of the items that a transaction opens, settles, releases or reverses; none for a split. */
export const itemIdsOf = ({ id, kind, itemIds = [] }: TransactionRow): readonly string[] =>
  kind === 'due' || kind === 'correction' ? [id] : itemIds

/** Reads the items that transactions open, settle, release or reverse, by their ids; leaves out missing ones. */
export async function readItemsOfTransactions(rows: readonly TransactionRow[]): Promise<Map<string, LedgerItem>> {
  return new Map((await findItems(rows.flatMap(itemIdsOf))).map((item) => [item.id, item]))
}

/** Reads the transactions about a document, oldest first; a set-off belongs to both its documents. */
export async function readDocumentHistory(documentId: string): Promise<TransactionRow[]> {
  const [own, others] = await Promise.all([
    readAll<TransactionRow>(partition(LedgerTransactions.query.byDocument({ documentKey: documentId }))),
    readAll<TransactionRow>(partition(LedgerTransactions.query.byOther({ otherKey: documentId }))),
  ])
  return [...own, ...others].sort(
    (one, other) => one.postedAt.localeCompare(other.postedAt) || one.id.localeCompare(other.id),
  )
}

/** Months in the past that a recount of present balances reads. */
const MONTHS_BACK = 60

/** Maximum number of months ahead of today in which a document may be dated. */
export const MONTHS_AHEAD = 2

const isStanding = ({ date }: Contribution) => date === BOOK_NOW

/** Measures of the book, and how a recount computes them from the journal. */
export const countedLedger: RecountedDomain = {
  measures: measures.ledger,
  contributionsIn: async function* (month) {
    for await (const row of iterateRows(journalOf(month))) {
      yield contributionsOf(row).filter((one) => !isStanding(one))
    }
  },
  standing: async function* () {
    const today = localDateOf(now())
    for (const month of monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, MONTHS_AHEAD))) {
      for await (const row of iterateRows(journalOf(month))) yield contributionsOf(row).filter(isStanding)
    }
  },
}

/** Lists the months after a given one, up to the last in which a transaction may be dated. */
export const monthsAfter = (month: string): string[] =>
  monthsBetween(addMonths(`${month}-01` as LocalDate, 1), addMonths(localDateOf(now()), MONTHS_AHEAD))
