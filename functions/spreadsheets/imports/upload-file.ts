import { conflict } from '../../../shared/errors.ts'
import { findUploadObject, readUpload } from '../../platform/aws/files.ts'
import type { UploadRow } from './entity.ts'
import { uploadIdOf } from './upload-key.ts'

/** Returns the 409 error for an upload whose file is gone. */
export const fileGone = () => conflict('Het bestand van deze upload is er niet meer. Upload het opnieuw.')

/** Returns the key of an upload's file in the bucket. Throws 409 for an older upload without one. */
export function uploadKeyOf({ key }: UploadRow): string {
  if (key === undefined) throw fileGone()
  return key
}

/** Returns the file of an upload with its bytes as a stream; null when it is gone or was replaced by another file. */
export async function readUploadFile(key: string, uploadId: string) {
  const file = await findUploadObject(key)
  if (!file || (file.metadata['upload-id'] ?? uploadIdOf(key, file.etag)) !== uploadId) return null
  const source = await readUpload(key, file.etag)
  return source && { file, source }
}

/** Returns the bytes of an upload's file as a stream. Throws 409 when it is gone: a file is kept for 30 days. */
export async function openUploadFile(upload: UploadRow): Promise<AsyncIterable<Uint8Array>> {
  const stored = await readUploadFile(uploadKeyOf(upload), upload.id)
  if (!stored) throw fileGone()
  return stored.source
}
