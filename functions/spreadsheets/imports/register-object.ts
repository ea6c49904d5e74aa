import { MAX_UPLOAD_BYTES, type UploadCheck, uploadChecks } from '../../../shared/api/parts/imports.ts'
import { now } from '../../../shared/time.ts'
import { findUploadObject, putUpload, readUpload, type StoredFile } from '../../platform/aws/files.ts'
import { tryWrite } from '../../platform/data/table.ts'
import { type UploadRow, Uploads } from './entity.ts'
import type { UploadList } from './kinds.ts'
import { newTally, reportOf } from './tally.ts'
import { isOwnUploadKey, ownIdIn, ownKeyOf, uploadIdOf } from './upload-key.ts'
import { resetFields } from './upload-states.ts'

/** Id of an upload, with the key of its file; the file is null when it is gone. */
interface TakenIn {
  readonly id: string
  readonly key: string
  readonly file: StoredFile | null
}

/** Version of an object (its ETag) and S3 sequence number, both from an event. */
export interface Announced {
  readonly etag?: string
  readonly sequencer?: string
}

/**
 * Returns the upload of an object in the bucket. A dropped object is copied to a key of its own, which no other file
 * can overwrite; the event of the copy imports it. Returns null when this event has nothing to import: the object was
 * copied, is a folder, or is gone and the event has no version.
 */
export async function registerObject(
  list: UploadList,
  key: string,
  { etag, sequencer }: Announced,
): Promise<TakenIn | null> {
  if (key.endsWith('/')) return null
  const file = await findUploadObject(key)
  const known = await knownIdOf(list, key, file)
  if (known !== undefined) return { id: known, key, file }
  if (isOwnUploadKey(key)) return { id: uploadIdOf(key), key, file }
  const version = etag ?? file?.etag
  if (version === undefined) return null
  // The same file dropped again is a new upload: the first may have been undone.
  const id = uploadIdOf(key, version, ...(sequencer ? [sequencer] : []))
  // A file that is too large is refused without copying it.
  if (file && file.etag === version && file.size > MAX_UPLOAD_BYTES) return { id, key, file }
  const ownKey = ownKeyOf(key, id)
  const own = await findUploadObject(ownKey)
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
  // The list shows the upload from now on, also while it waits. The event of the copied file may have created it
  // already.
  const upload = { ...newUpload(list, id, { key: ownKey, metadata }), waits: true }
  await tryWrite(() => Uploads.create(upload).go())
  return null
}

/** Returns a new row for an upload whose file was not read yet. */
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
    ...resetFields,
    ...reportOf(newTally()),
  }
}

/**
 * Check of a file that was put straight into the bucket, for which no user chose a check. Such a file is previewed if
 * its headers are neither our own names nor confirmed before.
 */
const DROPPED: UploadCheck = 'unnamed'

/** Returns from the metadata when a person must check the file first; never by default. */
const checkIn = ({ check }: StoredFile['metadata']): UploadCheck => uploadChecks.find((one) => one === check) ?? 'never'

/** Decodes the file's name in the metadata; returns it unchanged when others stored it without encoding. */
function decodedName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns the id of the known upload of an object, or undefined. Reads the id from the metadata, or from the key when
 * the object is gone. A copy that somebody else made has the same metadata, but is another upload.
 */
async function knownIdOf(list: UploadList, key: string, file: StoredFile | null): Promise<string | undefined> {
  const id = file ? file.metadata['upload-id'] : ownIdIn(key)
  if (id === undefined) return undefined
  const { data: upload } = await Uploads.get({ id }).go({ consistent: true })
  const isOf = upload
    ? upload.list === list && (upload.key === key || (file && isOwnUploadKey(key)))
    : file && isOwnUploadKey(key)
  return isOf ? id : undefined
}
