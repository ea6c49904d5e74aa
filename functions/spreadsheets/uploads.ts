import { type FileToSend, MAX_UPLOAD_BYTES, type UploadForm } from '../../shared/contract/imports.ts'
import { notFound } from '../../shared/errors.ts'
import { folded } from '../../shared/folded.ts'
import { epochOf, now } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { whole } from '../platform/rows.ts'
import { findUser } from '../platform/user.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { newUploadKey, uploadIdOf, uploadMetadata } from './upload-key.ts'

/** An upload of that list. 404 as long as nothing is known of it: the import of a file begins a moment after it was sent. */
export async function uploadOf(list: UploadRow['list'], id: string): Promise<UploadRow> {
  const upload: UploadRow | null = whole((await Uploads.get({ id }).go({ consistent: true })).data)
  if (upload?.list !== list) throw notFound()
  return upload
}

/** Longer than an event is delivered: five times, each of which hides it for half an hour (infra/manifest.ts). */
const FORGOTTEN_MS = 3 * 3_600_000

/** Whether an upload is under way that no event tells of any more, since the last deliveries ended before anything was done. */
export const isForgotten = ({ state, movedAt, uploadedAt }: UploadRow): boolean =>
  (state === 'wordt verwerkt' || state === 'wordt teruggedraaid') &&
  epochOf(now()) - Date.parse(movedAt ?? uploadedAt) >= FORGOTTEN_MS

/** Uploads as the API shows them: with who uploaded each, by their name of today; null for what was dropped in the bucket. */
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

/** Whether the file of an upload is called like that, whatever case and accents; nothing finds all. */
export function calledLike(asked = ''): (row: UploadRow) => boolean {
  const text = folded(asked)
  return ({ filename }) => folded(filename).includes(text)
}

/** One upload of that list as the API shows it; 404 likewise. */
export async function uploadView(list: UploadRow['list'], id: string) {
  const [view] = await uploadViews([await uploadOf(list, id)])
  if (!view) throw new Error('One row has one view')
  return view
}

/** The form with which a browser posts a file into that folder of the bucket, and the id that its upload will have. */
export async function formFor(permit: Permit, folder: string, { filename, check }: FileToSend): Promise<UploadForm> {
  const { uploadForm } = await import('../platform/upload-form.ts')
  const key = newUploadKey(folder, filename)
  const form = await uploadForm(key, MAX_UPLOAD_BYTES, uploadMetadata(permit.actor.id, filename, check))
  return { ...form, uploadId: uploadIdOf(key) }
}
