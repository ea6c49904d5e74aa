import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { localDateOf, now } from '../../shared/time.ts'
import { asSelf, type Permit } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { findUpload, readUpload, type StoredFile } from '../platform/files.ts'
import { type Lock, takeLock } from '../platform/lock.ts'
import { log } from '../platform/log.ts'
import { whole } from '../platform/rows.ts'
import { findUser } from '../platform/user.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { readContracts } from './read-contracts.ts'
import { contractIdsOf, type SeenRows, storeContracts } from './storing.ts'
import { NAMED, newTally, reportOf, type Tally, tallied } from './tally.ts'

/** How long an import waits for another one to finish when a person waits for it, and how often it looks. */
const PATIENCE_MS = 20_000
const LOOK_MS = 250

/**
 * How often an import is begun before it is given up: once less than its event is delivered (infra/manifest.ts), so that
 * a delivery is left to say so when the last attempt ended without a word.
 */
const ATTEMPTS = 4

/** Another import is going on; the event is delivered again later. */
export class ImportBusy extends Error {
  override readonly name = 'ImportBusy'
}

/** What an import came to. */
export interface Imported {
  readonly upload: UploadRow
  /** The ids of the contracts that stand first in the file, whichever call imported them. */
  readonly contractIds: () => Promise<readonly string[]>
}

/** On whose behalf, for the audit row; how long it may wait for another import; which version of the object it is. */
interface By {
  readonly permit: Permit
  readonly patienceMs?: number
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
export async function importUpload(key: string, by: By): Promise<Imported | null> {
  const file = await findUpload(key)
  const etag = file?.etag ?? by.etag
  if (etag === undefined) return null
  const id = uploadIdOf({ key, etag })
  const lock = await patientLock(by.patienceMs ?? PATIENCE_MS)
  try {
    const earlier: UploadRow | null = whole((await Uploads.get({ id }).go({ consistent: true })).data)
    if (earlier && earlier.state !== 'wordt verwerkt') {
      return { upload: earlier, contractIds: () => contractIdsIn(earlier, key) }
    }
    const upload = earlier ?? (file && (await newUpload(id, file)))
    return upload && (await run(uploadersPermit(by.permit, upload), upload, key, lock))
  } finally {
    await lock.release()
  }
}

async function patientLock(patienceMs: number): Promise<Lock> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const lock = await takeLock('contract-import')
    if (lock) return lock
    if (waited >= patienceMs) throw new ImportBusy('Another import is running')
    await pause(LOOK_MS)
  }
}

async function newUpload(id: string, file: StoredFile): Promise<UploadRow> {
  const uploadedBy = file.metadata['uploaded-by'] ?? 'system:uploads'
  const user = await findUser(uploadedBy)
  return {
    id,
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

/** One attempt. A file refused as a whole is an outcome, not a failure: the upload says why and nothing is tried again. */
async function run(permit: Permit, upload: UploadRow, key: string, lock: Lock): Promise<Imported> {
  const { attempts = 0 } = upload
  const tally = newTally()
  const failed = async (error: string): Promise<Imported> => {
    const end = await finish(permit, { ...upload, ...reportOf(tally), state: 'mislukt', error })
    return { upload: end, contractIds: async () => [] }
  }
  if (attempts >= ATTEMPTS) return failed(GIVEN_UP)
  await Uploads.put({ ...upload, attempts: attempts + 1 }).go()
  try {
    const source = await readUpload(key)
    if (!source) return await failed(GONE)
    await storeRows(upload, source, lock, tally)
  } catch (error) {
    if (error instanceof SpreadsheetError) return failed(error.message)
    if (attempts + 1 < ATTEMPTS) throw error
    log.error('import given up', { upload: upload.id, error: error instanceof Error ? error : String(error) })
    return failed(GIVEN_UP)
  }
  const finished = await finish(permit, { ...upload, ...reportOf(tally), state: 'klaar' })
  return { upload: finished, contractIds: async () => tally.contractIds }
}

const GONE = 'Het bestand is verwijderd voordat het was gelezen. Upload het opnieuw.'
const GIVEN_UP =
  'Het verwerken is een paar keer onverwacht afgebroken en gestopt. Wat al was gelezen is bewaard; upload het bestand opnieuw of splits het.'

/** The ids of the first contracts of a file that was imported before; they follow from the file alone (rulings 55). */
async function contractIdsIn({ filename, state }: UploadRow, key: string): Promise<string[]> {
  const ids: string[] = []
  const source = state === 'klaar' ? await readUpload(key) : null
  if (!source) return ids
  for await (const { contracts } of readContracts(source, { filename, today: localDateOf(now()) })) {
    ids.push(...(await contractIdsOf(contracts.map(({ contract }) => contract))))
    if (ids.length >= NAMED) break
  }
  return ids.slice(0, NAMED)
}

async function storeRows(upload: UploadRow, source: AsyncIterable<Uint8Array>, lock: Lock, tally: Tally) {
  const seen: SeenRows = new Map()
  for await (const batch of readContracts(source, { filename: upload.filename, today: localDateOf(now()) })) {
    await lock.renew()
    tallied(tally, batch, await storeContracts(upload.id, batch.contracts, seen))
  }
}

/** The upload's end and its audit row: what changed, by count; the rows themselves name their upload. */
async function finish(permit: Permit, upload: UploadRow): Promise<UploadRow> {
  await commit(
    permit,
    {
      action: upload.state === 'mislukt' ? 'contract.import-failed' : 'contract.import',
      entity: { type: 'contract_upload', id: upload.id },
      after: {
        filename: upload.filename,
        uploadedBy: upload.uploadedBy,
        state: upload.state,
        stats: upload.stats,
        error: upload.error,
      },
      write: [Uploads.put(upload)],
    },
    undefined,
  )
  return upload
}
