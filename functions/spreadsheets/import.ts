import { MAX_UPLOAD_BYTES } from '../../shared/contract/imports.ts'
import { epochOf, now } from '../../shared/time.ts'
import { asSelf, type Permit } from '../platform/actor.ts'
import type { Move } from '../platform/counters.ts'
import { readUpload } from '../platform/files.ts'
import { log } from '../platform/log.ts'
import { whole } from '../platform/rows.ts'
import { accepted } from '../platform/table.ts'
import { findUser, fullName } from '../platform/user.ts'
import { isShown } from './anew.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { begun, failedWith, givenUp, isBegunTooOften, notBegun } from './giving-up.ts'
import { type Attempt, ImportBusy, type Importing, ImportUnfinished, type Met, type StoreWindow } from './importing.ts'
import { tooLarge } from './limits.ts'
import { readAhead } from './read-ahead.ts'
import { meeting, type SeenRows } from './seen.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { type Announced, newUpload, takenIn } from './taking-in.ts'
import { type Meetings, NAMED, newTally, type Place, reportOf, type Tally, tallyRead, tallyStored } from './tally.ts'
import { kept, replacing, turnOf, uploadLock } from './turns.ts'
import { undoUpload } from './undo.ts'

/** How long an import waits for another one when a person waits for it. */
const PATIENCE_MS = 20_000

/** How many batches of rows are read while others are stored: about a window. */
const AHEAD = 20

/** What an import came to. */
export interface Imported {
  readonly upload: UploadRow
  /** The ids of the records that stand first in the file, whichever call imported them. */
  readonly ids: () => Promise<readonly string[]>
}

/**
 * On whose behalf, for the audit row; how long it may wait for another import, and until when it may take with that (epoch
 * milliseconds); which version of the object it is, and whether this was told before.
 */
interface By extends Announced {
  readonly permit: Permit
  readonly patienceMs?: number
  readonly until?: number
  readonly isRepeated?: boolean
}

/**
 * Imports an object of the upload bucket, once: a repeated or racing call finds the upload done and repeats its
 * outcome (rulings 55, 56). One call at a time works on an upload, and uploads of a kind take turns, window by window;
 * each ends as done or as failed with a reason, whatever becomes of the object or of the process. Throws `ImportBusy`
 * when another one takes longer than this call can wait, `ImportUnfinished` when its own time is over or the table is too busy, and what is worth
 * another attempt; null when there is nothing to import: the object was dropped, and its copy has an event of its own, or
 * it was gone before anything was known of it.
 */
export async function importUpload<Item extends Place>(
  kind: Importing<Item>,
  object: string,
  by: By,
): Promise<Imported | null> {
  const { until = Number.POSITIVE_INFINITY } = by
  const taken = await takenIn(kind.list, object, by)
  if (!taken) return null
  const { id, key, file } = taken
  const patienceMs = () => Math.min(by.patienceMs ?? PATIENCE_MS, until - epochOf(now()))
  const lock = await uploadLock(kind, id, patienceMs())
  try {
    const stored: UploadRow | null = whole((await Uploads.get({ id }).go({ consistent: true })).data)
    // What got further is announced anew, so that a file is not left when its event has been delivered too often.
    if (by.isRepeated && stored?.attempts === 0 && isUnderWay(stored)) throw new ImportUnfinished(stored)
    const isTakenBack = stored?.state === 'wordt teruggedraaid'
    const earlier = isTakenBack ? await undoUpload(kind, by.permit, stored, { key, lock, until, patienceMs }) : stored
    if (earlier && earlier.state !== 'wordt verwerkt') return { upload: earlier, ids: () => idsIn(kind, earlier, key) }
    const upload = earlier ?? (file && newUpload(kind.list, id, file))
    if (!upload) return null
    const attempt = { key, lock, until, patienceMs, size: file?.size ?? 0 }
    return await run(kind, await uploadersPermit(by.permit, upload), upload, attempt)
  } finally {
    await lock.release()
  }
}

const isUnderWay = ({ state }: UploadRow) => state === 'wordt verwerkt' || state === 'wordt teruggedraaid'

/** Returns the permit of the person who confirmed or uploaded a file, where that is known, for what its event imports. */
async function uploadersPermit(permit: Permit, { uploadedBy, confirmedBy }: UploadRow): Promise<Permit> {
  const user = permit.actor.id.startsWith('system:') ? await findUser(confirmedBy ?? uploadedBy) : null
  return user ? asSelf({ id: user.id, name: fullName(user) }, permit.actor.origin) : permit
}

/**
 * One attempt, which goes on behind the last window that is known to be stored: the file is read from its start, and what
 * was stored is only looked at. A file refused as a whole is an outcome, not a failure: the upload says why and nothing
 * is tried again.
 */
async function run<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  found: UploadRow,
  { key, lock, until, patienceMs, size }: Attempt & { readonly size: number },
): Promise<Imported> {
  let upload = found
  const tally = newTally(upload)
  const { previewing } = kind
  const failed = async (error: string, state: UploadRow['state'] = 'mislukt') => {
    // Its numbers are those of what is known to be stored, which is what can be taken back.
    const { stats } = upload
    const refused = await ended(kind, permit, { ...upload, ...reportOf(tally), stats, state, error })
    return { upload: refused, ids: async () => [] }
  }
  const stopped = async () => {
    const left = await givenUp(kind, permit, upload, 'wordt verwerkt')
    return { upload: await reportedSoFar(kind, left, key), ids: async () => [] }
  }
  if (isBegunTooOften(found)) return stopped()
  // What headers are taken for is noted in here as they are read.
  upload = await begun({ ...found, layouts: { ...found.layouts } })
  const seen: SeenRows = new Map()
  let rows: Met<Item>[] = []

  const end = (count?: readonly Move[]) =>
    ended(kind, permit, { ...upload, ...reportOf(tally), state: upload.isPlanned ? 'controle nodig' : 'klaar' }, count)

  /** Stores what was read since the last window, and where the import is with it; the end too, where that is reached. */
  async function storeRead(store: StoreWindow<Item>, isLast: boolean): Promise<void> {
    const { windows = 0 } = upload
    // What stores nothing is in nobody's way.
    const turn = upload.isPlanned ? null : await turnOf(kind, upload, patienceMs(), lock)
    try {
      const stored = await store(rows, windows + 1, turn?.renew ?? lock.renew)
      tallyStored(tally, stored)
      rows = []
      const isEnd = isLast && epochOf(now()) <= until
      upload = isEnd ? await end(stored.count) : await marked(kind, permit, upload, tally, stored.count)
    } finally {
      await (isLast ? turn?.release() : turn?.pass())
    }
    if (upload.state === 'wordt verwerkt' && epochOf(now()) > until) throw new ImportUnfinished(upload)
  }

  /** Looks at the file first where somebody may have to see what becomes of it. */
  async function proposed(): Promise<void> {
    const isDecided = upload.isPlanned || upload.confirmedBy !== undefined || upload.position !== undefined
    if (!previewing || isDecided || (upload.check ?? 'never') === 'never') return
    const source = await readUpload(key)
    const proposal = source && (await previewing.propose(upload, source))
    if (proposal?.asks) upload = { ...upload, isPlanned: true, layouts: { ...upload.layouts, ...proposal.layouts } }
  }

  try {
    if (size > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES)
    await proposed()
    const source = await readUpload(key)
    if (!source) return await failed(GONE)
    const store = previewing && upload.isPlanned ? previewing.planning(upload) : await kind.storing(upload, permit)
    for await (const batch of readAhead(kind.read(source, upload), AHEAD)) {
      await lock.renew()
      const met = metIn(kind, seen, batch.items)
      tallyRead(tally, batch, meetingsOf(kind, met))
      const { position = 0 } = upload
      if (batch.stats.totalRows <= position) continue
      rows.push(...met.map(({ item, meets }) => ({ item, isRepeated: meets !== null, isSame: meets === 'same' })))
      if (batch.stats.totalRows - position >= kind.windowRows) await storeRead(store, false)
    }
    if (rows.length > 0) await storeRead(store, true)
    else upload = await end()
  } catch (error) {
    if (error instanceof ImportBusy) {
      // Who waited for a turn did not crash.
      await notBegun(found, upload)
      throw error
    }
    if (error instanceof SpreadsheetError) {
      const isWaiting = kind.waitsForMapping && error.fault === 'no-header'
      return failed(error.message, isWaiting ? 'controle nodig' : 'mislukt')
    }
    if (!isBegunTooOften(upload)) throw failedWith(error, upload)
    log.error('import given up', { upload: upload.id, error: error instanceof Error ? error : String(error) })
    return stopped()
  }
  const { ids } = tally
  return { upload, ids: async () => (found.position === undefined ? ids : idsIn(kind, upload, key)) }
}

const GONE = 'Het bestand is verwijderd of vervangen voordat het was gelezen. Upload het opnieuw.'

type Meeting = ReturnType<typeof meeting>

const metIn = <Item extends Place>({ keysOf, saidBy }: Importing<Item>, seen: SeenRows, items: readonly Item[]) =>
  items.map((item) => ({ item, meets: meeting(seen, keysOf(item), item, saidBy(item)) }))

function meetingsOf<Item extends Place>(
  { otherThan }: Importing<Item>,
  met: readonly { readonly item: Item; readonly meets: Meeting }[],
): Meetings {
  const placeOf = ({ row, sheet }: Place): Place => (sheet === undefined ? { row } : { row, sheet })
  return {
    doubles: met.filter(({ meets }) => meets === 'same').map(({ item }) => placeOf(item)),
    warnings: met.flatMap(({ item, meets }) =>
      meets === null || meets === 'same'
        ? []
        : [{ ...placeOf(item), column: null, reason: otherThan(item, meets.earlier) }],
    ),
  }
}

/** The ids of the first records of a file that was imported before; they follow from the file alone (rulings 55). */
async function idsIn<Item extends Place>(
  { read, idsOf }: Importing<Item>,
  upload: UploadRow,
  key: string,
): Promise<string[]> {
  const ids: string[] = []
  const source = upload.state === 'klaar' && idsOf ? await readUpload(key) : null
  if (!source || !idsOf) return ids
  for await (const { items } of read(source, upload)) {
    ids.push(...(await idsOf(items)))
    if (ids.length >= NAMED) break
  }
  return ids.slice(0, NAMED)
}

/** An import that was given up, with what there is to tell of the rows that it came to; as it is where they cannot be read. */
async function reportedSoFar<Item extends Place>(
  kind: Importing<Item>,
  upload: UploadRow,
  key: string,
): Promise<UploadRow> {
  const { position = 0, stats } = upload
  if (position === 0) return upload
  const tally = newTally(upload)
  const seen: SeenRows = new Map()
  try {
    const source = await readUpload(key)
    if (!source) return upload
    for await (const batch of kind.read(source, upload)) {
      if (batch.stats.totalRows > position) break
      tallyRead(tally, batch, meetingsOf(kind, metIn(kind, seen, batch.items)))
    }
    const next = { ...upload, ...reportOf(tally), stats }
    return (await accepted(() => replacing(upload, next).go())) ? next : upload
  } catch (error) {
    log.error('import not read for its report', {
      upload: upload.id,
      error: error instanceof Error ? error : String(error),
    })
    return upload
  }
}

/** Where an import is, with what it has come to; the row stays small, since reading tells the rest once more. */
async function marked(
  kind: Pick<Importing<never>, 'type'>,
  permit: Permit,
  upload: UploadRow,
  { stats, stored }: Tally,
  count: readonly Move[] | undefined,
): Promise<UploadRow> {
  const next = {
    ...upload,
    stats: { ...stats },
    attempts: 0,
    position: stats.totalRows,
    windows: (upload.windows ?? 0) + 1,
    storedSide: { ...stored },
  }
  const verb = upload.isPlanned ? 'import-check-step' : 'import-step'
  return kept(kind, permit, upload, next, { verb, after: { stats: next.stats }, count })
}

/**
 * The upload's end and its audit row: what changed, by count; the rows themselves name their upload. Where it failed, a
 * window that was begun did not end, and what it made is in no counter.
 */
async function ended(
  kind: Pick<Importing<never>, 'type'>,
  permit: Permit,
  upload: UploadRow,
  count?: readonly Move[],
): Promise<UploadRow> {
  const { filename, uploadedBy, state, stats, error, windows = 0 } = upload
  const isWhole = state === 'klaar' || isShown(upload)
  const next = {
    ...upload,
    position: undefined,
    storedSide: undefined,
    windows: isWhole ? windows + 1 : upload.windows,
  }
  const verb = state === 'klaar' ? 'import' : isWhole ? 'import-check' : 'import-failed'
  return kept(kind, permit, upload, next, { verb, after: { filename, uploadedBy, state, stats, error }, count })
}
