import { putUpload } from '../../platform/aws/files.ts'
import { readUploadFile } from './upload-file.ts'

/**
 * Stores the object of an upload again, so that a new event continues work for which this call has no time. The new
 * object has another ETag, so its metadata names the upload. Returns false when the object is gone or was replaced by
 * another file.
 */
export async function announceAgain(key: string, uploadId: string): Promise<boolean> {
  const lying = await readUploadFile(key, uploadId)
  if (!lying) return false
  const chunks: Uint8Array[] = []
  for await (const chunk of lying.source) chunks.push(chunk)
  const metadata = { ...lying.file.metadata, 'upload-id': uploadId }
  await putUpload(key, Buffer.concat(chunks), 'application/octet-stream', metadata)
  return true
}
