import { type FileToSend, MAX_UPLOAD_BYTES, type UploadForm } from '../../../shared/api/parts/imports.ts'
import { notFound } from '../../../shared/errors.ts'
import { foldText } from '../../../shared/folded.ts'
import { epochOf, now } from '../../../shared/time.ts'
import type { Permit } from '../../platform/actor.ts'
import { asWhole } from '../../platform/data/rows.ts'
import { findUser } from '../../platform/identity/user.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { newUploadKey, uploadIdOf, uploadMetadata } from './upload-key.ts'

/**
 * Returns an upload from the list of uploads of contracts (`uploads`) or leads (`lead-uploads`). Throws 404 for an
 * unknown one, also in the moment between sending a file and the start of its import.
 */
export async function findUploadRow(list: UploadRow['list'], id: string): Promise<UploadRow> {
  const upload: UploadRow | null = asWhole((await Uploads.get({ id }).go({ consistent: true })).data)
  if (upload?.list !== list) throw notFound()
  return upload
}

/**
 * Milliseconds without progress after which no event can follow: an event is delivered five times, half an hour apart
 * (infra/manifest.ts).
 */
const FORGOTTEN_MS = 3 * 3_600_000

/** Tells whether an upload stopped under way and no event will continue it: nothing happened to it for three hours. */
export const isForgotten = ({ state, movedAt, uploadedAt }: UploadRow): boolean =>
  (state === 'wordt verwerkt' || state === 'wordt teruggedraaid') &&
  epochOf(now()) - Date.parse(movedAt ?? uploadedAt) >= FORGOTTEN_MS

/** Returns uploads for the API, with the current name of each uploader; null when the uploader is unknown. */
export async function uploadViews(rows: readonly UploadRow[]) {
  const ids = [...new Set(rows.map(({ uploadedBy }) => uploadedBy))]
  const users = new Map((await Promise.all(ids.map(findUser))).map((user) => [user?.id, user]))
  return rows.map((row) => {
    const user = users.get(row.uploadedBy)
    const isGivenUp = (row.state === 'mislukt' && row.givenUp !== undefined) || isForgotten(row)
    const wrongRows = row.state === 'mislukt' ? (row.wrongRows ?? row.stats.errors) : row.stats.errors
    const isWaiting = row.state === 'wordt verwerkt' && row.waits === true
    return {
      ...row,
      wrongRows,
      isGivenUp,
      isWaiting,
      isPlanned: row.isPlanned === true,
      reading: row.windows ?? 0,
      uploadedByUser: user ? { firstName: user.firstName, lastName: user.lastName } : null,
    }
  })
}

/**
 * Returns a predicate that is true when the file name contains the text, ignoring case and accents. An empty text
 * matches every upload.
 */
export function buildFilenameFilter(asked = ''): (row: UploadRow) => boolean {
  const text = foldText(asked)
  return ({ filename }) => foldText(filename).includes(text)
}

/**
 * Returns one upload for the API; `list` is `uploads` (contracts) or `lead-uploads`. Throws 404 for an unknown one,
 * also until its import has begun.
 */
export async function uploadView(list: UploadRow['list'], id: string) {
  const [view] = await uploadViews([await findUploadRow(list, id)])
  if (!view) throw new Error('One row has one view')
  return view
}

/** Returns a form with which a browser posts a file into a folder of the bucket, and the id of its upload. */
export async function createUploadForm(
  permit: Permit,
  folder: string,
  { filename, check }: FileToSend,
): Promise<UploadForm> {
  const { presignUploadForm } = await import('../../platform/aws/upload-form.ts')
  const key = newUploadKey(folder, filename)
  const form = await presignUploadForm(key, MAX_UPLOAD_BYTES, uploadMetadata(permit.actor.id, filename, check))
  return { ...form, uploadId: uploadIdOf(key) }
}
