import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { epochOf, now } from '../../shared/time.ts'
import { asSelf, type Permit } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import type { Move } from '../platform/counters.ts'
import { findUpload, readUpload, type StoredFile } from '../platform/files.ts'
import { type Lock, takeLock } from '../platform/lock.ts'
import { log } from '../platform/log.ts'
import { whole } from '../platform/rows.ts'
import { findUser } from '../platform/user.ts'
import { type UploadRow, Uploads } from './entity.ts'
import type { SpreadsheetSource } from './read.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { NAMED, newTally, type ReadBatch, reportOf, type Stored, tallied } from './tally.ts'

/** How long an import waits for another one to finish when a person waits for it, and how often it looks. */
const PATIENCE_MS = 20_000
const LOOK_MS = 250

/**
 * How often an import is begun before it is given up: once less than its event is delivered (infra/manifest.ts), so that
 * a delivery is left to say so when the last attempt ended without a word.
 */
const ATTEMPTS = 4

/** Another import is going on, or this one takes longer than its call can; the event is delivered again later. */
export class ImportBusy extends Error {
  override readonly name = 'ImportBusy'
}

/** What is imported: how a kind of record is read and stored. */
export interface Importing {
  /** Its name in the audit (`contract.import`, of a `contract_upload`) and of its lock. */
  readonly type: 'contract' | 'lead'
  readonly list: UploadRow['list']
  /** A file whose headers mean nothing known waits for somebody to say what they mean. */
  readonly waitsForMapping?: boolean
  /** Reads a file and stores what it holds, batch by batch. */
  readonly steps: (source: SpreadsheetSource, upload: UploadRow, permit: Permit) => AsyncIterable<Step>
  /** What the rows that it stored without a transaction add to the counters. */
  readonly counts?: (stats: UploadRow['stats']) => readonly Move[]
  /** The ids of the records that a file holds, in its order, a number of them at a time, without storing anything. */
  readonly idsIn?: (source: SpreadsheetSource, filename: string) => AsyncIterable<readonly string[]>
}

interface Step {
  readonly batch: ReadBatch
  readonly stored: Stored
}

/** What an import came to. */
export interface Imported {
  readonly upload: UploadRow
  /** The ids of the records that stand first in the file, whichever call imported them. */
  readonly ids: () => Promise<readonly string[]>
}

/**
 * On whose behalf, for the audit row; how long it may wait for another import, and until when it may take with that (epoch
 * milliseconds); which version of the object it is.
 */
interface By {
  readonly permit: Permit
  readonly patienceMs?: number
  readonly until?: number
  readonly etag?: string
}

/** The id of an upload: the same for the same object, however often and by whichever road it is announced. */
const uploadIdOf = ({ key, etag }: Pick<StoredFile, 'key' | 'etag'>) =>
  createHash('sha256').update(`${key}\n${etag}`).digest('hex').slice(0, 32)

/**
 * Imports an object of the upload bucket, once: a repeated or racing call finds the upload done and repeats its
 * outcome (rulings 55, 56). One import runs at a time, and each ends as done or as failed with a reason, whatever
 * becomes of the object or of the process. Throws `ImportBusy` when another one takes longer than this call can wait,
 * and what is worth another attempt; null when the object was gone before anything was known of it.
 */
export async function importUpload(kind: Importing, key: string, by: By): Promise<Imported | null> {
  const { until = Number.POSITIVE_INFINITY } = by
  const file = await findUpload(key)
  const etag = file?.etag ?? by.etag
  if (etag === undefined) return null
  const id = uploadIdOf({ key, etag })
  const lock = await importLock(kind, Math.min(by.patienceMs ?? PATIENCE_MS, until - epochOf(now())))
  try {
    const earlier: UploadRow | null = whole((await Uploads.get({ id }).go({ consistent: true })).data)
    if (earlier && earlier.state !== 'wordt verwerkt') {
      return { upload: earlier, ids: () => idsIn(kind, earlier, key) }
    }
    const upload = earlier ?? (file && (await newUpload(kind, id, file)))
    return upload && (await run(kind, uploadersPermit(by.permit, upload), upload, { key, lock, until }))
  } finally {
    await lock.release()
  }
}

/** The right to import that kind, which also keeps others from it. Throws `ImportBusy` when another import takes longer. */
export async function importLock({ type }: Importing, patienceMs: number): Promise<Lock> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const lock = await takeLock(`${type}-import`)
    if (lock) return lock
    if (waited >= patienceMs) throw new ImportBusy('Another import is running')
    await pause(LOOK_MS)
  }
}

async function newUpload({ list }: Importing, id: string, file: StoredFile): Promise<UploadRow> {
  const uploadedBy = file.metadata['uploaded-by'] ?? 'system:uploads'
  const user = await findUser(uploadedBy)
  return {
    id,
    list,
    key: file.key,
    filename: decodeURIComponent(file.metadata['filename'] ?? '') || (file.key.split('/').at(-1) ?? file.key),
    uploadedBy,
    uploadedByUser: user ? { firstName: user.firstName, lastName: user.lastName } : undefined,
    uploadedAt: now(),
    state: 'wordt verwerkt',
    error: undefined,
    attempts: undefined,
    ...reportOf(newTally()),
  }
}

/** What an event imports is done by whoever uploaded the file, where the object says who. */
function uploadersPermit(permit: Permit, { uploadedBy, uploadedByUser: user }: UploadRow): Permit {
  if (!user || !permit.actor.id.startsWith('system:')) return permit
  return asSelf({ id: uploadedBy, name: `${user.firstName} ${user.lastName}` }, permit.actor.origin)
}

/** What one attempt has: the object, the right to import, and until when (epoch milliseconds). */
interface Attempt {
  readonly key: string
  readonly lock: Lock
  readonly until: number
}

/** One attempt. A file refused as a whole is an outcome, not a failure: the upload says why and nothing is tried again. */
async function run(kind: Importing, permit: Permit, upload: UploadRow, attempt: Attempt): Promise<Imported> {
  const { key, lock, until } = attempt
  const { attempts = 0 } = upload
  const tally = newTally()
  const failed = async (error: string, state: UploadRow['state'] = 'mislukt'): Promise<Imported> => {
    const end = await finish(kind, permit, { ...upload, ...reportOf(tally), state, error })
    return { upload: end, ids: async () => [] }
  }
  if (attempts >= ATTEMPTS) return failed(GIVEN_UP)
  await Uploads.put({ ...upload, attempts: attempts + 1 }).go()
  try {
    const source = await readUpload(key)
    if (!source) return await failed(GONE)
    for await (const { batch, stored } of kind.steps(source, upload, permit)) {
      await lock.renew()
      tallied(tally, batch, stored)
      if (epochOf(now()) > until) throw new ImportBusy('This call has no time left')
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) {
      const isWaiting = kind.waitsForMapping && error.fault === 'no-header'
      return failed(error.message, isWaiting ? 'controle nodig' : 'mislukt')
    }
    if (attempts + 1 < ATTEMPTS) throw error
    log.error('import given up', { upload: upload.id, error: error instanceof Error ? error : String(error) })
    return failed(GIVEN_UP)
  }
  const finished = await finish(kind, permit, { ...upload, ...reportOf(tally), state: 'klaar' })
  return { upload: finished, ids: async () => tally.ids }
}

const GONE = 'Het bestand is verwijderd voordat het was gelezen. Upload het opnieuw.'
const GIVEN_UP =
  'Het verwerken is een paar keer onverwacht afgebroken en gestopt. Wat al was gelezen is bewaard; upload het bestand opnieuw of splits het.'

/** The ids of the first records of a file that was imported before; they follow from the file alone (rulings 55). */
async function idsIn(kind: Importing, { filename, state }: UploadRow, key: string): Promise<string[]> {
  const ids: string[] = []
  const source = state === 'klaar' && kind.idsIn ? await readUpload(key) : null
  if (!source || !kind.idsIn) return ids
  for await (const some of kind.idsIn(source, filename)) {
    ids.push(...some)
    if (ids.length >= NAMED) break
  }
  return ids.slice(0, NAMED)
}

/** The upload's end and its audit row: what changed, by count; the rows themselves name their upload. */
async function finish({ type, counts }: Importing, permit: Permit, upload: UploadRow): Promise<UploadRow> {
  await commit(
    permit,
    {
      action: `${type}.${upload.state === 'klaar' ? 'import' : 'import-failed'}`,
      entity: { type: `${type}_upload`, id: upload.id },
      after: {
        filename: upload.filename,
        uploadedBy: upload.uploadedBy,
        state: upload.state,
        stats: upload.stats,
        error: upload.error,
      },
      write: [Uploads.put(upload)],
      count: counts?.(upload.stats) ?? [],
    },
    undefined,
  )
  return upload
}
