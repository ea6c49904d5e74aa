import { S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { required, settings } from './env.ts'

const { UPLOADS_BUCKET } = settings({ UPLOADS_BUCKET: required })

const s3 = new S3Client({})

/** How long a form may be posted, in seconds. */
const LIFE = 15 * 60

/**
 * A form that a browser posts a file with, straight to the upload bucket: `fields` in their order, then the file as
 * `file`. It is good for that key and that metadata alone (ASCII, lower-case names), for 1 to `maxBytes` bytes and for a
 * quarter of an hour (rulings 56).
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
