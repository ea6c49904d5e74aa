import { setTimeout as pause } from 'node:timers/promises'
import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import type { UploadCheck } from '../../../shared/api/parts/imports.ts'
import { AppError } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import type { Permit } from '../../platform/actor.ts'
import { putUpload } from '../../platform/aws/files.ts'
import { log } from '../../platform/log.ts'
import { importUpload } from './import.ts'
import { ImportBusy, type Importing } from './importing.ts'
import type { Place } from './tally.ts'
import { newUploadKey, uploadIdOf, uploadMetadata } from './upload-key.ts'
import { isAwaitingConfirmation } from './upload-states.ts'

/**
 * Stores an uploaded spreadsheet in a folder of the bucket and imports it, or previews it where `check` asks for that
 * (rulings 56). Returns and throws as `importNow` does.
 */
export async function receiveUpload<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  {
    file,
    folder,
    check,
  }: { readonly file: UploadedFile; readonly folder: string; readonly check?: UploadCheck | undefined },
) {
  const until = endOfCall()
  const key = newUploadKey(folder, file.filename)
  const metadata = uploadMetadata(permit.actor.id, file.filename, check)
  await putUpload(key, file.bytes, file.contentType || 'application/octet-stream', metadata)
  return importNow(kind, permit, { id: uploadIdOf(key), key }, until)
}

/**
 * Imports an object of the bucket while a person waits, until a moment (epoch milliseconds). Returns counts, remarks
 * and `ids`: a function that gives the ids of the file's first records, at most 100. Throws 422 with `{error, details,
 * stats}` for a refused file (rulings 54), also with `uploadId` when a person must say what its columns mean. Throws
 * 409 with `uploadId` when the file's S3 event must continue a slow or failed import.
 */
export async function importNow<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  { id, key }: { readonly id: string; readonly key: string },
  until: number,
) {
  // When this call runs out of time, the file's S3 event continues the import, which the client can follow.
  const continuesLater = (message: string) =>
    new AppError('conflict', message, { body: { message, uploadId: id, state: 'wordt verwerkt' } })
  const importing = importUpload(kind, key, { permit, until }).catch((error: unknown) => {
    if (error instanceof ImportBusy) throw continuesLater(BUSY)
    log.error('import left to its event', { upload: id, error: error instanceof Error ? error : String(error) })
    throw continuesLater(FAILED)
  })
  const imported = await within(importing, until + GRACE_MS, () => continuesLater(BUSY))
  if (!imported) throw new Error('The upload disappeared')
  const { upload, ids } = imported
  const { stats, details, leftOut = [], detailsCount, leftOutCount, refusedDetails, id: uploadId } = upload
  const isToBeConfirmed = isAwaitingConfirmation(upload)
  if (upload.state !== 'klaar' && !isToBeConfirmed) {
    const error = upload.error ?? 'Het bestand kon niet worden gelezen'
    const waiting = upload.state === 'controle nodig' ? { uploadId } : {}
    const report = { details, detailsCount, refusedDetails, stats, leftOut }
    throw new AppError('unprocessable', error, { body: { error, ...report, ...waiting } })
  }
  return { ids, stats, details, detailsCount, refusedDetails, leftOut, leftOutCount, uploadId, isToBeConfirmed }
}

/**
 * Returns the result of work, or throws `late()` when it lasts until `until` (epoch milliseconds). The work itself
 * continues as long as the process does; the lock of the upload keeps it from running twice.
 */
async function within<T>(work: Promise<T>, until: number, late: () => Error): Promise<T> {
  const ended = new AbortController()
  const end = pause(Math.max(0, until - epochOf(now())), undefined, { signal: ended.signal }).then(
    () => Promise.reject(late()),
    () => work,
  )
  // A later error is ignored when the time limit came first.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, end])
  } finally {
    ended.abort()
  }
}

/** Milliseconds that a call may take for an import: its function has 29 seconds. */
const MOST_MS = 23_000

/** Milliseconds after `MOST_MS` to finish rows that are being stored. The rest of the 29 seconds is for the answer. */
const GRACE_MS = 3_000

/** Returns the moment at which a call that begins now must end, in epoch milliseconds. */
export const endOfCall = () => epochOf(now()) + MOST_MS

const BUSY = 'Het bestand is ontvangen. Het wordt verwerkt; volg het bij Recente uploads.'
const FAILED =
  'Het bestand is ontvangen, maar het verwerken lukte niet in één keer. Het wordt opnieuw geprobeerd; volg het bij Recente uploads.'
