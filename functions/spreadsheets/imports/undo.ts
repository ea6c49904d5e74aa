import type { Undone } from '../../../shared/api/parts/imports.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { asSelf, type Permit } from '../../platform/actor.ts'
import { isWritten } from '../../platform/data/commit.ts'
import { findUser, fullName } from '../../platform/identity/user.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import { errorOfAttempt, hasNoAttemptsLeft, markFailed, startAttempt, uncountAttempt } from './attempts.ts'
import type { UploadRow } from './entity.ts'
import {
  type Attempt,
  ImportBusy,
  type Importing,
  ImportUnfinished,
  type UndoneRecord,
  type UndoneRows,
} from './importing.ts'
import type { Place } from './tally.ts'
import { replaceUpload, storeUpload } from './upload-changes.ts'
import { openUploadSource } from './upload-file.ts'
import { waitForTurn } from './upload-lock.ts'
import { isUnstored, resetForReading } from './upload-states.ts'

/** Batches that are undone before other uploads of the same kind get their turn. */
const MOST_AT_A_TURN = 20
const MAX_ATTEMPTS = 8
/** Maximum number of kept records that the result of an undo lists by name. */
const NAMED = 200
/** Maximum number of characters of such a name. */
const NAME_CHARACTERS = 120

/**
 * Maximum number of writes of records in one transaction. DynamoDB takes 100; the rest is for the upload, its audit row
 * and the counters.
 */
const MOST_WRITES = 80
/** Maximum size in bytes of these writes. DynamoDB takes 4 MB. */
const MOST_BYTES = 3_000_000

/** Error when an upload cannot be undone any further. */
class NotReadable extends Error {}

const nothingUndone: Undone = { removed: 0, restored: 0, kept: 0, named: [] }

/**
 * Undoes an upload batch by batch, from its last position on, by reading its file again with each of its layouts.
 * Returns the upload as undone or failed, or ready to be read again with other columns. Throws `ImportUnfinished` when
 * time is up, other uploads keep their turn, or the table is too busy; `ImportBusy` when its records keep changing.
 */
export async function undoUpload<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  found: UploadRow,
  { key, lock, until, patienceMs, readOld }: Attempt,
): Promise<UploadRow> {
  const user = found.undoneBy === undefined ? null : await findUser(found.undoneBy)
  const by = user ? asSelf({ id: user.id, name: fullName(user) }, permit.actor.origin) : permit
  if (hasNoAttemptsLeft(found)) return markFailed(kind, by, found, 'wordt teruggedraaid')
  let upload = await startAttempt(found)
  let turn: Awaited<ReturnType<typeof waitForTurn>> | null = null
  let batches = 0
  const seen = new Set<string>()
  try {
    for await (const { items, done } of readings(kind, found, { key, readOld })) {
      await (turn ?? lock).renew()
      const fresh = items.filter((item) => isNew(seen, kind.keysOf(item)))
      if (done <= (upload.position ?? 0)) continue
      turn ??= await waitForTurn(kind, upload, patienceMs(), lock)
      if (fresh.length > 0) upload = await undoBatch(kind, by, upload, fresh, done)
      if (++batches % MOST_AT_A_TURN === 0) {
        await turn.pass()
        turn = null
      }
      if (epochOf(now()) <= until) continue
      if (done > (upload.position ?? 0)) upload = await storeStep(kind, by, upload, done, nothing)
      throw new ImportUnfinished(upload)
    }
  } catch (error) {
    if (error instanceof ImportUnfinished) await uncountAttempt(found, upload)
    if (!(error instanceof NotReadable)) throw errorOfAttempt(error, upload)
    const { filename, uploadedBy, undone } = upload
    const end = { ...upload, state: 'mislukt', error: error.message } as const
    const { named: _, ...counts } = undone ?? nothingUndone
    const after = { filename, uploadedBy, state: end.state, error: end.error, ...counts }
    return storeUpload(kind, by, upload, end, { verb: 'import-undo-failed', after })
  } finally {
    await turn?.release()
  }
  const { filename, windows = 0, undone } = upload
  const gone = { ...upload, state: 'teruggedraaid', position: undefined, windows: windows + 1 } as const
  const end = upload.readsAnew ? resetForReading(gone) : gone
  const { named: _, ...counts } = undone ?? nothingUndone
  return storeUpload(kind, by, upload, end, { verb: 'import-undone', after: { filename, ...counts } })
}

function isNew(seen: Set<string>, keys: readonly string[]): boolean {
  const isSeen = keys.some((key) => seen.has(key))
  for (const key of keys) seen.add(key)
  return !isSeen
}

/**
 * Yields the rows of each reading of a file, one after another, with the number of rows so far. Throws `NotReadable`
 * when rows that were read before cannot be read any more.
 */
async function* readings<Item extends Place>(
  kind: Importing<Item>,
  upload: UploadRow,
  { key, readOld }: Pick<Attempt, 'key' | 'readOld'>,
) {
  const former: UploadRow['layouts'][] = upload.formerLayouts ?? []
  let before = 0
  for (const [nth, layouts] of [upload.layouts ?? {}, ...former].entries()) {
    const source = await openUploadSource(key, { readOld })
    if (!source) throw new NotReadable(FILE_GONE)
    let done = before
    let refusal = FILE_GONE
    try {
      for await (const { items, stats } of kind.read(source, { ...upload, layouts })) {
        done = before + stats.totalRows
        yield { items, done }
      }
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      refusal = error.message
    }
    // Only the latest reading must reach all its rows: a former one stored nothing beyond the point where it stopped.
    if (nth === 0 && done - before < upload.stats.totalRows) throw new NotReadable(refusal)
    before = done
  }
}

/**
 * Undoes some records of an upload, and tries again when others change them. Throws ImportBusy when they keep
 * changing.
 */
async function undoBatch<Item extends Place>(
  kind: Importing<Item>,
  by: Permit,
  found: UploadRow,
  items: readonly Item[],
  position: number,
): Promise<UploadRow> {
  let upload = found
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { records = [], kept = [] } = (await kind.undoing?.(upload, items)) ?? {}
    if (records.length === 0 && kept.length === 0) return upload
    const parts = inParts(records)
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1
      // Only the last part moves the position. So after an interruption the batch is tried again, with the remaining
      // records.
      const to = isLast ? position : upload.position
      const step = storeStep(kind, by, upload, to, { records: part, kept: isLast ? kept : [] })
      if (!(await isWritten(step))) break
      upload = await step
      if (isLast) return upload
    }
  }
  throw new ImportBusy(`Records of the upload ${upload.id} keep being changed`)
}

const nothing: UndoneRows = { records: [], kept: [] }

/** Splits records into parts that fit into transactions; returns at least one part, which may be empty. */
function inParts(records: readonly UndoneRecord[]): UndoneRecord[][] {
  const parts: UndoneRecord[][] = [[]]
  let left = { writes: MOST_WRITES, bytes: MOST_BYTES }
  for (const one of records) {
    const writes = countWrites(one)
    const isFull = writes > left.writes || one.bytes > left.bytes
    if (isFull && (parts.at(-1)?.length ?? 0) > 0) {
      parts.push([])
      left = { writes: MOST_WRITES, bytes: MOST_BYTES }
    }
    parts.at(-1)?.push(one)
    left = { writes: left.writes - writes, bytes: left.bytes - one.bytes }
  }
  return parts
}

/** Counts the writes that undo an upload for one record, with their audit rows. */
const countWrites = ({ write, also = [] }: UndoneRecord) =>
  [write, ...also.map((change) => change.write)].reduce((sum, some) => sum + some.length, also.length)

/** Undoes an upload for some of its records; stores the reached position in the file in the same transaction. */
function storeStep<Item extends Place>(
  kind: Importing<Item>,
  by: Permit,
  upload: UploadRow,
  position: number | undefined,
  rows: UndoneRows,
): Promise<UploadRow> {
  const { removed, restored, kept: stay, named }: Undone = upload.undone ?? nothingUndone
  const gone = rows.records.filter(({ isRemoved }) => isRemoved).length
  const back = rows.records.filter(({ isRemoved }) => isRemoved === false).length
  const names = rows.kept.map((one) => ({ ...one, name: shortenName(one.name) }))
  const undone: Undone = {
    removed: removed + gone,
    restored: restored + back,
    kept: stay + rows.kept.length,
    named: [...named, ...names].slice(0, NAMED),
  }
  const next = { ...upload, attempts: 0, position, windows: (upload.windows ?? 0) + 1, undone }
  const after = { removed: gone, restored: back, kept: rows.kept.length }
  const write = rows.records.flatMap((one) => one.write)
  const count = rows.records.flatMap((one) => one.count)
  const also = rows.records.flatMap((one) => one.also ?? [])
  return storeUpload(kind, by, upload, next, { verb: 'import-undo-step', after, write, count, also })
}

const shortenName = (name: string) => (name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name)

const FILE_GONE = 'Het bestand van deze upload is er niet meer. De overige rijen blijven staan.'

/**
 * Returns the write that starts the undo of an upload, or resumes a failed one. With `readsAnew` its file is read again
 * afterwards.
 */
export function undoStartWrite(upload: UploadRow, undoneBy: string, readsAnew?: true) {
  const begun = { position: undefined, undone: nothingUndone, countedTo: upload.windows ?? 0 }
  return replaceUpload(upload, {
    ...upload,
    // An interrupted undo is resumed where it stopped; any other undo starts at the first row.
    ...(upload.givenUp === 'wordt teruggedraaid' ? {} : begun),
    ...{ state: 'wordt teruggedraaid', attempts: undefined, givenUp: undefined, undoneBy, readsAnew },
  })
}

/**
 * Returns the write that starts a new reading of an upload. Records of earlier readings are undone first, so that
 * nothing is stored twice.
 */
export const rereadStartWrite = (upload: UploadRow, by: string) =>
  isUnstored(upload) ? replaceUpload(upload, resetForReading(upload)) : undoStartWrite(upload, by, true)
