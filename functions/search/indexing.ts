import type { DynamoDBRecord } from 'aws-lambda'
import { staleConflict } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { hasOtherMarks } from '../../shared/numbers/states.ts'
import { findClosedNumbers } from '../known-customers/service.ts'
import { findCallMarks } from '../numbers/service.ts'
import { type GuardedWrite, isWritten, writeDerivedRows } from '../platform/data/commit.ts'
import { getRows, itemOf, primaryKeyOf, putItems, readItems } from '../platform/data/rows.ts'
import { type Operation, TABLE_NAME } from '../platform/data/table.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { type Findable, type FindableKind, type FoundKind, foundKinds } from '../records/findable.ts'
import { type IndexedRecordRow, IndexedRecords, SearchEntries, type SearchEntryRow } from './entity.ts'
import {
  entryStart,
  type IndexRows,
  indexItem,
  makeIndexRows,
  partitionPrefix,
  readIndexItem,
  wordsIn,
} from './index-rows.ts'
import { forgetWords, itemsOfWord, learnWords } from './mistakes.ts'
import { type Ref, readFindables, refKey } from './reading.ts'
import { digitsDialled, isMistakable } from './words.ts'

/** Maximum number of attempts to index a record while other calls index it. */
const TRIES = 6

/** Number of transactions that run at the same time. */
const TOGETHER = 4

/** Maximum number of writes in a transaction of DynamoDB. */
const MOST_WRITES = 100

/**
 * Number of changed records from which their rows are written by transactions. Transactions store many rows in a third
 * of the time, but DynamoDB charges them double.
 */
const MANY = 10

/** For kinds of records that keep the state of their number: functions that correct the marks of a record. */
export type Markers = Partial<Readonly<Record<FoundKind, (id: string) => Promise<boolean>>>>

/**
 * Updates the search index for records and removes rows of deleted ones; returns the number of updated records. Has
 * `markers` correct the marks of records. May be repeated, in any order and in parallel: a write
 * fails when another call indexed the record meanwhile. Throws 409 after six such failures.
 */
export async function updateIndex(
  kinds: readonly FindableKind[],
  refs: readonly Ref[],
  markers: Markers = {},
): Promise<number> {
  let left = withoutRepeats(refs)
  let filed = 0
  /** Entries that failed attempts wrote, by record. */
  const tried = new Map<string, readonly string[]>()
  for (let attempt = 1; left.length > 0; attempt++) {
    if (attempt > TRIES) throw staleConflict()
    const changes = await changesOf(kinds, left, tried, markers)
    const again = await writeChanges(changes)
    filed += changes.length - again.length
    await followWords(changes)
    left = withoutRepeats([...again.map(({ ref }) => ref), ...(await changedByNumbers(changes))])
  }
  return filed
}

const withoutRepeats = (refs: readonly Ref[]) => [...new Map(refs.map((ref) => [refKey(ref), ref])).values()]

/**
 * Returns the records whose phone number was put on or taken off the do-not-call list while their rows were being
 * written. That change of the list could not find these rows to update them.
 */
async function changedByNumbers(changes: readonly IndexChange[]): Promise<Ref[]> {
  const closed = await findClosedNumbers(changes.map(({ phone }) => phone))
  return changes.flatMap(({ ref, phone, after: { rows } }) =>
    phone !== undefined && hasClosedNumber(phone, closed) !== (rows[0]?.doNotCall === true) ? ref : [],
  )
}

/** Stored and new index rows of a record. */
interface IndexChange {
  readonly ref: Ref
  readonly before: IndexedRecordRow | undefined
  readonly after: IndexRows
  /** Phone number of the record; undefined for a deleted one. */
  readonly phone: string | undefined
  /** Entries of the rows that may be stored. */
  readonly stored: readonly string[]
}

const NOTHING: IndexRows = { rows: [], readers: '' }

/**
 * Reads the state of records in the index, then the records; returns the differences. Notes in `tried` the entries that
 * the differences would write. Has `markers` correct wrong marks.
 */
async function changesOf(
  kinds: readonly FindableKind[],
  refs: readonly Ref[],
  tried: Map<string, readonly string[]>,
  markers: Markers,
): Promise<IndexChange[]> {
  const states = (await getRows(
    IndexedRecords,
    refs.map(({ kind, id }) => ({ kind, id })),
  )) as IndexedRecordRow[]
  const before = new Map(states.map((row) => [refKey(row), row]))
  const records = await readFindables(kinds, refs, { consistent: true })
  const phones = new Map(records.map((record) => [refKey(record), record.shown.phone]))
  const closed = await findClosedNumbers(records.map(({ shown }) => shown.phone))
  const after = indexRowsOf(records, closed)
  await correctMarks(records, markers)
  return refs
    .map((ref): IndexChange => {
      const key = refKey(ref)
      const [was, is, earlier = []] = [before.get(key), after.get(key) ?? NOTHING, tried.get(key)]
      const stored = [...new Set([...(was?.entries ?? []), ...earlier])]
      tried.set(key, [...earlier, ...entriesOf(is)])
      return { ref, before: was, after: is, phone: is.rows.length > 0 ? phones.get(key) : undefined, stored }
    })
    .filter(isOther)
}

/** Returns the index rows of records, by kind and id; `closed` holds do-not-call numbers. */
const indexRowsOf = (records: readonly Findable[], closed: ReadonlySet<string>): Map<string, IndexRows> =>
  new Map(records.map((record) => [refKey(record), makeIndexRows(record, closed)]))

/** Corrects the marks of records that are not as their numbers require today. */
async function correctMarks(records: readonly Findable[], markers: Markers) {
  const marked = records.filter(({ marks }) => marks !== undefined)
  const marksOf = await findCallMarks(marked.map(({ marks = {} }) => marks))
  const wrong = marked.filter(({ marks = {} }) => hasOtherMarks(marks, marksOf(marks)))
  const mark = async ({ kind, id }: Findable) => {
    if (!((await markers[kind]?.(id)) ?? true)) throw staleConflict()
  }
  await runInParallel(wrong, mark, TOGETHER)
}

/** Tells whether a phone field has one of the do-not-call numbers `closed`. */
const hasClosedNumber = (phone: string | undefined, closed: ReadonlySet<string>) =>
  readPhones(phone ?? '').some((one) => closed.has(one))

/** Tells whether the stored and the new index rows of a record differ. */
const isOther = ({ before, after, stored }: IndexChange) =>
  (before?.readers ?? '') !== after.readers || stored.join('\n') !== entriesOf(after).join('\n')

const entriesOf = ({ rows }: IndexRows) => rows.map(({ entry }) => entry)

/**
 * Writes changed index rows; returns the changes of records that another call indexed meanwhile. The transaction of a
 * record's state also deletes its former rows, so rows that a search needs are never missing. New rows of a few records
 * come before it, at half the price: after a failure they are written again, or deleted.
 */
async function writeChanges(changes: readonly IndexChange[]): Promise<IndexChange[]> {
  const isMany = changes.length >= MANY
  if (!isMany) await putItems(changes.flatMap(addedRows).map(indexItem))
  const writes = changes.map((change) => ({
    change,
    writes: [
      stateWrite(change),
      ...[...removedRows(change).map(removeEntry), ...(isMany ? addedRows(change).map(putEntry) : [])].map((write) => ({
        write,
        onFailure: staleConflict,
      })),
    ],
  }))
  const failed: IndexChange[] = []
  const write = async (some: typeof writes): Promise<void> => {
    if (await isWritten(writeDerivedRows(some.flatMap((one) => one.writes)))) return
    if (some.length === 1) failed.push(...some.map(({ change }) => change))
    else for (const one of some) await write([one])
  }
  await runInParallel(inTransactions(writes), write, TOGETHER)
  return failed
}

/** Divides the writes of records over transactions; those of one record stay together. */
function inTransactions<T extends { readonly writes: readonly unknown[] }>(all: readonly T[]): T[][] {
  const groups: T[][] = []
  let room = 0
  for (const one of all) {
    if (one.writes.length > room) {
      groups.push([])
      room = MOST_WRITES
    }
    groups.at(-1)?.push(one)
    room -= one.writes.length
  }
  return groups
}

/** Returns the rows to write: new ones, or all when other people may read the record or call its number. */
function addedRows({ before, after }: IndexChange): readonly SearchEntryRow[] {
  const kept = new Set(before?.readers === after.readers ? before.entries : [])
  return after.rows.filter(({ entry }) => !kept.has(entry))
}

function removedRows({ ref, after, stored }: IndexChange) {
  const is = new Set(entriesOf(after))
  return stored
    .filter((entry) => !is.has(entry))
    .map((entry) => ({ kind: ref.kind, prefix: partitionPrefix(entry), entry, id: ref.id }))
}

/** Returns the write of a record's state in the index, on condition that nobody wrote it since. */
function stateWrite({ ref: { kind, id }, before, after }: IndexChange): GuardedWrite {
  const row = { kind, id, revision: (before?.revision ?? 0) + 1, entries: entriesOf(after), readers: after.readers }
  const write = after.rows.length > 0 ? IndexedRecords.put(row) : IndexedRecords.delete({ kind, id })
  const guarded = write.where(({ revision }, { eq, notExists }) =>
    before ? eq(revision, before.revision) : notExists(revision),
  )
  return { write: guarded, onFailure: staleConflict }
}

const putEntry = (row: SearchEntryRow): Operation => ({
  params: () => ({ TableName: TABLE_NAME, Item: indexItem(row) }),
})
const removeEntry = (row: object): Operation => ({
  params: () => ({ TableName: TABLE_NAME, Key: primaryKeyOf(SearchEntries, row) }),
})

/** Updates the words that are found with one letter wrong, after changes of the index. */
async function followWords(changes: readonly IndexChange[]): Promise<void> {
  const is = new Set(changes.flatMap(({ after }) => nameWordsOf(entriesOf(after))))
  const was = new Set(changes.flatMap(({ stored }) => nameWordsOf(stored)))
  await learnWords([...is])
  await forgetWords([...was].filter((word) => !is.has(word)))
}

/**
 * Lists the words of index entries that a search also finds with one letter wrong: only letters, at least five. Takes
 * the first word of each entry, because each word of a record is the first one of an entry.
 */
export const nameWordsOf = (entries: readonly string[]): string[] =>
  entries.flatMap((entry) => wordsIn(entry).slice(0, 1)).filter(isMistakable)

/** Number of records stored at once in an empty index. */
const NEW_TOGETHER = 200

/**
 * Writes the search index of a new installation with `put`, for all its records. Nothing else may write to the index
 * meanwhile. Returns the number of rows.
 */
export async function writeNewIndex(
  records: AsyncIterable<Findable>,
  put: (items: readonly object[]) => Promise<void>,
): Promise<number> {
  let count = 0
  let some: Findable[] = []
  const words = new Set<string>()
  const store = async () => {
    const closed = await findClosedNumbers(some.map(({ shown }) => shown.phone))
    const all = indexRowsOf(some, closed)
    const states = some.flatMap(({ kind, id }): object[] => {
      const after = all.get(refKey({ kind, id })) ?? NOTHING
      const state = { kind, id, revision: 1, entries: entriesOf(after), readers: after.readers }
      return after.rows.length > 0 ? [itemOf(IndexedRecords, state)] : []
    })
    const rows = [...all.values()].flatMap((one) => one.rows)
    await put([...rows.map(indexItem), ...states])
    for (const word of nameWordsOf(rows.map(({ entry }) => entry))) words.add(word)
    count += rows.length
    some = []
  }
  for await (const record of records) {
    some.push(record)
    if (some.length === NEW_TOGETHER) await store()
  }
  await store()
  await put([...words].flatMap(itemsOfWord))
  return count
}

/**
 * Returns the records whose index rows a change in the table may affect. These are the changed record, or all records
 * with a changed number; none for other rows.
 */
export async function refsOf(kinds: readonly FindableKind[], { dynamodb }: DynamoDBRecord): Promise<Ref[]> {
  const [pk = '', sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S]
  const id = pk.slice(pk.indexOf('#') + 1)
  if (numberKeys.includes(sk ?? '')) return refsWith(id)
  return kinds.filter(({ sortKey }) => sortKey === sk).map(({ kind }) => ({ kind, id }))
}

/** Sort keys of the rows of a number: its entry in the do-not-call list, and its consents. */
export const numberKeys: readonly string[] = ['donotcall', 'number']

/** Lists the indexed records that have the phone number `phone`. */
async function refsWith(phone: string): Promise<Ref[]> {
  const word = digitsDialled(phone)
  const found = await Promise.all(
    foundKinds.map(async (kind) => {
      const query = SearchEntries.query.primary({ kind, prefix: partitionPrefix(word) })
      const rows = await readItems(query.begins({ entry: entryStart([word]) }), { consistent: true })
      return rows.map((row) => ({ kind, id: readIndexItem(row).id }))
    }),
  )
  return found.flat()
}
