// Tests of the stand-in alone: of its bucket as a folder, its events and its state on disk. Events must have the form
// that the S3 user guide gives under 'Event message structure'.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../contract/clock.ts'
import { startInProcess } from '../contract/process.ts'
import { createLocalS3Client, startLocalBucket } from '../contract/s3-target.ts'
import { startS3 } from './s3.ts'

const Bucket = 'uploads'
const MD5_OF_A_B = createHash('md5').update('a;b').digest('hex')
const clock = createManualClock('2026-11-21T09:00:00Z')
let local: Awaited<ReturnType<typeof startLocalBucket>>

beforeEach(async () => {
  local = await startLocalBucket(clock.now)
})

afterEach(() => local.stop())

const put = (Key: string, Body = Key) =>
  local.client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/csv' }))
const read = async (Key: string) =>
  (await local.client().send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()

/** Waits until the watcher has seen everything that happened before. */
async function watcherIsPast(marker: string): Promise<void> {
  writeFileSync(local.path(marker), '')
  await local.log.of(marker)
}

describe('a put object', () => {
  it('is announced with the event S3 sends', async () => {
    await put('contracts/klanten & partners 2026 (1).csv', 'a;b')
    expect(await local.log.of('contracts/klanten & partners 2026 (1).csv')).toEqual({
      Records: [
        {
          eventVersion: '2.1',
          eventSource: 'aws:s3',
          awsRegion: 'eu-west-1',
          eventTime: '2026-11-21T09:00:00.000Z',
          eventName: 'ObjectCreated:Put',
          userIdentity: { principalId: expect.any(String) },
          requestParameters: { sourceIPAddress: '127.0.0.1' },
          responseElements: { 'x-amz-request-id': expect.any(String), 'x-amz-id-2': expect.any(String) },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: expect.any(String),
            bucket: {
              name: 'uploads',
              ownerIdentity: { principalId: expect.any(String) },
              arn: 'arn:aws:s3:::uploads',
            },
            object: {
              key: 'contracts/klanten+%26+partners+2026+%281%29.csv',
              size: 3,
              eTag: MD5_OF_A_B,
              sequencer: expect.stringMatching(/^[0-9a-f]{16}$/),
            },
          },
        },
      ],
    })
  })

  it('is announced once, though the watcher sees its file too', async () => {
    for (const key of ['one', 'deep/er/two', 'one']) await put(key)
    await watcherIsPast('marker')
    expect(local.log.keys().sort()).toEqual(['deep/er/two', 'marker', 'one', 'one'])
  })

  it('has a sequencer above that of the object it replaces', async () => {
    await put('same', '1')
    await put('same', '2')
    await watcherIsPast('marker')
    const [first = '', second = ''] = local.log.events.map(({ Records: [record] }) => record?.s3.object.sequencer)
    expect(second > first).toBe(true)
  })

  it('is a file of that name', async () => {
    await put('contracts/a.csv', 'a;b')
    expect(readFileSync(local.path('contracts/a.csv'), 'utf8')).toBe('a;b')
  })

  it('is dated by the clock', async () => {
    await put('dated')
    const { LastModified } = await local.client().send(new HeadObjectCommand({ Bucket, Key: 'dated' }))
    expect(LastModified).toEqual(new Date('2026-11-21T09:00:00Z'))
  })
})

describe('a file dropped in the folder', () => {
  it('is an object, announced once', async () => {
    mkdirSync(local.path('contracts/2026'), { recursive: true })
    writeFileSync(local.path('contracts/2026/mijn lijst.csv'), 'a;b')
    const { Records } = await local.log.of('contracts/2026/mijn lijst.csv')
    expect(Records[0]).toMatchObject({
      eventName: 'ObjectCreated:Put',
      s3: { object: { size: 3, eTag: MD5_OF_A_B } },
    })
    expect(await read('contracts/2026/mijn lijst.csv')).toBe('a;b')
    await watcherIsPast('marker')
    expect(local.log.keys()).toEqual(['contracts/2026/mijn lijst.csv', 'marker'])
  })

  it('is announced when it comes by mv, alone or in a folder', async () => {
    const elsewhere = mkdtempSync(join(local.folder, '.elsewhere-'))
    mkdirSync(join(elsewhere, 'folder/below'), { recursive: true })
    writeFileSync(join(elsewhere, 'file.csv'), '1')
    writeFileSync(join(elsewhere, 'folder/below/file.csv'), '2')
    renameSync(join(elsewhere, 'file.csv'), local.path('file.csv'))
    renameSync(join(elsewhere, 'folder'), local.path('folder'))
    await Promise.all(['file.csv', 'folder/below/file.csv'].map(local.log.of))
    renameSync(local.path('folder'), local.path('renamed'))
    await local.log.of('renamed/below/file.csv')
    writeFileSync(local.path('renamed/below/later.csv'), '3')
    await local.log.of('renamed/below/later.csv')
    await watcherIsPast('marker')
    expect(local.log.keys()).toHaveLength(5)
  })

  it('is announced again when it is saved again', async () => {
    writeFileSync(local.path('saved.csv'), '1')
    await local.log.of('saved.csv')
    writeFileSync(local.path('saved.csv'), '22')
    await watcherIsPast('marker')
    expect(local.log.events.map(({ Records: [record] }) => record?.s3.object.size)).toEqual([1, 2, 0])
  })

  it('is announced when it is complete, however slowly it comes', async () => {
    const stream = createWriteStream(local.path('slow.csv'))
    for (let piece = 0; piece < 40; piece += 1) {
      if (!stream.write('x'.repeat(50_000))) await once(stream, 'drain')
    }
    stream.end()
    await once(stream, 'finish')
    expect((await local.log.of('slow.csv')).Records[0]?.s3.object.size).toBe(2_000_000)
    await watcherIsPast('marker')
    expect(local.log.keys()).toEqual(['slow.csv', 'marker'])
  })

  it('replaces a put object, content type included', async () => {
    await put('over.csv', 'api')
    await local.log.of('over.csv')
    writeFileSync(local.path('over.csv'), 'by hand')
    await watcherIsPast('marker')
    expect(local.log.keys()).toEqual(['over.csv', 'over.csv', 'marker'])
    expect(await local.client().send(new HeadObjectCommand({ Bucket, Key: 'over.csv' }))).toMatchObject({
      ContentType: 'binary/octet-stream',
      ContentLength: 7,
    })
  })

  it('is not announced when it is the temporary file of an editor', async () => {
    writeFileSync(local.path('.list.csv.swp'), 'x')
    writeFileSync(local.path('list.csv~'), 'x')
    await watcherIsPast('marker')
    expect(local.log.keys()).toEqual(['marker'])
  })

  it('is seen in a folder that was removed and made again', async () => {
    mkdirSync(local.path('contracts'))
    writeFileSync(local.path('contracts/1'), '')
    await local.log.of('contracts/1')
    rmSync(local.path('contracts'), { recursive: true })
    mkdirSync(local.path('contracts'))
    writeFileSync(local.path('contracts/2'), '')
    await local.log.of('contracts/2')
  })
})

describe('a start', () => {
  it('announces objects that arrived or changed while it was down, and no others', async () => {
    await put('put', 'x')
    writeFileSync(local.path('dropped'), '1')
    await Promise.all(['put', 'dropped'].map(local.log.of))
    await local.restart(() => {
      cpSync(local.path('put'), local.path('copied'))
      writeFileSync(local.path('changed'), '')
      utimesSync(local.path('dropped'), new Date(), new Date())
    })
    await watcherIsPast('marker')
    expect(local.log.keys().slice(2).sort()).toEqual(['changed', 'copied', 'dropped', 'marker'])
    expect((await local.client().send(new HeadObjectCommand({ Bucket, Key: 'put' }))).ContentType).toBe('text/csv')
  })

  it('announces an object again when its event was refused before', async () => {
    let refusing = true
    const refused: string[] = []
    const folder = mkdtempSync(join(tmpdir(), 's3-refused-'))
    const taken = Promise.withResolvers<void>()
    const names: string[] = []
    const start = () =>
      startS3({
        folder,
        now: clock.now,
        buckets: [Bucket],
        onCreated({ Records: [record] }) {
          const key = record?.s3.object.key ?? ''
          if (refusing) {
            refused.push(key)
            throw new Error('the queue is full')
          }
          names.push(key)
          if (names.length === 3) taken.resolve()
        },
      })
    const first = await start()
    for (const key of ['natural', 'odd//key', '.hidden']) await first.put(Bucket, key, Buffer.from('x'), 'text/plain')
    await first.close()
    expect(refused).toHaveLength(3)
    refusing = false
    const second = await start()
    await taken.promise
    await second.close()
    expect(names.sort()).toEqual(['.hidden', 'natural', 'odd//key'])
    rmSync(folder, { recursive: true })
  })

  it('finds every object that was acknowledged before a kill, whole and as it was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 's3-killed-'))
    const options = `{ folder: ${JSON.stringify(folder)}, now: Date.now, buckets: ['uploads'], onCreated() {} }`
    const running = await startInProcess(new URL('./s3.ts', import.meta.url).href, `startS3(${options})`)
    const client = createLocalS3Client(running.url)
    const contentOf = new Map<string, string>()
    let acknowledged = 0
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; acknowledged < 160; index += 1) {
        const Key = `writer-${writer}/${index % 5}${index % 2 === 0 ? '' : '//odd'}`
        const Body = `${writer} ${index} `.repeat(2000)
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/csv' }))
        contentOf.set(Key, Body)
        acknowledged += 1
      }
      await running.kill()
    })
    await Promise.allSettled(writers)

    const revived = await startS3({ folder, now: Date.now, onCreated() {} })
    const after = createLocalS3Client(revived.url)
    for (const [Key, content] of contentOf) {
      const found = await after.send(new GetObjectCommand({ Bucket, Key }))
      expect(found.ContentType).toBe('text/csv')
      // A write that was not acknowledged may have replaced the object, but only as a whole.
      const [writer, index] = content.split(' ')
      const body = await found.Body?.transformToString()
      expect([content, `${writer} ${Number(index) + 10} `.repeat(2000)]).toContain(body)
    }
    await revived.close()
    rmSync(folder, { recursive: true })
  })
})

describe('the workbench', () => {
  it('puts objects as a client does', async () => {
    await local.s3().put(Bucket, 'bench/a b.csv', Buffer.from('a;b'), 'text/csv')
    expect((await local.log.of('bench/a b.csv')).Records[0]?.eventName).toBe('ObjectCreated:Put')
    expect((await local.client().send(new HeadObjectCommand({ Bucket, Key: 'bench/a b.csv' }))).ContentType).toBe(
      'text/csv',
    )
    await expect(local.s3().put('nowhere', 'x', Buffer.from(''), '')).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })

  it('lists a bucket', async () => {
    await put('b')
    await put('a/../a', '12345')
    expect(await local.s3().list(Bucket)).toEqual([
      { key: 'a/../a', size: 5, lastModified: '2026-11-21T09:00:00.000Z' },
      { key: 'b', size: 1, lastModified: '2026-11-21T09:00:00.000Z' },
    ])
    await expect(local.s3().list('nowhere')).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })

  it('announces an object again, with the event it had', async () => {
    await put('again')
    const first = await local.log.of('again')
    clock.advance(60)
    await Promise.all([local.s3().announce(Bucket, 'again'), local.s3().announce(Bucket, 'again')])
    expect(local.log.events).toEqual([first, first, first])
    await expect(local.s3().announce(Bucket, 'nothing')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('does not announce an object again when it is removed', async () => {
    await put('short-lived')
    await local.client().send(new DeleteObjectCommand({ Bucket, Key: 'short-lived' }))
    await watcherIsPast('marker')
    expect(local.log.keys()).toEqual(['short-lived', 'marker'])
    expect(await local.s3().list(Bucket)).toHaveLength(1)
  })
})
