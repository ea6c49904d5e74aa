import { createHash } from 'node:crypto'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { readSetting } from '../env.ts'

// Read at each use: the local runtime shares this file with functions that use no document and lack the setting.
const bucket = () => readSetting('DOCUMENTS_BUCKET')

const s3 = /* @__PURE__ */ new S3Client({})

/** Returns the key of a document. It contains the document's hash, so a row always refers to the same bytes. */
const documentKey = (folder: string, hash: string) => `${folder}/${hash}`

/**
 * Stores a document for good and returns its SHA-256 in hex, by which `getDocument` finds it. Storing the same bytes
 * again changes nothing.
 */
export async function putDocument(folder: string, bytes: Uint8Array, contentType: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const object = { Bucket: bucket(), Key: documentKey(folder, hash), Body: bytes, ContentType: contentType }
  await s3.send(new PutObjectCommand(object))
  return hash
}

/** Reads a document by its hash. Throws when it is missing, as no document is ever deleted. */
export async function getDocument(folder: string, hash: string): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: documentKey(folder, hash) }))
  if (!Body) throw new Error(`The document ${hash} has no body`)
  return Body.transformToByteArray()
}
