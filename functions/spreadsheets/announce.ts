import { putUpload } from '../platform/files.ts'
import { lyingAt } from './upload-file.ts'

/**
 * Stores the object of an upload once more, so that it is announced once more: what this call has no time for, the next
 * one does. It says which upload it is of, since its ETag is another one. False when it is gone, or another
 * was dropped there since.
 */
export async function announceAgain(key: string, uploadId: string): Promise<boolean> {
  const lying = await lyingAt(key, uploadId)
  if (!lying) return false
  const chunks: Uint8Array[] = []
  for await (const chunk of lying.source) chunks.push(chunk)
  const metadata = { ...lying.file.metadata, 'upload-id': uploadId }
  await putUpload(key, Buffer.concat(chunks), 'application/octet-stream', metadata)
  return true
}
