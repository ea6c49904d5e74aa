import type { Permit } from '../../platform/actor.ts'
import { tryWrite } from '../../platform/data/table.ts'
import { failureOf } from '../../platform/http/reply.ts'
import { log } from '../../platform/log.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { ImportBusy, type Importing, ImportUnfinished } from './importing.ts'
import { uploadNotices } from './notices.ts'
import { replaceUpload, storeUpload } from './upload-changes.ts'

/**
 * Attempts without progress after which an upload fails. One fewer than the deliveries of its event
 * (infra/manifest.ts), so that the last delivery can record the failure when the last attempt crashed.
 */
const ATTEMPTS = 4

/** Number of attempts in quick succession while the table is too busy; later attempts are half an hour apart. */
const AT_ONCE = 3

const STOPPED = {
  'wordt verwerkt': 'Het verwerken is een paar keer afgebroken. De verwerkte rijen zijn bewaard. Probeer het opnieuw.',
  'wordt teruggedraaid':
    'Het terugdraaien is een paar keer afgebroken. Een deel is al teruggedraaid. Probeer het opnieuw.',
} as const

/** State of an upload whose work can fail and be retried. */
export type UnderWay = keyof typeof STOPPED

/** Tells whether an upload has no attempts left: four in a row ended without any progress. */
export const hasNoAttemptsLeft = ({ attempts = 0 }: UploadRow): boolean => attempts >= ATTEMPTS

/**
 * Counts an attempt at an upload before it starts, and returns the upload with that count; a crashed attempt leaves no
 * other trace. Throws `ImportBusy` when another call stored part of the upload.
 */
export async function startAttempt(found: UploadRow): Promise<UploadRow> {
  const upload = { ...found, attempts: (found.attempts ?? 0) + 1, waits: undefined }
  if (await tryWrite(() => replaceUpload(found, upload).go())) return upload
  throw new ImportBusy('Another call worked on this upload')
}

/** Removes the mark of an upload whose file is being read; returns the upload without the mark. */
export async function markRead(upload: UploadRow): Promise<UploadRow> {
  if (!upload.isReading) return upload
  await Uploads.patch({ id: upload.id }).remove(['isReading']).go()
  return { ...upload, isReading: undefined }
}

/**
 * Takes back the count of an attempt that only waited, unless the upload progressed since. The first row is the upload
 * from before the attempt, the second the present one.
 */
export async function uncountAttempt(
  { attempts = 0, windows }: UploadRow,
  { id, windows: now }: UploadRow,
): Promise<void> {
  if (now === windows) await Uploads.patch({ id }).set({ attempts }).go()
}

/**
 * Returns the error to throw for a failed attempt at an upload. The first two attempts on a busy table get
 * `ImportUnfinished`, after which the caller retries soon by a new event. Otherwise returns the error itself; the
 * failed event then comes again after half an hour.
 */
export function errorOfAttempt(error: unknown, upload: UploadRow): unknown {
  if (failureOf(error) !== 'unavailable' || (upload.attempts ?? 0) >= AT_ONCE) return error
  log.error('import interrupted', { upload: upload.id, error: error instanceof Error ? error : String(error) })
  return new ImportUnfinished(upload)
}

/**
 * Marks an upload as failed, with the numbers so far, and returns the stored row. `from` is the work that failed,
 * import or undo, which a retry continues. Notifies the uploader of a failed import.
 */
export async function markFailed(
  kind: Pick<Importing<never>, 'type' | 'findMappers'>,
  permit: Permit,
  upload: UploadRow,
  from: UnderWay,
): Promise<UploadRow> {
  const { filename, uploadedBy, stats, undone } = upload
  const error = STOPPED[from]
  const next = { ...upload, state: 'mislukt', error, givenUp: from } as const
  const after = { filename, uploadedBy, state: next.state, error }
  if (from === 'wordt verwerkt') {
    return storeUpload(kind, permit, upload, next, {
      ...{ verb: 'import-failed', after: { ...after, stats } },
      notify: await uploadNotices(kind, next),
    })
  }
  const { named: _, ...counts } = undone ?? {}
  return storeUpload(kind, permit, upload, next, { verb: 'import-undo-failed', after: { ...after, ...counts } })
}
