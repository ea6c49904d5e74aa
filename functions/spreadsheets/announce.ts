import { findUpload, putUpload, readUpload } from '../platform/files.ts'

/**
 * Stores the object of an upload once more, so that it is announced once more: what this call has no time for, the next
 * one does. It says which upload it is of, since its ETag is another one. False when it is gone.
 */
export async function announceAgain(key: string, uploadId: string): Promise<boolean> {
  const [file, source] = [await findUpload(key), await readUpload(key)]
  if (!file || !source) return false
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  const metadata = { ...file.metadata, 'upload-id': uploadId }
  await putUpload(key, Buffer.concat(chunks), 'application/octet-stream', metadata)
  return true
}
