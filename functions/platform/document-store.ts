import { createHash } from 'node:crypto'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { required, settings } from './env.ts'

const { DOCUMENTS_BUCKET } = settings({ DOCUMENTS_BUCKET: required })

const s3 = new S3Client({})

/** Where a document lies: under its own hash, so that what a row names can never become another. */
const keyOf = (folder: string, hash: string) => `${folder}/${hash}`

/** Stores a document; answers its SHA-256 in hex. The same bytes again are the same document. */
export async function putDocument(folder: string, bytes: Uint8Array, contentType: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const object = { Bucket: DOCUMENTS_BUCKET, Key: keyOf(folder, hash), Body: bytes, ContentType: contentType }
  await s3.send(new PutObjectCommand(object))
  return hash
}

/** A document by its hash. Throws when it is gone: they are kept. */
export async function getDocument(folder: string, hash: string): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: DOCUMENTS_BUCKET, Key: keyOf(folder, hash) }))
  if (!Body) throw new Error(`The document ${hash} has no body`)
  return Body.transformToByteArray()
}
