import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type * as z from 'zod'
import type { RowProblem } from '../../shared/contract/contracts.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { findUpload, readUpload, type StoredFile } from '../platform/files.ts'
import { type Lock, takeLock } from '../platform/lock.ts'
import { findUser } from '../platform/user.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { SpreadsheetError } from './read.ts'
import { readContracts } from './read-contracts.ts'
import type { Problem } from './row-reading.ts'
import { contractIdOf, storeContracts } from './storing.ts'

/** Problems kept with an upload; `stats.errors` counts all rows that failed. */
const KEPT_PROBLEMS = 200

/** How long an import waits for another one to finish when a person waits for it, and how often it looks. */
const PATIENCE_MS = 20_000
const LOOK_MS = 250

const nothing = { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 }

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

/** On whose behalf, for the audit row, and how long it may wait for another import. */
interface By {
  readonly permit: Permit
  readonly patienceMs?: number
}

/** How many contracts an import names in its reply. */
const NAMED = 100

/** The id of an upload: the same for the same object, however often and by whichever road it is announced. */
const uploadIdOf = ({ key, etag }: StoredFile) =>
  createHash('sha256').update(`${key}\n${etag}`).digest('hex').slice(0, 32)

/**
 * Imports an object of the upload bucket, once: a repeated or racing call finds the upload done and repeats its
 * outcome (rulings 55, 56). One import runs at a time. Throws `ImportBusy` when another one takes longer than this
 * call can wait; null when the object is gone.
 */
export async function importUpload(key: string, { permit, patienceMs = PATIENCE_MS }: By): Promise<Imported | null> {
  const file = await findUpload(key)
  if (!file) return null
  const id = uploadIdOf(file)
  const lock = await patientLock(patienceMs)
  try {
    const { data: earlier } = await Uploads.get({ id }).go({ consistent: true })
    if (earlier && earlier.state !== 'wordt verwerkt') {
      return { upload: earlier, contractIds: () => contractIdsIn(earlier, key) }
    }
    const upload = earlier ?? (await begin(id, file))
    return await run(permit, upload, file, lock)
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

async function begin(id: string, file: StoredFile): Promise<UploadRow> {
  const uploadedBy = file.metadata['uploaded-by'] ?? 'system:uploads'
  const user = await findUser(uploadedBy)
  const upload: UploadRow = {
    id,
    filename: decodeURIComponent(file.metadata['filename'] ?? '') || (file.key.split('/').at(-1) ?? file.key),
    uploadedBy,
    ...(user ? { uploadedByUser: { firstName: user.firstName, lastName: user.lastName } } : {}),
    uploadedAt: now(),
    state: 'wordt verwerkt',
    stats: nothing,
    details: [],
  }
  await Uploads.put(upload).go()
  return upload
}

/** A file refused as a whole is an outcome, not a failure: the upload says why and nothing is tried again. */
async function run(permit: Permit, upload: UploadRow, file: StoredFile, lock: Lock): Promise<Imported> {
  try {
    const { stats, details, contractIds } = await storeRows(upload, file, lock)
    const finished = await finish(permit, { ...upload, state: 'klaar', stats, details })
    return { upload: finished, contractIds: async () => contractIds }
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    const failed = await finish(permit, { ...upload, state: 'mislukt', error: error.message })
    return { upload: failed, contractIds: async () => [] }
  }
}

/** The ids of the first contracts of a file that was imported before; they follow from the file alone (rulings 55). */
async function contractIdsIn({ filename, state }: UploadRow, key: string): Promise<string[]> {
  const ids: string[] = []
  if (state !== 'klaar') return ids
  for await (const { contracts } of readContracts(await readUpload(key), { filename, today: localDateOf(now()) })) {
    ids.push(...contracts.map(({ contract }) => contractIdOf(contract.importKey)))
    if (ids.length >= NAMED) break
  }
  return ids.slice(0, NAMED)
}

async function storeRows(upload: UploadRow, file: StoredFile, lock: Lock) {
  const stats = { ...nothing }
  const details: z.output<typeof RowProblem>[] = []
  const contractIds: string[] = []
  const keep = (problems: readonly Problem[]) => details.push(...problems.slice(0, KEPT_PROBLEMS - details.length))
  const source = await readUpload(file.key)
  for await (const batch of readContracts(source, { filename: upload.filename, today: localDateOf(now()) })) {
    await lock.renew()
    const contracts = batch.contracts.map(({ contract }) => contract)
    const stored = await storeContracts(upload.id, contracts)
    stats.totalRows = batch.stats.totalRows
    stats.errors = batch.stats.errors
    stats.created += stored.created
    stats.updated += stored.updated
    stats.skipped += stored.skipped
    keep(batch.problems)
    keep(batch.warnings)
    for (const contract of contracts.slice(0, NAMED - contractIds.length))
      contractIds.push(contractIdOf(contract.importKey))
  }
  return { stats, details, contractIds }
}

/** The upload's end and its audit row: what changed, by count; the rows themselves name their upload. */
async function finish(permit: Permit, upload: UploadRow): Promise<UploadRow> {
  await commit(
    permit,
    {
      action: 'contract.import',
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
