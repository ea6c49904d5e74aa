import { conflict } from '../../shared/errors.ts'
import { findUpload, readUpload } from '../platform/files.ts'
import type { UploadRow } from './entity.ts'
import { uploadIdOf } from './upload-key.ts'

/** What an upload is refused with whose file is gone. */
export const gone = () => conflict('Het bestand van deze upload is er niet meer. Upload het opnieuw.')

/** Where the file of an upload lies. 409 when that is not known any more. */
export function keyOf({ key }: UploadRow): string {
  if (key === undefined) throw gone()
  return key
}

/** The file of an upload where it lies, with its bytes; null when it is gone, or another was dropped there since. */
export async function lyingAt(key: string, uploadId: string) {
  const file = await findUpload(key)
  if (!file || (file.metadata['upload-id'] ?? uploadIdOf(key, file.etag)) !== uploadId) return null
  const source = await readUpload(key, file.etag)
  return source && { file, source }
}

/** The bytes of an upload's file. 409 when it is gone: files are kept for 30 days. */
export async function fileOf(upload: UploadRow): Promise<AsyncIterable<Uint8Array>> {
  const lying = await lyingAt(keyOf(upload), upload.id)
  if (!lying) throw gone()
  return lying.source
}
