import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import type { S3Event } from 'aws-lambda'
import { type LocalS3, type S3Options, startS3 } from '../s3/s3.ts'

/** The only origin whose pages may post forms to the stand-in. */
export const ORIGIN = 'http://localhost:3000'

/** Returns an S3 client for a stand-in at this address; it never retries a call. */
export const createLocalS3Client = (endpoint: string, secretAccessKey = 'local'): S3Client =>
  new S3Client({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local-test', secretAccessKey },
    maxAttempts: 1,
  })

/** Creates a collector of S3 events, with which a test can wait for the event of a key. */
function createEventLog() {
  const events: S3Event[] = []
  const waiting = new Set<() => void>()
  const keys = () =>
    events.map(({ Records: [record] }) => decodeURIComponent((record?.s3.object.key ?? '').replaceAll('+', ' ')))

  return {
    events,
    /** Returns the keys of the events so far, decoded. */
    keys,
    take(event: S3Event): void {
      events.push(event)
      for (const wake of waiting) wake()
    },
    /** Waits for the event of a key and returns it. */
    async of(key: string): Promise<S3Event> {
      for (;;) {
        const event = events[keys().indexOf(key)]
        if (event !== undefined) return event
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await promise
        waiting.delete(resolve)
      }
    },
  }
}

/**
 * Starts an S3 stand-in with a folder of its own and the bucket `uploads`; returns functions to use, restart and stop
 * it. `options` replace its settings.
 */
export async function startLocalBucket(now: () => number, options: Partial<S3Options> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 's3-'))
  const log = createEventLog()
  const start = (): Promise<LocalS3> =>
    startS3({
      folder,
      now,
      buckets: ['uploads'],
      allowedOrigins: [ORIGIN],
      settleMs: 20,
      onCreated: log.take,
      ...options,
    })
  let s3 = await start()
  return {
    folder,
    path: (key: string) => join(folder, 'uploads', key),
    log,
    s3: () => s3,
    client: () => createLocalS3Client(s3.url),
    /** Stops the stand-in, lets `meanwhile` happen, and starts it again. */
    async restart(meanwhile: () => void = () => {}): Promise<void> {
      await s3.close()
      meanwhile()
      s3 = await start()
    },
    async stop(): Promise<void> {
      await s3.close()
      rmSync(folder, { recursive: true })
    },
  }
}
