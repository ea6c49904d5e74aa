import { MAX_UPLOAD_BYTES } from '../../../shared/api/parts/imports.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { asSelf, type Permit } from '../../platform/actor.ts'
import { asWhole } from '../../platform/data/rows.ts'
import { tryWrite } from '../../platform/data/table.ts'
import { findUser, fullName } from '../../platform/identity/user.ts'
import { log } from '../../platform/log.ts'
import type { ReadOldWorkbook } from '../formats/converted.ts'
import { tooLarge } from '../formats/limits.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import type { SpreadsheetSource } from '../recognition/read.ts'
import { errorOfAttempt, hasNoAttemptsLeft, markFailed, markRead, startAttempt, uncountAttempt } from './attempts.ts'
import { type UploadRow, Uploads } from './entity.ts'
import {
  type Attempt,
  ImportBusy,
  type Importing,
  ImportUnfinished,
  type RowToStore,
  type StoreWindow,
} from './importing.ts'
import { uploadNotices } from './notices.ts'
import { readAhead } from './read-ahead.ts'
import { type Announced, newUpload, registerObject } from './register-object.ts'
import { compareWithEarlier, type SeenRows } from './repeated-rows.ts'
import {
  MAX_NAMED_IDS,
  type Meetings,
  newTally,
  type Place,
  reportOf,
  type Stored,
  type Tally,
  tallyRead,
  tallyStored,
} from './tally.ts'
import { undoUpload } from './undo.ts'
import { replaceUpload, storeUpload } from './upload-changes.ts'
import { openUploadSource } from './upload-file.ts'
import { lockUpload, waitForTurn } from './upload-lock.ts'
import { isAwaitingConfirmation } from './upload-states.ts'

/** Milliseconds that an import waits until another import ends, when a person waits for the result. */
const PATIENCE_MS = 20_000

/** Number of batches of rows that are read ahead while earlier rows are stored. */
const AHEAD = 20

/** Result of an import. */
export interface Imported {
  readonly upload: UploadRow
  /** Returns the ids of the file's first records, at most 100, also when an earlier call imported them. */
  readonly ids: () => Promise<readonly string[]>
}

/**
 * Actor for the audit row, the time to wait for another import, the end of this call (epoch milliseconds), the version
 * of the object, whether its event is repeated, and the reader of an .xls.
 */
interface By extends Announced {
  readonly permit: Permit
  readonly patienceMs?: number
  readonly until?: number
  readonly isRepeated?: boolean
  readonly readOld?: ReadOldWorkbook
}

/**
 * Imports an object of the upload bucket, or continues its import or undo; a repeated or racing call returns the result
 * of the first one (rulings 55, 56). The upload ends as done, as waiting for a person, or as failed with a reason.
 * Returns null for an object that is gone, and for a file dropped straight into the bucket: that file is copied, and
 * the event of the copy imports it. Throws `ImportBusy` when other calls take too long, and `ImportUnfinished` when a
 * new event must continue: time is over, the table is busy, or a repeated event finds an upload that made progress.
 */
export async function importUpload<Item extends Place>(
  kind: Importing<Item>,
  object: string,
  by: By,
): Promise<Imported | null> {
  const { until = Number.POSITIVE_INFINITY, readOld } = by
  const taken = await registerObject(kind.list, object, by)
  if (!taken) return null
  const { id, key, file } = taken
  const patienceMs = () => Math.min(by.patienceMs ?? PATIENCE_MS, until - epochOf(now()))
  const lock = await lockUpload(kind, id, patienceMs())
  try {
    const stored: UploadRow | null = asWhole((await Uploads.get({ id }).go({ consistent: true })).data)
    // An event is delivered only a few times. So an upload that made progress continues by a new event.
    if (by.isRepeated && stored?.attempts === 0 && isUnderWay(stored)) throw new ImportUnfinished(stored)
    const isTakenBack = stored?.state === 'wordt teruggedraaid'
    const earlier = isTakenBack
      ? await undoUpload(kind, by.permit, stored, { key, lock, until, patienceMs, readOld })
      : stored
    if (earlier && earlier.state !== 'wordt verwerkt') return { upload: earlier, ids: () => idsIn(kind, earlier, key) }
    const upload = earlier ?? (file && newUpload(kind.list, id, file))
    if (!upload) return null
    const attempt = { key, lock, until, patienceMs, readOld, size: file?.size ?? 0 }
    return await makeAttempt(kind, await permitOfUploader(by.permit, upload), upload, attempt)
  } finally {
    await lock.release()
  }
}

const isUnderWay = ({ state }: UploadRow) => state === 'wordt verwerkt' || state === 'wordt teruggedraaid'

/** Returns the permit of the person who confirmed or uploaded a file, if known, for an import by its event. */
async function permitOfUploader(permit: Permit, { uploadedBy, confirmedBy }: UploadRow): Promise<Permit> {
  const user = permit.actor.id.startsWith('system:') ? await findUser(confirmedBy ?? uploadedBy) : null
  return user ? asSelf({ id: user.id, name: fullName(user) }, permit.actor.origin) : permit
}

/** One attempt to import a file, with the row of its upload as last stored and the totals so far. */
interface Run<Item extends Place> extends Attempt {
  readonly kind: Importing<Item>
  readonly permit: Permit
  readonly tally: Tally
  /**
   * True when an attempt ended without a trace, after its first rows. This one reads and stores in turns, with a mark
   * while it reads, so that another end tells which of the two is the cause.
   */
  readonly isSuspect: boolean
  upload: UploadRow
}

/**
 * Makes one attempt. The file is read from its start; rows up to the last stored window are not stored again. A file
 * refused as a whole is a result, not an error: its upload gets the reason and no retry.
 */
async function makeAttempt<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  found: UploadRow,
  { size, ...attempt }: Attempt & { readonly size: number },
): Promise<Imported> {
  const { key } = attempt
  const isSuspect = (found.attempts ?? 0) > 0
  const run: Run<Item> = { ...attempt, kind, permit, tally: newTally(found), isSuspect, upload: found }
  // The process ended while it read this file. Another attempt would end in the same way.
  if (found.isReading) return refuseFile(run, new SpreadsheetError('corrupt').message)
  if (hasNoAttemptsLeft(found)) return giveUp(run)
  // Reading adds the layouts that it uses to this copy.
  run.upload = await startAttempt({ ...found, layouts: { ...found.layouts }, isReading: true })
  try {
    if (size > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES)
    run.upload = await decidePreview(run)
    const source = await openUploadSource(key, run)
    if (!source) return await refuseFile(run, FILE_GONE)
    await importRows(run, source)
  } catch (error) {
    run.upload = await markRead(run.upload)
    return endAfter(error, run, found)
  }
  const { upload, tally } = run
  return { upload, ids: async () => (found.position === undefined ? tally.ids : idsIn(kind, upload, key)) }
}

/** Returns the upload, marked when its file must be previewed before it is stored. */
async function decidePreview<Item extends Place>({ kind, upload, key, readOld }: Run<Item>): Promise<UploadRow> {
  const isDecided = upload.isPlanned || upload.confirmedBy !== undefined || upload.position !== undefined
  if (!kind.previewing || isDecided || (upload.check ?? 'never') === 'never') return upload
  const source = await openUploadSource(key, { readOld })
  const proposal = source && (await kind.previewing.propose(upload, source))
  if (!proposal?.asks) return upload
  return { ...upload, isPlanned: true, layouts: { ...upload.layouts, ...proposal.layouts } }
}

/** Reads a file and stores its rows in windows, or compares them for a preview. */
async function importRows<Item extends Place>(run: Run<Item>, source: SpreadsheetSource): Promise<void> {
  const { kind, isSuspect, tally, upload } = run
  const previewing = upload.isPlanned ? kind.previewing : undefined
  const store = previewing ? await previewing.planning(upload) : await kind.storing(upload, run.permit)
  const windowRows = previewing?.windowRows ?? kind.windowRows
  const seen: SeenRows = new Map()
  let rows: RowToStore<Item>[] = []
  const storeRows = async (isLast: boolean) => {
    run.upload = await markRead(run.upload)
    await storeWindow(run, store, rows, isLast)
    rows = []
  }
  const batches = kind.read(source, upload)
  for await (const batch of isSuspect ? batches : readAhead(batches, AHEAD)) {
    if (!isSuspect) run.upload = await markRead(run.upload)
    await run.lock.renew()
    const met = compareRows(kind, seen, batch.items)
    tallyRead(tally, batch, meetingsOf(kind, met))
    const { position = 0 } = run.upload
    if (batch.stats.totalRows <= position) continue
    rows.push(...met.map(({ item, meets }) => ({ item, isRepeated: meets !== null, isSame: meets === 'same' })))
    if (batch.stats.totalRows - position >= windowRows) await storeRows(false)
  }
  if (rows.length > 0) await storeRows(true)
  else run.upload = await storeEnd(run)
}

/**
 * Stores the rows read since the last window, with the new position in the file, the counts and the problems found
 * while storing. After the last row also stores the end of the import.
 */
async function storeWindow<Item extends Place>(
  run: Run<Item>,
  store: StoreWindow<Item>,
  rows: readonly RowToStore<Item>[],
  isLast: boolean,
): Promise<void> {
  const { kind, permit, lock, tally, until, upload } = run
  const windows = (upload.windows ?? 0) + 1
  // A preview stores nothing, so it needs no turn.
  const turn = upload.isPlanned ? null : await waitForTurn(kind, upload, run.patienceMs(), lock)
  try {
    const stored = await store(rows, windows, turn?.renew ?? lock.renew)
    tallyStored(tally, stored)
    if (isLast && epochOf(now()) <= until) run.upload = await storeEnd(run, stored)
    else {
      // Leaves out the problems found while reading, so that the row stays small: the next attempt finds these again.
      const stats = { ...tally.stats }
      const progress = { stats, storedSide: { ...tally.stored }, windows, attempts: 0, position: stats.totalRows }
      const next = { ...upload, ...progress, isReading: run.isSuspect || undefined }
      const verb = upload.isPlanned ? 'import-check-step' : 'import-step'
      const { count, outbox } = stored
      run.upload = await storeUpload(kind, permit, upload, next, { verb, after: { stats }, count, outbox })
    }
  } finally {
    await (isLast ? turn?.release() : turn?.pass())
  }
  if (run.upload.state === 'wordt verwerkt' && epochOf(now()) > until) throw new ImportUnfinished(run.upload)
}

/** Returns the result of an attempt that an error ended, or throws what makes the event come again. */
async function endAfter<Item extends Place>(error: unknown, run: Run<Item>, found: UploadRow): Promise<Imported> {
  const { kind, upload } = run
  if (error instanceof ImportBusy) {
    // Waiting for a turn is no crashed attempt.
    await uncountAttempt(found, upload)
    throw error
  }
  if (error instanceof SpreadsheetError) {
    if (error.cause instanceof Error) log.warn('import refused', { upload: upload.id, error: error.cause })
    const isWaiting = kind.findMappers && error.fault === 'no-header'
    return refuseFile(run, error.message, isWaiting ? 'controle nodig' : 'mislukt')
  }
  if (!hasNoAttemptsLeft(upload)) throw errorOfAttempt(error, upload)
  log.error('import given up', { upload: upload.id, error: error instanceof Error ? error : String(error) })
  return giveUp(run)
}

/** Ends an upload with the reason why its file is refused as a whole. */
async function refuseFile<Item extends Place>(
  run: Run<Item>,
  error: string,
  state: UploadRow['state'] = 'mislukt',
): Promise<Imported> {
  // Counts only the rows that were stored, because an undo covers only those.
  const { stats } = run.upload
  return { upload: await storeEnd(run, {}, { stats, state, error }), ids: async () => [] }
}

/** Ends an upload that has no attempts left. */
async function giveUp<Item extends Place>({ kind, permit, upload, key }: Run<Item>): Promise<Imported> {
  const left = await markFailed(kind, permit, upload, 'wordt verwerkt')
  return { upload: await addReportSoFar(kind, left, key), ids: async () => [] }
}

const FILE_GONE = 'Het bestand is verwijderd of vervangen voordat het was gelezen. Upload het opnieuw.'

type Meeting = ReturnType<typeof compareWithEarlier>

const compareRows = <Item extends Place>(
  { keysOf, rowContent }: Importing<Item>,
  seen: SeenRows,
  items: readonly Item[],
) => items.map((item) => ({ item, meets: compareWithEarlier(seen, keysOf(item), item, rowContent(item)) }))

function meetingsOf<Item extends Place>(
  { contradictionText }: Importing<Item>,
  met: readonly { readonly item: Item; readonly meets: Meeting }[],
): Meetings {
  const placeOf = ({ row, sheet }: Place): Place => (sheet === undefined ? { row } : { row, sheet })
  return {
    doubles: met.filter(({ meets }) => meets === 'same').map(({ item }) => placeOf(item)),
    warnings: met.flatMap(({ item, meets }) =>
      meets === null || meets === 'same'
        ? []
        : [{ ...placeOf(item), column: null, reason: contradictionText(item, meets.earlier) }],
    ),
  }
}

/**
 * Returns the ids of the first records, at most 100, of a file that an earlier call imported. They follow from the file
 * alone (rulings 55).
 */
async function idsIn<Item extends Place>(
  { read, idsOf }: Importing<Item>,
  upload: UploadRow,
  key: string,
): Promise<string[]> {
  const ids: string[] = []
  const source = upload.state === 'klaar' && idsOf ? await openUploadSource(key) : null
  if (!source || !idsOf) return ids
  for await (const { items } of read(source, upload)) {
    ids.push(...(await idsOf(items)))
    if (ids.length >= MAX_NAMED_IDS) break
  }
  return ids.slice(0, MAX_NAMED_IDS)
}

/** Returns a given-up upload with the report of the rows up to its position; unchanged when the file cannot be read. */
async function addReportSoFar<Item extends Place>(
  kind: Importing<Item>,
  upload: UploadRow,
  key: string,
): Promise<UploadRow> {
  const { position = 0, stats } = upload
  if (position === 0) return upload
  const tally = newTally(upload)
  const seen: SeenRows = new Map()
  try {
    const source = await openUploadSource(key)
    if (!source) return upload
    for await (const batch of kind.read(source, upload)) {
      if (batch.stats.totalRows > position) break
      tallyRead(tally, batch, meetingsOf(kind, compareRows(kind, seen, batch.items)))
    }
    const next = { ...upload, ...reportOf(tally), stats }
    return (await tryWrite(() => replaceUpload(upload, next).go())) ? next : upload
  } catch (error) {
    log.error('import not read for its report', {
      upload: upload.id,
      error: error instanceof Error ? error : String(error),
    })
    return upload
  }
}

/**
 * Stores the end of an upload, with an audit row of its counts: read whole, unless `end` says otherwise. The audit row
 * names no records, because each record names its upload. After a failure an unfinished window stays out of the
 * counters. `count` and `outbox` belong to the rows of the last window.
 */
async function storeEnd<Item extends Place>(
  { kind, permit, tally, upload: found }: Run<Item>,
  { count, outbox }: Pick<Stored, 'count' | 'outbox'> = {},
  end: Partial<UploadRow> = { state: found.isPlanned ? 'controle nodig' : 'klaar' },
): Promise<UploadRow> {
  const upload = { ...found, ...reportOf(tally), ...end }
  const { filename, uploadedBy, state, stats, error, windows = 0 } = upload
  const isFullyRead = state === 'klaar' || isAwaitingConfirmation(upload)
  const next = {
    ...upload,
    isReading: undefined,
    position: undefined,
    storedSide: undefined,
    windows: isFullyRead ? windows + 1 : upload.windows,
  }
  const verb = state === 'klaar' ? 'import' : isFullyRead ? 'import-check' : 'import-failed'
  return storeUpload(kind, permit, upload, next, {
    ...{ verb, after: { filename, uploadedBy, state, stats, error }, count, outbox },
    notify: await uploadNotices(kind, next),
  })
}
