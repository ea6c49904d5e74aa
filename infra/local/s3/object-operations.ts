import { pipeline } from 'node:stream/promises'
import { serviceError } from '../stand-in/failure.ts'
import { readUpload } from './body.ts'
import { type Bucketry, type Call, notImplemented, pickStoredHeaders, refuseUnknown } from './request.ts'
import type { StoredObject } from './stored-object.ts'
import { quoteETag } from './stored-object.ts'

/** Answers PutObject, including the SDK's checksums and framing, and `If-None-Match: *`. */
export async function putObject(buckets: Bucketry, { request, response, bucket, key, query }: Call): Promise<void> {
  const { headers } = request
  refuseUnknown(headers, query, ['x-id'])
  if (headers['if-match'] !== undefined) throw notImplemented('If-Match on writes')
  if (headers['if-none-match'] !== undefined && headers['if-none-match'] !== '*')
    throw notImplemented('If-None-Match other than *')
  const upload = readUpload(request)
  const object = await buckets.store.put(bucket, key, upload.bytes, () => ({
    headers: pickStoredHeaders(headers),
    checksum: upload.checksum(),
    event: 'ObjectCreated:Put',
    onlyIfNew: headers['if-none-match'] === '*',
  }))
  buckets.announce(bucket, object)
  response.setHeader('etag', quoteETag(object.etag))
  setChecksum(response, object)
  response.end()
}

/** Answers GetObject, including a single Range and ETag conditions; streams the body. */
export async function getObject(buckets: Bucketry, { request, response, bucket, key, query }: Call): Promise<void> {
  refuseUnknown(request.headers, query, ['x-id'])
  const opened = await buckets.store.open(bucket, key)
  if (opened === null) throw noSuchKey(key)
  const { object, file } = opened
  try {
    if (isUnmodified(request.headers['if-none-match'], request.headers['if-match'], object)) {
      response.writeHead(304, { etag: quoteETag(object.etag) }).end()
      return
    }
    const range = parseRange(request.headers.range, object.size)
    describe(response, object)
    if (range !== null) {
      response.statusCode = 206
      response.setHeader('content-range', `bytes ${range.start}-${range.end}/${object.size}`)
    } else if (request.headers['x-amz-checksum-mode'] === 'ENABLED') setChecksum(response, object)
    const { start, end } = range ?? { start: 0, end: object.size - 1 }
    response.setHeader('content-length', end - start + 1)
    if (end < start) response.end()
    else await pipeline(file.createReadStream({ start, end, autoClose: false }), response)
  } finally {
    await file.close()
  }
}

/** Answers HeadObject; its errors have no body, as HTTP requires. */
export async function headObject(buckets: Bucketry, { request, response, bucket, key, query }: Call): Promise<void> {
  refuseUnknown(request.headers, query, [])
  const object = await buckets.store.find(bucket, key)
  if (object === null) throw noSuchKey(key)
  if (isUnmodified(request.headers['if-none-match'], request.headers['if-match'], object)) {
    response.writeHead(304, { etag: quoteETag(object.etag) }).end()
    return
  }
  describe(response, object)
  if (request.headers['x-amz-checksum-mode'] === 'ENABLED') setChecksum(response, object)
  response.setHeader('content-length', object.size)
  response.end()
}

/** Answers DeleteObject with 204, for a missing object too. */
export async function deleteObject(buckets: Bucketry, { request, response, bucket, key, query }: Call): Promise<void> {
  refuseUnknown(request.headers, query, ['x-id'])
  await buckets.store.remove(bucket, key)
  response.writeHead(204).end()
}

const noSuchKey = (key: string) =>
  serviceError('NoSuchKey', 'The specified key does not exist.', { status: 404, details: { Key: key } })

function isUnmodified(ifNoneMatch: string | undefined, ifMatch: string | undefined, { etag }: StoredObject): boolean {
  const names = (list: string) => list.split(',').map((tag) => tag.trim().replace(/^W\/|"/g, ''))
  if (ifMatch !== undefined && !names(ifMatch).some((name) => name === '*' || name === etag)) {
    throw serviceError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      status: 412,
      details: { Condition: 'If-Match' },
    })
  }
  return ifNoneMatch !== undefined && names(ifNoneMatch).some((name) => name === '*' || name === etag)
}

/**
 * Parses a Range header; returns null for several or invalid ranges, which S3 ignores. Throws InvalidRange for a start
 * beyond the object's end.
 */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, first, last] = header?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  if (start >= size) {
    throw serviceError('InvalidRange', 'The requested range is not satisfiable', {
      status: 416,
      details: { RangeRequested: header ?? '', ActualObjectSize: String(size) },
    })
  }
  return { start, end }
}

function describe(response: Call['response'], object: StoredObject): void {
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value)
  response.setHeader('etag', quoteETag(object.etag))
  response.setHeader('last-modified', new Date(object.lastModified).toUTCString())
  response.setHeader('accept-ranges', 'bytes')
}

function setChecksum(response: Call['response'], { checksum }: StoredObject): void {
  if (checksum === null) return
  response.setHeader(checksum.header, checksum.value)
  response.setHeader('x-amz-checksum-type', 'FULL_OBJECT')
}
