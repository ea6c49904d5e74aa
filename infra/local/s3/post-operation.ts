import { requireObjectRight } from '../rights/object-access.ts'
import { serviceError } from '../stand-in/failure.ts'
import { xmlDocument, xmlElement } from '../stand-in/xml.ts'
import { readForm } from './multipart.ts'
import { checkPolicy, requireField, type SizeRange } from './policy.ts'
import { type Bucketry, type Call, notImplemented, pickStoredHeaders, refuseUnknown } from './request.ts'
import { quoteETag } from './stored-object.ts'

const FILENAME = /\$\{filename\}/g

/**
 * Answers a presigned POST: stores the file of a browser's form, if the form meets its signed policy. The object exists
 * only after the whole file has come and its size was allowed.
 */
export async function postObject(buckets: Bucketry, { request, response, bucket, query }: Call): Promise<void> {
  refuseUnknown(request.headers, query, [])
  const { fields, file } = await readForm(
    request.headers['content-type'] ?? '',
    request.iterator({ destroyOnReturn: false }),
  )
  if (fields.has('success_action_redirect') || fields.has('redirect')) throw notImplemented('success_action_redirect')
  const key = requireField(fields, 'key').replaceAll(FILENAME, () => file.name)
  const range = checkPolicy(new Map([...fields, ['key', key]]), bucket, buckets.now())
  // The function that signed the form must have the right to store the object when the form is posted.
  const [signer = ''] = fields.get('x-amz-credential')?.split('/') ?? []
  requireObjectRight(buckets.guard, signer, 'PUT', bucket, key)
  const object = await buckets.store.put(bucket, key, within(range, file.bytes), () => ({
    headers: pickStoredHeaders(Object.fromEntries(fields)),
    checksum: null,
    event: 'ObjectCreated:Post',
  }))
  buckets.announce(bucket, object)
  await drainRequest(request)
  reply(response, { status: fields.get('success_action_status'), bucket, key, etag: object.etag, url: buckets.url() })
}

/** Reads and drops the rest of a request, since a browser reads the reply only after sending everything. */
export async function drainRequest(request: Call['request']): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  for await (const _ of request.iterator({ destroyOnReturn: false }));
}

async function* within({ minimum, maximum }: SizeRange, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size <= maximum) yield piece
  }
  if (size > maximum) {
    throw serviceError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      details: { ProposedSize: String(size), MaxSizeAllowed: String(maximum) },
    })
  }
  if (size < minimum) {
    throw serviceError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      details: { ProposedSize: String(size), MinSizeAllowed: String(minimum) },
    })
  }
}

interface Posted {
  readonly status: string | undefined
  readonly bucket: string
  readonly key: string
  readonly etag: string
  readonly url: string
}

/**
 * Answers with the status that the form asks for: 200 without a body, or 201 with an XML description of the object.
 * Answers 204 without a body when the form asks for neither.
 */
function reply(response: Call['response'], { status, bucket, key, etag, url }: Posted): void {
  const location = `${url}/${bucket}/${encodeURIComponent(key)}`
  response.setHeader('etag', quoteETag(etag))
  response.setHeader('location', location)
  if (status !== '201') {
    response.writeHead(status === '200' ? 200 : 204).end()
    return
  }
  response.writeHead(201, { 'content-type': 'application/xml' })
  response.end(
    xmlDocument(
      `<PostResponse>${xmlElement('Location', location)}${xmlElement('Bucket', bucket)}${xmlElement('Key', key)}${xmlElement('ETag', quoteETag(etag))}</PostResponse>`,
    ),
  )
}
