import { MAX_UPLOAD_BYTES, type UploadCheck, uploadChecks } from '../../shared/contract/imports.ts'
import { now } from '../../shared/time.ts'
import { findUpload, putUpload, readUpload, type StoredFile } from '../platform/files.ts'
import { accepted } from '../platform/table.ts'
import { begunAnew } from './anew.ts'
import { type UploadRow, Uploads } from './entity.ts'
import type { UploadList } from './kinds.ts'
import { newTally, reportOf } from './tally.ts'
import { isOurs, ownIdIn, ownKeyOf, uploadIdOf } from './upload-key.ts'

/** The file of an upload, under a key to which nothing else is written; null when it is gone. */
interface TakenIn {
  readonly id: string
  readonly key: string
  readonly file: StoredFile | null
}

/** Which version of an object was announced, and which storing of it. */
export interface Announced {
  readonly etag?: string
  readonly sequencer?: string
}

/**
 * The upload that an object of the bucket is. What somebody dropped is copied to a key of its own first, since another file
 * may be dropped under the same name while this one is imported, corrected or taken back; each is an upload. That is all
 * that is done then: the copy is announced too, and imported by its own event, while this one makes room for the next.
 * One that was replaced before it could be read is an upload without its file. Null when there is nothing to import by
 * this event: it was copied, or gone before anything was known of it, or is the mark of a folder.
 */
export async function takenIn(list: UploadList, key: string, { etag, sequencer }: Announced): Promise<TakenIn | null> {
  if (key.endsWith('/')) return null
  const file = await findUpload(key)
  const known = await knownIdOf(list, key, file)
  if (known !== undefined) return { id: known, key, file }
  if (isOurs(key)) return { id: uploadIdOf(key), key, file }
  const version = etag ?? file?.etag
  if (version === undefined) return null
  // The same file dropped again is an upload of its own: what came of it before may be taken back.
  const id = uploadIdOf(key, version, ...(sequencer ? [sequencer] : []))
  // What is too large is refused from where it lies.
  if (file && file.etag === version && file.size > MAX_UPLOAD_BYTES) return { id, key, file }
  const ownKey = ownKeyOf(key, id)
  const own = await findUpload(ownKey)
  if (!own && !file) return { id, key: ownKey, file: null }
  const filename = encodeURIComponent(key.split('/').at(-1) ?? key)
  const metadata = own?.metadata ?? { filename, check: DROPPED, ...file?.metadata, 'upload-id': id }
  if (!own) {
    const source = await readUpload(key, version)
    if (!source) return { id, key: ownKey, file: { key: ownKey, etag: version, size: 0, metadata } }
    const chunks: Uint8Array[] = []
    for await (const chunk of source) chunks.push(chunk)
    await putUpload(ownKey, Buffer.concat(chunks), 'application/octet-stream', metadata)
  }
  // Seen from now on, also while it waits behind others; where its own event was faster, it stands there already.
  const upload = { ...newUpload(list, id, { key: ownKey, metadata }), waits: true }
  await accepted(() => Uploads.create(upload).go())
  return null
}

/** The upload of a file of which nothing was read yet. */
export function newUpload(
  list: UploadList,
  id: string,
  { key, metadata }: Pick<StoredFile, 'key' | 'metadata'>,
): UploadRow {
  return {
    id,
    list,
    key,
    filename: decodedName(metadata['filename'] ?? '') || (key.split('/').at(-1) ?? key),
    uploadedBy: metadata['uploaded-by'] ?? 'system:uploads',
    uploadedAt: now(),
    error: undefined,
    undone: undefined,
    undoneBy: undefined,
    countedTo: undefined,
    movedAt: undefined,
    formerLayouts: undefined,
    check: checkIn(metadata),
    ...begunAnew,
    ...reportOf(newTally()),
  }
}

/** Of what somebody dropped, whom nobody asked, a layout that may mean something else is shown first. */
const DROPPED: UploadCheck = 'unnamed'

/** Reads from an object when somebody has to look first. */
const checkIn = ({ check }: StoredFile['metadata']): UploadCheck => uploadChecks.find((one) => one === check) ?? 'never'

/** What an object says that its file is called; as it stands where it was put there by others, who do not encode it. */
function decodedName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The id of the upload that the object of that key says it is of, or was of when it is gone. A copy that somebody makes of
 * an object says so too, and is none of that upload.
 */
async function knownIdOf(list: UploadList, key: string, file: StoredFile | null): Promise<string | undefined> {
  const id = file ? file.metadata['upload-id'] : ownIdIn(key)
  if (id === undefined) return undefined
  const { data: upload } = await Uploads.get({ id }).go({ consistent: true })
  const isOf = upload ? upload.list === list && (upload.key === key || (file && isOurs(key))) : file && isOurs(key)
  return isOf ? id : undefined
}
