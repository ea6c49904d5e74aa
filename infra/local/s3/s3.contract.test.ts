// Tests the local stand-in for S3; the same tests can run against AWS, to prove that both behave alike. With a bucket:
//   CONTRACT_AWS=1 AWS_REGION=… CONTRACT_BUCKET=… npx vitest run infra/local/s3/s3.contract
// with credentials for the bucket in the environment. Objects are under contract-<random>/ and removed again.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalBucket } from '../contract/s3-target.ts'

const { CONTRACT_AWS, CONTRACT_BUCKET = '' } = process.env
const onAws = CONTRACT_AWS === '1'

const prefix = `contract-${randomBytes(6).toString('hex')}/`
let s3: S3Client
let Bucket: string
let folder = ''
let stop = async () => {}

beforeAll(async () => {
  if (onAws) {
    s3 = new S3Client({})
    Bucket = CONTRACT_BUCKET
    stop = async () => {
      for (const Key of await listKeys(prefix)) await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    }
  } else {
    const local = await startLocalBucket(Date.now)
    s3 = local.client()
    folder = local.folder
    Bucket = 'uploads'
    stop = local.stop
  }
})

afterAll(() => stop())

const put = (name: string, Body: string | Buffer, more = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key: prefix + name, Body, ...more }))
const get = (name: string, more = {}) => s3.send(new GetObjectCommand({ Bucket, Key: prefix + name, ...more }))
const text = async (name: string) => (await get(name)).Body?.transformToString()
const md5 = (content: string | Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

async function listKeys(Prefix: string, more = {}): Promise<string[]> {
  const keys: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken ? { ContinuationToken } : {}), ...more }),
    )
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
  return keys
}

describe('an object', () => {
  it('comes back as it was put, with its properties', async () => {
    const stored = await put('brief.txt', 'Beste klant', {
      ContentType: 'text/plain; charset=utf-8',
      ContentDisposition: 'attachment; filename="brief.txt"',
      CacheControl: 'no-store',
      Metadata: { upload: '42' },
    })
    expect(stored.ETag).toBe(md5('Beste klant'))
    const found = await get('brief.txt')
    expect(found).toMatchObject({
      ContentType: 'text/plain; charset=utf-8',
      ContentDisposition: 'attachment; filename="brief.txt"',
      CacheControl: 'no-store',
      Metadata: { upload: '42' },
      ContentLength: 11,
      ETag: stored.ETag,
      LastModified: expect.any(Date),
    })
    expect(await found.Body?.transformToString()).toBe('Beste klant')
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: `${prefix}brief.txt` }))).toMatchObject({
      ContentType: 'text/plain; charset=utf-8',
      ContentLength: 11,
      ETag: stored.ETag,
      Metadata: { upload: '42' },
    })
  })

  it('is replaced as a whole, properties included', async () => {
    await put('twice', 'one', { Metadata: { version: '1' }, ContentType: 'text/plain' })
    await put('twice', 'two!')
    const found = await get('twice')
    expect(found).toMatchObject({ ContentLength: 4, ETag: md5('two!'), Metadata: {} })
    expect(await found.Body?.transformToString()).toBe('two!')
  })

  it('may be empty', async () => {
    await put('empty', '')
    expect(await get('empty')).toMatchObject({ ContentLength: 0, ETag: md5('') })
  })

  it('can be streamed up and down in many pieces', async () => {
    const bytes = randomBytes(9 * 1024 * 1024 + 17)
    const pieces = Array.from({ length: 145 }, (_, index) => bytes.subarray(index * 65_521, (index + 1) * 65_521))
    await s3.send(
      new PutObjectCommand({ Bucket, Key: `${prefix}large`, Body: Readable.from(pieces), ContentLength: bytes.length }),
    )
    const found = await get('large')
    expect(found.ETag).toBe(md5(bytes))
    expect(found.ContentEncoding).toBeUndefined()
    expect(md5(Buffer.from((await found.Body?.transformToByteArray()) ?? []))).toBe(md5(bytes))
  })

  it('keeps the checksum it came with', async () => {
    const { ChecksumSHA256 } = await put('sum', 'hello', { ChecksumAlgorithm: 'SHA256' })
    expect(ChecksumSHA256).toBe(createHash('sha256').update('hello').digest('base64'))
    expect((await get('sum', { ChecksumMode: 'ENABLED' })).ChecksumSHA256).toBe(ChecksumSHA256)
  })

  it('is not stored when its bytes are not those that were promised', async () => {
    await expect(put('broken', 'hello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' })
    await expect(put('broken', 'hello', { ContentMD5: 'XrY7u+Ae7tCTyyK7j1rNww==' })).rejects.toMatchObject({
      name: 'BadDigest',
    })
    await expect(get('broken')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('is one of those written at the same time, never a mixture', async () => {
    const versions = Array.from({ length: 12 }, (_, index) => String(index).repeat(200_000))
    await Promise.all(versions.map((version) => put('raced', version)))
    const found = await get('raced')
    const content = (await found.Body?.transformToString()) ?? ''
    expect(versions).toContain(content)
    expect(found.ETag).toBe(md5(content))
  })

  it('is stored once when twenty store it on condition that it is new', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) => put('new', String(index), { IfNoneMatch: '*' }))
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(put('new', 'again', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  })

  it('is gone after removal, which may be repeated', async () => {
    await put('gone', 'x')
    const remove = () => s3.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}gone` }))
    await remove()
    await remove()
    await expect(get('gone')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('reading in part or on condition', () => {
  it.each([
    ['bytes=0-4', '01234', 'bytes 0-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('answers %s', async (Range, content, ContentRange) => {
    await put('digits', '0123456789')
    const part = await get('digits', { Range })
    expect(part).toMatchObject({ ContentRange, ContentLength: content.length, ETag: md5('0123456789') })
    expect(part.$metadata.httpStatusCode).toBe(206)
    expect(await part.Body?.transformToString()).toBe(content)
  })

  it('refuses a range beyond the end', async () => {
    await put('digits', '0123456789')
    await expect(get('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  it('answers 304 for an unchanged object, and 412 for a changed one', async () => {
    const { ETag } = await put('known', 'x')
    await expect(get('known', { IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
    await expect(get('known', { IfMatch: '"other"' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
    expect(await (await get('known', { IfNoneMatch: '"other"', IfMatch: ETag })).Body?.transformToString()).toBe('x')
  })
})

describe('keys', () => {
  it.each([
    'met spatie + plus & en €',
    'ümläut/日本語/🙂.txt',
    'quote\'"`(!*)~',
    'percent%2Fencoded%00',
    'double//slash',
    'ends/with/slash/',
    'a/../b',
    './dot',
    '..',
    'back\\slash\\..\\x',
    `long/${'n'.repeat(300)}`,
    'new\tline',
  ])('%j is a name like any other', async (name) => {
    await put(name, `content of ${name}`)
    expect(await text(name)).toBe(`content of ${name}`)
    expect(await listKeys(prefix + name)).toContain(prefix + name)
    await s3.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }))
    await expect(get(name)).rejects.toMatchObject({ name: 'NoSuchKey' })
    expect(await listKeys(prefix + name)).not.toContain(prefix + name)
  })

  it('may be the beginning of another key', async () => {
    await put('tree', 'file')
    await put('tree/leaf', 'below')
    await put('other/leaf', 'below')
    await put('other', 'file')
    expect(await Promise.all(['tree', 'tree/leaf', 'other', 'other/leaf'].map(text))).toEqual([
      'file',
      'below',
      'file',
      'below',
    ])
  })

  it('have at most 1024 bytes', async () => {
    await expect(put('x'.repeat(1025), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' })
  })
})

describe('listing', () => {
  it('gives keys in the order of their bytes, with size and ETag', async () => {
    const names = ['b', 'a/2', 'a/10', 'a', 'B', 'é', 'a-1']
    for (const name of names) await put(`list/${name}`, name)
    const { Contents, KeyCount, IsTruncated } = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: `${prefix}list/` }),
    )
    expect(Contents?.map(({ Key }) => Key?.slice(`${prefix}list/`.length))).toEqual([
      'B',
      'a',
      'a-1',
      'a/10',
      'a/2',
      'b',
      'é',
    ])
    expect(Contents?.[3]).toMatchObject({ Size: 4, ETag: md5('a/10'), LastModified: expect.any(Date) })
    expect([KeyCount, IsTruncated]).toEqual([7, false])
    expect(await listKeys(`${prefix}list/a/`)).toHaveLength(2)
    expect(await listKeys(`${prefix}list/nothing`)).toEqual([])
  })

  it('goes on page after page, and from any key', async () => {
    await Promise.all(Array.from({ length: 7 }, (_, index) => put(`pages/${index}`, 'x')))
    const keys = Array.from({ length: 7 }, (_, index) => `${prefix}pages/${index}`)
    expect(await listKeys(`${prefix}pages/`, { MaxKeys: 3 })).toEqual(keys)
    expect(await listKeys(`${prefix}pages/`, { StartAfter: `${prefix}pages/4` })).toEqual(keys.slice(5))
  })
})

describe('errors', () => {
  it('names a missing bucket or key', async () => {
    await expect(get('nothing')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } })
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: `${prefix}nothing` }))).rejects.toMatchObject({
      name: 'NotFound',
    })
    const nowhere = `nowhere-${randomBytes(8).toString('hex')}`
    await expect(s3.send(new GetObjectCommand({ Bucket: nowhere, Key: 'x' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
    await expect(s3.send(new PutObjectCommand({ Bucket: nowhere, Key: 'x', Body: 'x' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
  })
})

if (!onAws) {
  describe('the stand-in', () => {
    it('answers 501 to an operation, header or parameter that it does not know', async () => {
      const refusal = { name: 'NotImplemented', $metadata: { httpStatusCode: 501 } }
      await expect(s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'x' }))).rejects.toMatchObject(refusal)
      await expect(put('x', 'x', { Tagging: 'a=b' })).rejects.toMatchObject(refusal)
      await expect(get('x', { ResponseContentType: 'text/plain' })).rejects.toMatchObject(refusal)
      await expect(s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))).rejects.toMatchObject(refusal)
    })

    it('refuses anonymous callers', async () => {
      const endpoint = await s3.config.endpoint?.()
      const url = `http://${endpoint?.hostname}:${endpoint?.port}/${Bucket}/${prefix}x`
      expect((await fetch(url)).status).toBe(403)
      expect(await (await fetch(url, { method: 'PUT', body: 'x' })).text()).toContain('<Code>AccessDenied</Code>')
    })

    // S3 refuses keys with `..` above the root, so this test runs only on the stand-in. The stand-in stores them like
    // any other key, and never outside its folder.
    it('treats a key that leads out of its folder as a name', async () => {
      for (const Key of ['../../../etc/passwd', '/etc/passwd', '../documents/x', '.s3/x', '../.s3/about/x']) {
        await s3.send(new PutObjectCommand({ Bucket, Key, Body: `content of ${Key}` }))
        const found = await s3.send(new GetObjectCommand({ Bucket, Key }))
        expect(await found.Body?.transformToString()).toBe(`content of ${Key}`)
        expect(await listKeys('')).toContain(Key)
      }
      expect(existsSync(join(folder, 'documents'))).toBe(false)
      expect(readdirSync(folder).sort()).toEqual(['.s3', 'uploads'])
    })

    it('refuses buckets outside its folder', async () => {
      const endpoint = await s3.config.endpoint?.()
      for (const outside of ['..', '.s3', '%2e%2e', 'a%2f..%2fb']) {
        const reply = await fetch(`http://${endpoint?.hostname}:${endpoint?.port}/${outside}/x`, {
          headers: { authorization: 'AWS4-HMAC-SHA256 x' },
        })
        expect(reply.status).toBeGreaterThanOrEqual(400)
      }
    })
  })
}
