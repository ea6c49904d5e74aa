import { serviceError } from '../stand-in/failure.ts'
import { xmlDocument, xmlElement } from '../stand-in/xml.ts'
import { type Bucketry, type Call, notImplemented, refuseUnknown } from './request.ts'
import type { ObjectStore } from './store.ts'
import type { StoredObject } from './stored-object.ts'
import { quoteETag } from './stored-object.ts'

const PAGE = 1000
const AT_ONCE = 32

/**
 * Answers ListObjectsV2: lists keys in the order of their UTF-8 bytes. Follows the parameters prefix, start-after,
 * max-keys and continuation-token. Throws NotImplemented for another operation or parameter, and InvalidArgument for a
 * wrong max-keys or continuation-token.
 */
export async function listObjects(buckets: Bucketry, { request, response, bucket, query }: Call): Promise<void> {
  if (query.get('list-type') !== '2') throw notImplemented('this GET on a bucket; it does ListObjectsV2')
  refuseUnknown(request.headers, query, [
    'list-type',
    'prefix',
    'start-after',
    'max-keys',
    'continuation-token',
    'x-id',
  ])
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const limit = readLimit(query.get('max-keys'))
  const after = token === null ? query.get('start-after') : openToken(token)
  const all = await buckets.store.keys(bucket, prefix)
  const rest =
    after === null
      ? all
      : all.slice(all.findLastIndex((key) => Buffer.compare(Buffer.from(key), Buffer.from(after)) <= 0) + 1)
  const page = rest.slice(0, limit)
  const objects = await describeObjects(buckets.store, bucket, page)
  const last = page.at(-1)
  const truncated = last !== undefined && rest.length > page.length
  response.setHeader('content-type', 'application/xml')
  response.end(
    xmlDocument(
      [
        '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
        xmlElement('Name', bucket),
        xmlElement('Prefix', prefix),
        xmlElement('KeyCount', objects.length),
        xmlElement('MaxKeys', limit),
        xmlElement('IsTruncated', truncated),
        token === null ? '' : xmlElement('ContinuationToken', token),
        truncated ? xmlElement('NextContinuationToken', sealToken(last)) : '',
        ...objects.map(contents),
        '</ListBucketResult>',
      ].join(''),
    ),
  )
}

/** Returns the metadata of the objects with these keys; leaves out those removed in the meantime. */
export async function describeObjects(
  store: ObjectStore,
  bucket: string,
  keys: readonly string[],
): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const found = await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => store.find(bucket, key)))
    objects.push(...found.filter((object) => object !== null))
  }
  return objects
}

function contents({ key, lastModified, etag, size }: StoredObject): string {
  const when = new Date(lastModified).toISOString()
  return `<Contents>${xmlElement('Key', key)}${xmlElement('LastModified', when)}${xmlElement('ETag', quoteETag(etag))}${xmlElement('Size', size)}${xmlElement('StorageClass', 'STANDARD')}</Contents>`
}

function readLimit(text: string | null): number {
  const limit = text === null ? PAGE : Number(text)
  if (!Number.isInteger(limit) || limit < 0) {
    throw serviceError('InvalidArgument', 'Provided max-keys not an integer or within integer range', {
      details: { ArgumentName: 'max-keys', ArgumentValue: text ?? '' },
    })
  }
  return Math.min(limit, PAGE)
}

const MARK = 'key:'
const sealToken = (key: string) => Buffer.from(MARK + key).toString('base64')

function openToken(token: string): string {
  const text = Buffer.from(token, 'base64').toString()
  if (!text.startsWith(MARK)) {
    throw serviceError('InvalidArgument', 'The continuation token provided is incorrect', {
      details: { ArgumentName: 'continuation-token' },
    })
  }
  return text.slice(MARK.length)
}
