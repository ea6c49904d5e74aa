import { putUpload } from '../../platform/aws/files.ts'
import { readUploadFile } from './upload-file.ts'

/**
 * Makes the bucket send a new event for an upload, by storing its file again with the upload id. That event continues
 * unfinished work. Returns false when the file is gone or was replaced by another.
 */
export async function repeatUploadEvent(key: string, uploadId: string): Promise<boolean> {
  const stored = await readUploadFile(key, uploadId)
  if (!stored) return false
  const chunks: Uint8Array[] = []
  for await (const chunk of stored.source) chunks.push(chunk)
  const metadata = { ...stored.file.metadata, 'upload-id': uploadId }
  await putUpload(key, Buffer.concat(chunks), 'application/octet-stream', metadata)
  return true
}
