import { putUpload } from '../../platform/aws/files.ts'
import { readUploadFile } from './upload-file.ts'

/**
 * Stores the file of an upload again, with the upload id; the new event of the bucket continues unfinished work.
 * Returns false when the file is gone or was replaced by another.
 */
export async function announceAgain(key: string, uploadId: string): Promise<boolean> {
  const stored = await readUploadFile(key, uploadId)
  if (!stored) return false
  const chunks: Uint8Array[] = []
  for await (const chunk of stored.source) chunks.push(chunk)
  const metadata = { ...stored.file.metadata, 'upload-id': uploadId }
  await putUpload(key, Buffer.concat(chunks), 'application/octet-stream', metadata)
  return true
}
