import { MAX_UPLOAD_BYTES } from '../../shared/contract/imports.ts'
import { findUpload, putUpload, readUpload, type StoredFile } from '../platform/files.ts'
import { Uploads } from './entity.ts'
import type { UploadList } from './kinds.ts'
import { isOurs, ownKeyOf, uploadIdOf } from './upload-key.ts'

/** The file of an upload, under a key to which nothing else is written; null when it is gone. */
interface TakenIn {
  readonly id: string
  readonly key: string
  readonly file: StoredFile | null
}

/**
 * The upload that an object of the bucket is. What somebody dropped is copied to a key of its own first, since another file
 * may be dropped under the same name while this one is imported, corrected or taken back; each is an upload. One that was
 * replaced before it could be read is an upload without its file. Null when the object was gone before anything was known
 * of it. `etag` says which version was announced.
 */
export async function takenIn(list: UploadList, key: string, etag?: string): Promise<TakenIn | null> {
  const file = await findUpload(key)
  const known = file?.metadata['upload-id']
  if (known !== undefined && (await isOf(known, list, key))) return { id: known, key, file }
  if (isOurs(key)) return { id: uploadIdOf(key), key, file }
  const version = etag ?? file?.etag
  if (version === undefined) return null
  const id = uploadIdOf(key, version)
  // What is too large is refused from where it lies.
  if (file && file.etag === version && file.size > MAX_UPLOAD_BYTES) return { id, key, file }
  const ownKey = ownKeyOf(key, id)
  const own = await findUpload(ownKey)
  if (own || !file) return { id, key: ownKey, file: own }
  const metadata = { filename: encodeURIComponent(key.split('/').at(-1) ?? key), ...file.metadata, 'upload-id': id }
  const source = await readUpload(key, version)
  if (!source) return { id, key: ownKey, file: { key: ownKey, etag: version, size: 0, metadata } }
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  await putUpload(ownKey, Buffer.concat(chunks), 'application/octet-stream', metadata)
  return { id, key: ownKey, file: await findUpload(ownKey) }
}

/** Whether the object of that key may say that it is of that upload: a copy that somebody makes of an object says so too. */
async function isOf(id: string, list: UploadList, key: string): Promise<boolean> {
  const { data: upload } = await Uploads.get({ id }).go({ consistent: true })
  return upload ? upload.list === list && (upload.key === key || isOurs(key)) : isOurs(key)
}
