import { relative, sep } from 'node:path'
import type { S3Event } from 'aws-lambda'
import type { Guard } from '../rights/guard.ts'
import { requireListRight, requireObjectRight } from '../rights/object-access.ts'
import { asFailure, isFailure, serviceError } from '../stand-in/failure.ts'
import { type Exchange, isSigned, startServer } from '../stand-in/server.ts'
import { allowOrigin, answerPreflight } from './cors.ts'
import { errorDocument } from './error-document.ts'
import { buildCreatedEvent } from './events.ts'
import { createLayout, type Layout } from './layout.ts'
import { describeObjects, listObjects } from './list-operation.ts'
import { deleteObject, getObject, headObject, putObject } from './object-operations.ts'
import { drainRequest, postObject } from './post-operation.ts'
import { type Bucketry, type Call, notImplemented, parseObjectUrl } from './request.ts'
import { createStore } from './store.ts'
import type { StoredObject } from './stored-object.ts'
import { watchFolders } from './watch.ts'

export interface S3Options {
  /** Folder with one folder per bucket, and `.s3` for the metadata of the objects. */
  readonly folder: string
  /** Clock in milliseconds since 1970; gives the dates of objects and events, and ends presigned forms. */
  readonly now: () => number
  /** Port to listen on; 0, the default, takes a free port. */
  readonly port?: number
  /** Buckets to create when they do not exist. */
  readonly buckets?: readonly string[]
  /** Origins of pages that may post presigned forms, such as http://localhost:3000. */
  readonly allowedOrigins?: readonly string[]
  /** Refuses what the caller's role may not do. */
  readonly guard?: Guard
  /** Milliseconds without a change after which a file placed by hand counts as complete; 150 by default. */
  readonly settleMs?: number
  /**
   * Receives the event of a stored object. Until the call resolves, the event counts as undelivered and is given again
   * at the next start.
   */
  readonly onCreated: (event: S3Event) => void | Promise<void>
}

export interface ListedObject {
  readonly key: string
  readonly size: number
  /** Moment of the last change, in ISO 8601. */
  readonly lastModified: string
}

export interface LocalS3 {
  /** Address of the stand-in, for AWS_ENDPOINT_URL_S3. */
  readonly url: string
  /** Stops the stand-in; resolves when all writes and deliveries have ended. */
  close(): Promise<void>
  /** Puts an object as a client would, its event included; throws NoSuchBucket. */
  put(bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Returns all objects of the bucket, in the order of their keys; throws NoSuchBucket. */
  list(bucket: string): Promise<ListedObject[]>
  /**
   * Delivers the object's event again, equal to the first one; resolves when `onCreated` has received it.
   *
   * @throws NoSuchBucket, NoSuchKey
   */
  announce(bucket: string, key: string): Promise<void>
}

/**
 * Starts a stand-in for S3: a local server whose buckets are folders. A file dropped there becomes an object with its
 * event. Unsupported operations answer 501 NotImplemented.
 */
export async function startS3(options: S3Options): Promise<LocalS3> {
  const { now, onCreated, allowedOrigins = [] } = options
  const layout = createLayout(options.folder, options.buckets ?? [])
  const store = createStore(layout, now)
  const deliveries = new Set<Promise<void>>()

  async function deliver(bucket: string, object: StoredObject): Promise<void> {
    try {
      await onCreated(buildCreatedEvent(bucket, object))
      await store.settle(bucket, object, true)
    } catch (error) {
      process.emitWarning(`The event of ${bucket}/${object.key} was not delivered: ${error}`)
      await store.settle(bucket, object, false)
    }
  }

  async function claim(bucket: string, key: string): Promise<void> {
    const object = await store.claim(bucket, key)
    if (object !== null) announce(bucket, object)
  }

  async function announceLeftOver(): Promise<void> {
    for (const bucket of layout.buckets()) {
      for (const key of await store.unannounced(bucket)) await claim(bucket, key)
    }
  }

  function announce(bucket: string, object: StoredObject): void {
    const delivery = deliver(bucket, object).finally(() => deliveries.delete(delivery))
    deliveries.add(delivery)
  }

  const buckets: Bucketry = {
    url: () => server.url,
    now,
    store,
    guard: options.guard,
    announce,
  }
  const server = await startServer({
    port: options.port ?? 0,
    now,
    handle: (exchange) => answer(buckets, layout, allowedOrigins, exchange),
  })
  const stopWatching = watchFolders({
    folders: layout.buckets().map(layout.bucketFolder),
    settleMs: options.settleMs ?? 150,
    async onSettled(path) {
      const [bucket = '', ...names] = relative(options.folder, path).split(sep)
      await claim(bucket, names.join('/'))
    },
  })

  const leftOver = announceLeftOver().catch((error) => process.emitWarning(error))

  return {
    url: server.url,
    async close() {
      await Promise.all([stopWatching(), leftOver])
      await server.close()
      await Promise.all(deliveries)
    },
    async put(bucket, key, bytes, contentType) {
      layout.bucketFolder(bucket)
      const about = { headers: { 'content-type': contentType }, checksum: null, event: 'ObjectCreated:Put' } as const
      announce(bucket, await store.put(bucket, key, [bytes], () => about))
    },
    async list(bucket) {
      layout.bucketFolder(bucket)
      const objects = await describeObjects(store, bucket, await store.keys(bucket, ''))
      return objects.map(({ key, size, lastModified }) => ({
        key,
        size,
        lastModified: new Date(lastModified).toISOString(),
      }))
    },
    async announce(bucket, key) {
      layout.bucketFolder(bucket)
      const object = await store.find(bucket, key)
      if (object === null) throw serviceError('NoSuchKey', 'The specified key does not exist.', { status: 404 })
      await onCreated(buildCreatedEvent(bucket, object))
    },
  }
}

async function answer(
  buckets: Bucketry,
  layout: Layout,
  allowedOrigins: readonly string[],
  exchange: Exchange,
): Promise<void> {
  const { request, response, requestId } = exchange
  response.setHeader('x-amz-request-id', requestId)
  response.setHeader('x-amz-id-2', 'local')
  response.setHeader('server', 'AmazonS3')
  allowOrigin(request, response, allowedOrigins)
  try {
    const call = { request, response, ...parseObjectUrl(request.url ?? '/') }
    if (request.method === 'OPTIONS') answerPreflight(request, response, allowedOrigins)
    else await route(buckets, layout, call)
  } catch (error) {
    await fail(exchange, error)
  }
}

async function route(buckets: Bucketry, layout: Layout, call: Call): Promise<void> {
  const { request, bucket, key } = call
  if (bucket === '') throw notImplemented('operations on all buckets')
  const operation = operationOf(request.method, key)
  if (operation !== postObject && !isSigned(request))
    throw serviceError('AccessDenied', 'Access Denied', { status: 403 })
  layout.bucketFolder(bucket)
  const caller = buckets.guard?.senderOf(request) ?? ''
  if (operation !== postObject) requireObjectRight(buckets.guard, caller, request.method ?? '', bucket, key)
  await operation(buckets, call).catch((error) => {
    if (isGone(error)) requireListRight(buckets.guard, caller, bucket)
    throw error
  })
}

const isGone = (error: unknown) => isFailure(error) && error.name === 'NoSuchKey'

function operationOf(method: string | undefined, key: string): (buckets: Bucketry, call: Call) => Promise<void> {
  if (key === '') {
    if (method === 'GET') return listObjects
    if (method === 'POST') return postObject
  } else {
    if (method === 'PUT') return putObject
    if (method === 'GET') return getObject
    if (method === 'HEAD') return headObject
    if (method === 'DELETE') return deleteObject
  }
  throw notImplemented(`${method} on ${key === '' ? 'a bucket' : 'an object'}`)
}

async function fail({ request, response, requestId }: Exchange, error: unknown): Promise<void> {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const found = asFailure(error, 'InternalError')
  await drainRequest(request).catch(() => undefined)
  response.writeHead(found.status, { 'content-type': 'application/xml' })
  response.end(request.method === 'HEAD' ? undefined : errorDocument(found, requestId))
}
