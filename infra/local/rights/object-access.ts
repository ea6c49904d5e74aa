import { type Guard, requireRight } from './guard.ts'
import { viaService } from './policy.ts'

const DENIED = { name: 'AccessDenied', status: 403 }

/** Rights that each method needs on an object and on its encryption key. */
const NEEDS: Readonly<Record<string, { readonly action: string; readonly key?: string }>> = {
  GET: { action: 's3:GetObject', key: 'kms:Decrypt' },
  HEAD: { action: 's3:GetObject', key: 'kms:Decrypt' },
  PUT: { action: 's3:PutObject', key: 'kms:GenerateDataKey' },
  DELETE: { action: 's3:DeleteObject' },
}

/**
 * Throws S3's AccessDenied when the caller may not send this HTTP method to an object. An empty `key` stands for
 * listing the bucket. Allows everything without a guard.
 */
export function requireObjectRight(
  guard: Guard | undefined,
  caller: string,
  method: string,
  bucket: string,
  key: string,
) {
  if (key === '') return requireListRight(guard, caller, bucket)
  const need = NEEDS[method]
  if (!guard || !need) return
  const use = need.key && { action: need.key, resource: guard.arns.key, context: viaService('s3', guard.arns) }
  const access = { action: need.action, resource: `${arnOf(guard, bucket)}/${key}` }
  requireRight(guard, caller, use ? [access, use] : [access], DENIED)
}

/**
 * Throws S3's AccessDenied when the caller may not list the bucket; the error does not reveal whether an object exists.
 */
export function requireListRight(guard: Guard | undefined, caller: string, bucket: string) {
  if (guard) requireRight(guard, caller, [{ action: 's3:ListBucket', resource: arnOf(guard, bucket) }], DENIED)
}

const arnOf = ({ arns: { buckets } }: Guard, bucket: string) =>
  Object.entries(buckets).find(([name]) => name === bucket)?.[1] ?? `arn:aws:s3:::${bucket}`
