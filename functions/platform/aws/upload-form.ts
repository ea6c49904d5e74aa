import { S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { readSetting } from '../env.ts'

const UPLOADS_BUCKET = readSetting('UPLOADS_BUCKET')

const s3 = new S3Client({})

/** Seconds for which a form can upload a file. */
const LIFE = 15 * 60

/**
 * Creates a form with which a browser posts a file straight to the upload bucket; returns its `url` and `fields`. It is
 * valid for 15 minutes, for this key and metadata, and for 1 to `maxBytes` bytes (rulings 56).
 */
export async function presignUploadForm(key: string, maxBytes: number, metadata: Readonly<Record<string, string>>) {
  // The bucket ignores what follows the file, so a browser sends these fields first and then the file as `file`.
  // Metadata becomes headers of the file, so its text is ASCII and its names are in lower case.
  const Fields = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]))
  return createPresignedPost(s3, {
    Bucket: UPLOADS_BUCKET,
    Key: key,
    Expires: LIFE,
    Fields: { ...Fields, 'Content-Type': 'application/octet-stream' },
    Conditions: [['content-length-range', 1, maxBytes]],
  })
}
