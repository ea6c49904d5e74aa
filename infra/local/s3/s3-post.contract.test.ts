// Presigned POST, as a browser does it (S3 API reference, 'POST Object' and 'POST Policy'). Against a real bucket:
//   CONTRACT_AWS=1 AWS_REGION=… CONTRACT_BUCKET=… npx vitest run infra/local/s3/s3-post.contract
// Tests that move the clock or look into the folder run against the stand-in only.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../contract/clock.ts'
import { createLocalS3Client, ORIGIN, startLocalBucket } from '../contract/s3-target.ts'

const { CONTRACT_AWS, CONTRACT_BUCKET = '' } = process.env
const onAws = CONTRACT_AWS === '1'

const prefix = `contract-${randomBytes(6).toString('hex')}/`
const clock = createManualClock('2026-11-21T09:00:00Z')
let local: Awaited<ReturnType<typeof startLocalBucket>> | undefined
let s3: S3Client
let Bucket: string

beforeAll(async () => {
  if (onAws) {
    s3 = new S3Client({})
    Bucket = CONTRACT_BUCKET
  } else {
    local = await startLocalBucket(clock.now)
    s3 = local.client()
    Bucket = 'uploads'
  }
  // From this reply the client takes the time of the service, with which it signs the forms.
  await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }))
})

afterAll(async () => {
  if (onAws) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }))
    for (const { Key } of Contents) await s3.send(new DeleteObjectCommand({ Bucket, Key }))
  }
  await local?.stop()
})

type Presigned = { url: string; fields: Record<string, string> }

const presign = (name: string, options: Partial<PresignedPostOptions> = {}): Promise<Presigned> =>
  createPresignedPost(s3, { Bucket, Key: prefix + name, Expires: 300, ...options })

/** Posts a form as a browser would. Returns the parts of the reply, and `tag`, which reads an element of its XML. */
async function post({ url, fields }: Presigned, content: string | Uint8Array<ArrayBuffer>, filename = 'klanten.xlsx') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content]), filename)
  const reply = await fetch(url, { method: 'POST', body: form, headers: { origin: ORIGIN } })
  const body = await reply.text()
  const tag = (name: string) => body.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1]?.replaceAll('&quot;', '"')
  return { status: reply.status, headers: reply.headers, body, tag, code: tag('Code'), message: tag('Message') }
}

const get = async (name: string) => s3.send(new GetObjectCommand({ Bucket, Key: prefix + name }))
const exists = async (name: string) =>
  (await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix + name }))).KeyCount === 1

describe('a form that keeps to its policy', () => {
  it('becomes an object with the properties of its fields', async () => {
    const form = await presign('import.xlsx', {
      Fields: { 'Content-Type': 'application/vnd.ms-excel', 'x-amz-meta-upload': '42' },
      Conditions: [['content-length-range', 1, 1000]],
    })
    const reply = await post(form, 'spreadsheet')
    expect([reply.status, reply.body]).toEqual([204, ''])
    expect(reply.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    const object = await get('import.xlsx')
    expect(object).toMatchObject({
      ContentType: 'application/vnd.ms-excel',
      Metadata: { upload: '42' },
      ETag: reply.headers.get('etag'),
    })
    expect(await object.Body?.transformToString()).toBe('spreadsheet')
  })

  it('is described when it asks for 201', async () => {
    const reply = await post(await presign('described', { Fields: { success_action_status: '201' } }), 'x')
    expect(reply.status).toBe(201)
    expect([reply.tag('Bucket'), reply.tag('Key'), reply.tag('ETag')]).toEqual([
      Bucket,
      `${prefix}described`,
      reply.headers.get('etag'),
    ])
  })

  it('may name the object after the chosen file', async () => {
    expect((await post(await presign('named/\x24{filename}'), 'x', 'mijn klanten.csv')).status).toBe(204)
    expect(await exists('named/mijn klanten.csv')).toBe(true)
  })

  it('may carry any bytes, also some that look like a boundary', async () => {
    const content = new Uint8Array(
      Buffer.concat([Buffer.from('\r\n--\r\n------x\r\n'), randomBytes(3_000_000), Buffer.from('\r\n')]),
    )
    expect((await post(await presign('bytes'), content)).status).toBe(204)
    expect(await (await get('bytes')).Body?.transformToByteArray()).toEqual(content)
  })

  it('may vary the fields that the policy leaves open', async () => {
    const form = await presign('open', { Conditions: [['starts-with', '$Content-Type', 'text/']] })
    expect((await post({ ...form, fields: { ...form.fields, 'Content-Type': 'text/csv' } }, 'a;b')).status).toBe(204)
    expect(await get('open')).toMatchObject({ ContentType: 'text/csv' })
  })
})

describe('a form that does not keep to its policy', () => {
  it.each([
    [11, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size'],
    [2, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size'],
  ])('is refused with %i bytes where 3 to 10 are allowed', async (size, code, message) => {
    const name = `sized-${size}`
    const form = await presign(name, { Conditions: [['content-length-range', 3, 10]] })
    expect(await post(form, 'x'.repeat(size))).toMatchObject({ status: 400, code, message })
    expect(await exists(name)).toBe(false)
    for (const allowed of [3, 10]) expect((await post(form, 'x'.repeat(allowed))).status).toBe(204)
  })

  it('is refused with a reply also when the file is much larger than allowed', async () => {
    const form = await presign('huge', { Conditions: [['content-length-range', 0, 1000]] })
    expect(await post(form, new Uint8Array(20_000_000))).toMatchObject({ status: 400, code: 'EntityTooLarge' })
  })

  it('is refused with another key', async () => {
    const form = await presign('mine')
    expect(await post({ ...form, fields: { ...form.fields, key: `${prefix}yours` } }, 'x')).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: expect.stringMatching(/^Invalid according to Policy: Policy Condition failed: \["eq", "\$key", /),
    })
    expect(await exists('yours')).toBe(false)
  })

  it('is refused without a field the policy names', async () => {
    const form = await presign('typed', { Conditions: [['starts-with', '$Content-Type', 'text/']] })
    expect(await post(form, 'x')).toMatchObject({ status: 403, code: 'AccessDenied' })
    expect(await post({ ...form, fields: { ...form.fields, 'Content-Type': 'image/png' } }, 'x')).toMatchObject({
      code: 'AccessDenied',
    })
  })

  it('is refused with a field the policy does not name, unless it is to be ignored', async () => {
    const form = await presign('extra')
    const refused = await post({ ...form, fields: { ...form.fields, 'x-amz-meta-role': 'admin' } }, 'x')
    expect(refused).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: expect.stringMatching(/^Invalid according to Policy: Extra input fields: x-amz-meta-role/),
    })
    expect((await post({ ...form, fields: { ...form.fields, 'x-ignore-this': 'x' } }, 'x')).status).toBe(204)
  })

  it('is refused with another policy than the one that was signed', async () => {
    const form = await presign('signed', { Conditions: [['content-length-range', 0, 10]] })
    const policy = JSON.parse(Buffer.from(form.fields['Policy'] ?? '', 'base64').toString())
    const wider = { ...policy, conditions: policy.conditions.filter((one: unknown) => !Array.isArray(one)) }
    const Policy = Buffer.from(JSON.stringify(wider)).toString('base64')
    expect(await post({ ...form, fields: { ...form.fields, Policy } }, 'x'.repeat(11))).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    })
  })

  it('is refused without a policy, a signature or a key', async () => {
    const form = await presign('bare')
    const without = (name: string) => ({
      ...form,
      fields: Object.fromEntries(Object.entries(form.fields).filter(([field]) => field !== name)),
    })
    expect(await post(without('Policy'), 'x')).toMatchObject({ status: 403, code: 'AccessDenied' })
    expect(await post(without('X-Amz-Signature'), 'x')).toMatchObject({ status: 400, code: 'InvalidArgument' })
    expect(await post(without('key'), 'x')).toMatchObject({ status: 400, code: 'InvalidArgument' })
  })

  it('is refused without a file', async () => {
    const { url, fields } = await presign('fileless')
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const reply = await fetch(url, { method: 'POST', body })
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('POST requires exactly one file upload per request.'),
    ])
  })

  it('is refused with more than 20 KB of fields', async () => {
    const form = await presign('chatty')
    expect(
      await post({ ...form, fields: { ...form.fields, 'x-ignore-essay': 'x'.repeat(21_000) } }, 'x'),
    ).toMatchObject({
      status: 400,
      code: 'MaxPostPreDataLengthExceeded',
    })
  })
})

if (!onAws) {
  describe('the stand-in', () => {
    it('lets a form expire by its own clock', async () => {
      const form = await presign('expiring')
      // The client's time runs on while the stand-in's stands still, so that the form itself says when it expires.
      const { expiration } = JSON.parse(Buffer.from(form.fields['Policy'] ?? '', 'base64').toString())
      clock.set(expiration)
      clock.advance(-1)
      expect((await post(form, 'x')).status).toBe(204)
      clock.advance(1)
      expect(await post(form, 'x')).toMatchObject({
        status: 403,
        code: 'AccessDenied',
        message: 'Invalid according to Policy: Policy expired.',
      })
      // From this reply the client takes the moved time. Otherwise it would sign the next form with the old time.
      expect(await exists('expiring')).toBe(true)
      expect((await post(await presign('expiring'), 'x')).status).toBe(204)
    })

    it('refuses a form that was signed with another secret', async () => {
      const stranger = createLocalS3Client(local?.s3().url ?? '', 'guessed')
      const form = await createPresignedPost(stranger, { Bucket, Key: `${prefix}stranger` })
      expect(await post(form, 'x')).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' })
    })

    it('leaves nothing of a form it refused, or of one that broke off', async () => {
      const form = await presign('partial', { Conditions: [['content-length-range', 0, 10]] })
      await post(form, 'x'.repeat(5000))
      const body = `--b\r\ncontent-disposition: form-data; name="key"\r\n\r\n${prefix}cut`
      await fetch(form.url, { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=b' } })
      // Files that begin with a dot are metadata that is being written.
      const names = readdirSync(join(local?.folder ?? '', '.s3', 'temporary')).filter((name) => !name.startsWith('.'))
      expect(names).toEqual([])
    })

    it('sends one event, ObjectCreated:Post', async () => {
      await post(await presign('événement 1+1.xlsx'), 'x')
      const { Records } = (await local?.log.of(`${prefix}événement 1+1.xlsx`)) ?? {}
      expect(Records).toMatchObject([
        {
          eventName: 'ObjectCreated:Post',
          s3: { object: { key: `${prefix}%C3%A9v%C3%A9nement+1%2B1.xlsx`, size: 1 } },
        },
      ])
    })

    it('lets pages of the allowed origins in, and no others', async () => {
      const { url, fields } = await presign('cors')
      const preflight = (origin: string, method = 'POST') =>
        fetch(url, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-custom' },
        })
      const allowed = await preflight(ORIGIN)
      expect(allowed.status).toBe(200)
      expect(Object.fromEntries(allowed.headers)).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'x-custom',
      })
      for (const refused of [await preflight('http://evil.example'), await preflight(ORIGIN, 'DELETE')]) {
        expect(refused.status).toBe(403)
        expect(refused.headers.get('access-control-allow-methods')).toBeNull()
      }
      expect((await post({ url, fields }, 'x')).headers.get('access-control-allow-origin')).toBe(ORIGIN)
      expect((await preflight('http://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    })
  })
}
