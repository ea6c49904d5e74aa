import { createHash, timingSafeEqual } from 'node:crypto'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { readSetting } from '../env.ts'

const ORIGIN_SECRET_ID = readSetting('ORIGIN_SECRET_ID', { mayBeEmpty: true })

const digest = (text: string) => createHash('sha256').update(text).digest()

let expected: Promise<Buffer> | undefined

/** Returns the digest of the secret. Reads it once per function instance; tries again after a failure. */
function expectedDigest(): Promise<Buffer> {
  expected ??= new SecretsManagerClient({})
    .send(new GetSecretValueCommand({ SecretId: ORIGIN_SECRET_ID }))
    .then(({ SecretString = '' }) => {
      if (SecretString === '') throw new Error('The origin secret is empty')
      return digest(SecretString)
    })
    .catch((error: unknown) => {
      expected = undefined
      throw error
    })
  return expected
}

// The secret is read while the rest of the function loads. The first request tells of a failure.
if (ORIGIN_SECRET_ID !== '') expectedDigest().catch(() => undefined)

/**
 * Tells whether a request shows the secret that only CloudFront knows. Always true on a laptop, where no secret is set.
 */
export async function isFromCloudFront(shown: string | undefined): Promise<boolean> {
  if (ORIGIN_SECRET_ID === '') return true
  return shown !== undefined && timingSafeEqual(digest(shown), await expectedDigest())
}
