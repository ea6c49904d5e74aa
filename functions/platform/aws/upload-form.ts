import { S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { required, settings } from '../env.ts'

const { UPLOADS_BUCKET } = settings({ UPLOADS_BUCKET: required })

const s3 = new S3Client({})

/** Seconds for which a form can upload a file. */
const LIFE = 15 * 60

/**
 * Creates a form with which a browser posts a file straight to the upload bucket: `fields` in their order, then the
 * file as `file`. It is valid for that key and metadata only (ASCII, lower-case names), for 1 to `maxBytes` bytes and
 * for 15 minutes (rulings 56).
 */
export async function uploadForm(key: string, maxBytes: number, metadata: Readonly<Record<string, string>>) {
  const Fields = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]))
  return createPresignedPost(s3, {
    Bucket: UPLOADS_BUCKET,
    Key: key,
    Expires: LIFE,
    Fields: { ...Fields, 'Content-Type': 'application/octet-stream' },
    Conditions: [['content-length-range', 1, maxBytes]],
  })
}
