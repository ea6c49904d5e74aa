import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { AppError, conflict } from '../../shared/errors.ts'
import { epochOf, now } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { putUpload } from '../platform/files.ts'
import { importUpload } from './import.ts'
import { ImportBusy, type Importing, ImportUnfinished } from './importing.ts'
import type { Place } from './tally.ts'
import { uploadLock } from './turns.ts'
import { newUploadKey, uploadMetadata } from './upload-key.ts'

/**
 * Imports an uploaded spreadsheet by way of the bucket, so that both roads are one (rulings 56). 422 with the spec's
 * `{error, details, stats}` when the file is no spreadsheet (rulings 54), with `uploadId` when its headers are to be told; 409 when another import takes long, or this
 * one does: the file is in the bucket, and its event imports what is left.
 */
export async function received<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  { file, folder }: { readonly file: UploadedFile; readonly folder: string },
) {
  const until = endOfCall()
  const key = newUploadKey(folder, file.filename)
  const metadata = uploadMetadata(permit.actor.id, file.filename)
  await putUpload(key, file.bytes, file.contentType || 'application/octet-stream', metadata)
  return importedNow(kind, permit, key, until)
}

/** Imports an object of the bucket while somebody waits for it, until then (epoch milliseconds); see `received`. */
export async function importedNow<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  key: string,
  until: number,
) {
  const imported = await importUpload(kind, key, { permit, until }).catch(telling(BUSY))
  if (!imported) throw new Error('The upload disappeared')
  const { upload, ids } = imported
  const { stats, details, leftOut = [], id: uploadId } = upload
  if (upload.state !== 'klaar') {
    const error = upload.error ?? 'Het bestand kon niet worden gelezen'
    const waiting = upload.state === 'controle nodig' ? { uploadId } : {}
    throw new AppError('unprocessable', error, { body: { error, details, stats, leftOut, ...waiting } })
  }
  return { ids, stats, details, leftOut, uploadId }
}

/**
 * Does something while nobody imports an upload; what it announces is imported when it has been done. 409 when an
 * import takes until then (epoch milliseconds).
 */
export async function betweenImports(
  kind: Pick<Importing<never>, 'type'>,
  id: string,
  until: number,
  work: () => Promise<void>,
): Promise<void> {
  const lock = await uploadLock(kind, id, until - epochOf(now())).catch(telling(NOT_NOW))
  try {
    await work()
  } finally {
    await lock.release()
  }
}

/** An import that is in the way is told as a 409, one that goes on by its event with its upload, to be followed. */
const telling = (message: string) => (error: unknown) => {
  if (!(error instanceof ImportBusy)) throw error
  if (!(error instanceof ImportUnfinished)) throw conflict(message)
  throw new AppError('conflict', message, { body: { message, uploadId: error.uploadId } })
}

/** How long a call may take with an import: its function has 29 seconds. */
const MOST_MS = 23_000

/** Until when a call that begins now may take, in epoch milliseconds. */
export const endOfCall = () => epochOf(now()) + MOST_MS

const BUSY =
  'Het bestand is ontvangen, maar er loopt nog een andere import of het is groot. Het wordt verwerkt; volg het bij Recente uploads.'
const NOT_NOW = 'Dit bestand wordt nog verwerkt. Probeer het opnieuw als dat klaar is.'
