import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { serviceError } from '../stand-in/failure.ts'

type Fields = ReadonlyMap<string, string>

const bytesShape = z.union([z.int().min(0), z.string().regex(/^\d+$/).transform(Number)])

const policyShape = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), bytesShape, bytesShape]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
})

type Condition = { readonly kind: 'eq' | 'starts-with'; readonly field: string; readonly value: string }

/** File sizes that the policy allows, in bytes, both ends included. */
export interface SizeRange {
  readonly minimum: number
  readonly maximum: number
}

const EXEMPT = ['policy', 'x-amz-signature', 'file', 'bucket']
/** Secret of every access key of the local runtime. */
const SECRET = 'local'
const LARGEST_POST = 5 * 1024 ** 3

const denied = (message: string) => serviceError('AccessDenied', message, { status: 403 })

/**
 * Throws unless a presigned form is allowed: its signature is right, it has not expired, and its policy is met and
 * covers every field but `x-ignore-…`. Returns the allowed file sizes, to be checked against the file; up to 5 GB by
 * default.
 */
export function checkPolicy(fields: Fields, bucket: string, now: number): SizeRange {
  const encoded = fields.get('policy')
  if (encoded === undefined) throw denied('Access Denied')
  checkSignature(fields, encoded)
  const policy = parsePolicy(encoded)
  if (now >= Date.parse(policy.expiration)) throw denied('Invalid according to Policy: Policy expired.')
  const conditions = policy.conditions.flatMap(toConditions)
  const given = new Map([...fields, ['bucket', bucket]])
  for (const condition of conditions) {
    if (!holds(condition, given.get(condition.field))) throw conditionFailed(condition)
  }
  const covered = new Set(conditions.map(({ field }) => field))
  const extra = [...fields.keys()].find(
    (name) => !covered.has(name) && !EXEMPT.includes(name) && !name.startsWith('x-ignore-'),
  )
  if (extra !== undefined) throw denied(`Invalid according to Policy: Extra input fields: ${extra}`)
  return policy.conditions.reduce<SizeRange>(
    (range, condition) =>
      Array.isArray(condition) && condition[0] === 'content-length-range'
        ? { minimum: condition[1], maximum: condition[2] }
        : range,
    { minimum: 0, maximum: LARGEST_POST },
  )
}

/** Throws the error of S3 when the fields of a form are not signed by the key that they name. */
function checkSignature(fields: Fields, policy: string): void {
  const credential = requireField(fields, 'X-Amz-Credential')
  requireField(fields, 'X-Amz-Date')
  if (requireField(fields, 'X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw serviceError('InvalidArgument', 'X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"')
  }
  const [, date = '', region = '', service = '', terminator = ''] = credential.split('/')
  const key = [date, region, service, terminator].reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${SECRET}`,
  )
  const expected = hmac(key, policy)
  const given = Buffer.from(requireField(fields, 'X-Amz-Signature'), 'hex')
  if (
    service !== 's3' ||
    terminator !== 'aws4_request' ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  ) {
    throw serviceError(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      { status: 403 },
    )
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns a field of a form; throws the error of S3 when the form lacks it. */
export function requireField(fields: Fields, name: string): string {
  const value = fields.get(name.toLowerCase())
  if (value !== undefined) return value
  throw serviceError(
    'InvalidArgument',
    `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`,
    {
      details: { ArgumentName: name, ArgumentValue: '' },
    },
  )
}

function parsePolicy(encoded: string): z.infer<typeof policyShape> {
  try {
    return policyShape.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()))
  } catch {
    throw serviceError('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.')
  }
}

function toConditions(condition: z.infer<typeof policyShape>['conditions'][number]): Condition[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([field, value]) => ({ kind: 'eq', field: field.toLowerCase(), value }))
  }
  if (condition[0] === 'content-length-range') return []
  const [kind, field, value] = condition
  return [{ kind, field: field.slice(1).toLowerCase(), value }]
}

function holds({ kind, field, value }: Condition, given: string | undefined): boolean {
  if (given === undefined) return false
  if (kind === 'eq') return given === value
  // A Content-Type may be a list; each of its entries must begin with the value.
  return field === 'content-type'
    ? given.split(',').every((type) => type.trim().startsWith(value))
    : given.startsWith(value)
}

const conditionFailed = ({ kind, field, value }: Condition) =>
  denied(`Invalid according to Policy: Policy Condition failed: ["${kind}", "$${field}", "${value}"]`)
