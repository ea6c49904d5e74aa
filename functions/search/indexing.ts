import type { DynamoDBRecord } from 'aws-lambda'
import { AppError, staleConflict } from '../../shared/errors.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import { findClosedNumbers } from '../customers/service.ts'
import { type GuardedWrite, writeDerivedRows } from '../platform/data/commit.ts'
import { getRows, itemOf, primaryKeyOf, readAll } from '../platform/data/rows.ts'
import { type Operation, TABLE_NAME } from '../platform/data/table.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { type Findable, type FindableKind, type FoundKind, foundKinds } from '../records/findable.ts'
import { FoundWords, type IndexedRecordRow, IndexedRecords, SearchEntries, type SearchEntryRow } from './entity.ts'
import { entryStart, type IndexRows, makeIndexRows, partitionPrefix, wordsIn } from './index-rows.ts'
import { forgetWords, learnWords, rowsOfWord } from './mistakes.ts'
import { digitsDialled, isMistakable } from './words.ts'

/** Kind and id of a record that may have changed. */
export interface Ref {
  readonly kind: FoundKind
  readonly id: string
}

/** Maximum number of attempts to index a record while other calls index it. */
const TRIES = 6

/** Number of transactions that run at the same time. */
const TOGETHER = 10

/**
 * Updates the search index for records and removes rows of deleted ones; returns the number of updated records. May be
 * repeated, in any order and in parallel: a write fails when another call indexed the record meanwhile. Throws 409
 * after six such failures.
 */
export async function updateIndex(kinds: readonly FindableKind[], refs: readonly Ref[]): Promise<number> {
  let left = [...new Map(refs.map((ref) => [keyOf(ref), ref])).values()]
  let filed = 0
  for (let attempt = 1; left.length > 0; attempt++) {
    if (attempt > TRIES) throw staleConflict()
    const again: Ref[] = []
    const changes = await changesOf(kinds, left)
    await runInParallel(
      changes,
      async (change) => {
        if (await writeChange(change)) filed += 1
        else again.push(change.ref)
      },
      Math.min(TOGETHER, changes.length),
    )
    await followWords(changes)
    left = [...again, ...(await changedByNumbers(changes))]
  }
  return filed
}

/**
 * Returns the records whose phone number was put on or taken off the do-not-call list while their rows were being
 * written. That change of the list could not find these rows to update them.
 */
async function changedByNumbers(changes: readonly IndexChange[]): Promise<Ref[]> {
  const closed = await findClosedNumbers(changes.map(({ after }) => after.rows[0]?.phone))
  return changes.flatMap(({ ref, after: { rows } }) =>
    rows[0]?.phone !== undefined && closed.has(normalisePhone(rows[0].phone)) !== (rows[0].doNotCall === true)
      ? ref
      : [],
  )
}

const keyOf = ({ kind, id }: Ref) => `${kind}#${id}`

/** Stored and new index rows of a record. */
interface IndexChange {
  readonly ref: Ref
  readonly before: IndexedRecordRow | undefined
  readonly after: IndexRows
}

const NOTHING: IndexRows = { rows: [], seal: '' }

/** Reads the state of records in the index, then the records; returns the differences. */
async function changesOf(kinds: readonly FindableKind[], refs: readonly Ref[]): Promise<IndexChange[]> {
  const stored = await getRows(
    IndexedRecords,
    refs.map(({ kind, id }) => ({ kind, id })),
  )
  const before = new Map((stored as IndexedRecordRow[]).map((row) => [keyOf(row), row]))
  const records = await Promise.all(
    kinds.map(({ kind, read }) => read(refs.filter((ref) => ref.kind === kind).map(({ id }) => id))),
  )
  const after = await indexRowsOf(records.flat())
  return refs
    .map((ref) => ({ ref, before: before.get(keyOf(ref)), after: after.get(keyOf(ref)) ?? NOTHING }))
    .filter(isOther)
}

/** Returns the index rows of records, by kind and id. */
async function indexRowsOf(records: readonly Findable[]): Promise<Map<string, IndexRows>> {
  const closed = await findClosedNumbers(records.map(({ shown }) => shown.phone))
  return new Map(records.map((record) => [keyOf(record), makeIndexRows(record, closed)]))
}

/** Tells whether the stored and the new index rows of a record differ. */
const isOther = ({ before, after }: Pick<IndexChange, 'before' | 'after'>) =>
  (before?.seal ?? '') !== after.seal || before?.entries.join('\n') !== entriesOf(after)?.join('\n')

const entriesOf = ({ rows }: IndexRows) => (rows.length > 0 ? rows.map(({ entry }) => entry) : undefined)

/** Writes the changed index rows of a record. Returns false when another call did so meanwhile. */
async function writeChange({ ref, before, after }: IndexChange): Promise<boolean> {
  const was = before?.entries ?? []
  const is = new Set(after.rows.map(({ entry }) => entry))
  const kept = new Set(before?.seal === after.seal ? was : [])
  const writes = [
    ...was
      .filter((entry) => !is.has(entry))
      .map((entry) => removing({ kind: ref.kind, prefix: partitionPrefix(entry), entry, id: ref.id })),
    ...after.rows.filter(({ entry }) => !kept.has(entry)).map(putting),
  ]
  try {
    await writeDerivedRows([
      stateWrite(ref, before, after),
      ...writes.map((write) => ({ write, onFailure: staleConflict })),
    ])
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return false
    throw error
  }
}

/**
 * Returns an index row as it is stored: without the attributes of its keys, because the size of a row decides the cost
 * of a query.
 */
function postingItem(row: SearchEntryRow): Record<string, unknown> {
  const { prefix: _, teamKey: __, ownKey: ___, otherKey: ____, ...item } = itemOf(SearchEntries, row)
  return item
}

/** Returns the write of a record's state in the index, on condition that nobody wrote it since. */
function stateWrite({ kind, id }: Ref, before: IndexedRecordRow | undefined, { rows, seal }: IndexRows): GuardedWrite {
  const row = { kind, id, revision: (before?.revision ?? 0) + 1, entries: rows.map(({ entry }) => entry), seal }
  const write = rows.length > 0 ? IndexedRecords.put(row) : IndexedRecords.delete({ kind, id })
  const guarded = write.where(({ revision }, { eq, notExists }) =>
    before ? eq(revision, before.revision) : notExists(revision),
  )
  return { write: guarded, onFailure: staleConflict }
}

const putting = (row: SearchEntryRow): Operation => ({
  params: () => ({ TableName: TABLE_NAME, Item: postingItem(row) }),
})
const removing = (row: object): Operation => ({
  params: () => ({ TableName: TABLE_NAME, Key: primaryKeyOf(SearchEntries, row) }),
})

/** Updates the words that are found with one letter wrong, after changes of the index. */
async function followWords(changes: readonly IndexChange[]): Promise<void> {
  const is = new Set(changes.flatMap(({ after }) => nameWordsOf(entriesOf(after) ?? [])))
  const was = new Set(changes.flatMap(({ before }) => nameWordsOf(before?.entries ?? [])))
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
    const filings = await indexRowsOf(some)
    const filed = some.flatMap(({ kind, id }) => {
      const { rows, seal } = filings.get(keyOf({ kind, id })) ?? NOTHING
      return rows.length > 0 ? [{ kind, id, revision: 1, entries: rows.map(({ entry }) => entry), seal }] : []
    })
    const rows = [...filings.values()].flatMap((one) => one.rows)
    await put([...rows.map((row) => postingItem(row)), ...filed.map((row) => itemOf(IndexedRecords, row))])
    for (const word of nameWordsOf(rows.map(({ entry }) => entry))) words.add(word)
    count += rows.length
    some = []
  }
  for await (const record of records) {
    some.push(record)
    if (some.length === NEW_TOGETHER) await store()
  }
  await store()
  await put([...words].flatMap(rowsOfWord).map((row) => itemOf(FoundWords, row)))
  return count
}

/**
 * Returns the records whose index rows a change in the table may affect. These are the changed record, or all records
 * with a changed do-not-call number; none for other rows.
 */
export async function refsOf(kinds: readonly FindableKind[], { dynamodb }: DynamoDBRecord): Promise<Ref[]> {
  const [pk = '', sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S]
  const id = pk.slice(pk.indexOf('#') + 1)
  if (sk === CLOSED_NUMBER) return refsWith(id)
  return kinds.filter(({ sortKey }) => sortKey === sk).map(({ kind }) => ({ kind, id }))
}

/** Sort key of the table rows of do-not-call numbers. */
export const CLOSED_NUMBER = 'donotcall'

/** Lists the indexed records that have the phone number `phone`. */
async function refsWith(phone: string): Promise<Ref[]> {
  const word = digitsDialled(phone)
  const rows = await Promise.all(
    foundKinds.map((kind) =>
      readAll<SearchEntryRow>(
        SearchEntries.query.primary({ kind, prefix: partitionPrefix(word) }).begins({ entry: entryStart([word]) }),
        {
          consistent: true,
        },
      ),
    ),
  )
  return rows.flat().map(({ kind, id }) => ({ kind, id }))
}
