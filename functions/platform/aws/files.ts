import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { readSetting } from '../env.ts'

const UPLOADS_BUCKET = readSetting('UPLOADS_BUCKET')

const s3 = new S3Client({})

/** A stored object, with the metadata that its uploader gave (ASCII, names in lower case). */
export interface StoredFile {
  readonly key: string
  readonly etag: string
  readonly size: number
  readonly metadata: Readonly<Record<string, string>>
}

/** Stores a file in the upload bucket and returns its ETag. */
export async function putUpload(key: string, bytes: Uint8Array, contentType: string, metadata: Record<string, string>) {
  const reply = await s3.send(
    new PutObjectCommand({
      Bucket: UPLOADS_BUCKET,
      Key: key,
      Body: bytes,
      ContentType: contentType,
      Metadata: metadata,
    }),
  )
  return (reply.ETag ?? '').replaceAll('"', '')
}

/** Returns the size, ETag and metadata of an upload, or null when it does not exist. */
export async function findUploadObject(key: string): Promise<StoredFile | null> {
  const reply = await unlessGone(s3.send(new HeadObjectCommand({ Bucket: UPLOADS_BUCKET, Key: key })))
  const etag = (reply?.ETag ?? '').replaceAll('"', '')
  return reply && { key, etag, size: reply.ContentLength ?? 0, metadata: reply.Metadata ?? {} }
}

/** Returns the bytes of an upload as a stream; null when it does not exist, or no longer has the given ETag. */
export async function readUpload(key: string, etag?: string): Promise<AsyncIterable<Uint8Array> | null> {
  const IfMatch = etag === undefined ? undefined : `"${etag}"`
  const reply = await unlessGone(s3.send(new GetObjectCommand({ Bucket: UPLOADS_BUCKET, Key: key, IfMatch })))
  if (!reply) return null
  if (!reply.Body) throw new Error(`The object ${key} has no body`)
  return reply.Body as AsyncIterable<Uint8Array>
}

/** Deletes an upload; does nothing when it does not exist. */
export async function removeUpload(key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: UPLOADS_BUCKET, Key: key }))
}

const GONE: ReadonlySet<string> = new Set(['NotFound', 'NoSuchKey', 'PreconditionFailed'])

async function unlessGone<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Error && GONE.has(error.name)) return null
    throw error
  }
}
