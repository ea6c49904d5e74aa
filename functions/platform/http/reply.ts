import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Reply } from 'aws-lambda'
import type { Endpoint } from '../../../shared/api/parts/endpoint.ts'
import { AppError, statusOf } from '../../../shared/errors.ts'
import type { Failure } from '../metrics.ts'
import type { Page } from './page.ts'

const always = { 'cache-control': 'no-store' }
const json = { ...always, 'content-type': 'application/json; charset=utf-8' }

/**
 * Limit of the bytes of a page (rulings 12). Lambda allows a reply of 6 MB, in which each quotation mark of the JSON is
 * escaped as two characters. The escaped page may take 4 MB. Escaping at most doubles the size, so JSON below half the
 * limit always fits.
 */
const MAX_PAGE_BYTES = 4_000_000

interface Download {
  bytes: Uint8Array
  filename: string
  inline?: boolean
  /** Content type that replaces the endpoint's own, where it offers several. */
  contentType?: string
}

/**
 * Returns a result as a reply of API Gateway. The endpoint's schema parses JSON first, so that nothing internal leaks.
 */
export function replyOf(event: Event, endpoint: Endpoint, result: unknown, cookies: readonly string[] = []): Reply {
  const { result: shape } = endpoint
  const set = cookies.length > 0 ? { cookies: [...cookies] } : {}
  switch (shape.kind) {
    case 'none':
      return { statusCode: shape.status, headers: always, ...set }
    case 'redirect': {
      const { location } = result as { location: string }
      return { statusCode: shape.status, headers: { ...always, location }, ...set }
    }
    case 'file': {
      const { bytes, filename, inline, contentType = shape.contentType } = result as Download
      return {
        statusCode: shape.status,
        headers: {
          ...always,
          'content-type': contentType,
          'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
        },
        body: Buffer.from(bytes).toString('base64'),
        isBase64Encoded: true,
      }
    }
    case 'page': {
      const page = result as Page<unknown>
      const { body, cursor } = fitPage(shape.schema.parse(page.items), page)
      const headers = cursor ? { ...json, link: nextLink(event, cursor) } : json
      return { statusCode: shape.status, headers, body }
    }
    case 'json': {
      const body = shape.schema.parse(result)
      const version = (body as { version?: unknown })?.version
      const headers = typeof version === 'number' ? { ...json, etag: `"${version}"` } : json
      return { statusCode: shape.status, headers, body: JSON.stringify(body), ...set }
    }
  }
}

/** Returns the reply body of a page and its next cursor; cuts a page that would be too large. */
function fitPage(items: readonly unknown[], { cursor, cursorAfter }: Page<unknown>) {
  const body = JSON.stringify(items)
  if (Buffer.byteLength(body) <= MAX_PAGE_BYTES / 2) return { body, cursor }
  const texts: string[] = []
  let bytes = 2
  for (const item of items) {
    const text = JSON.stringify(item)
    bytes += Buffer.byteLength(JSON.stringify(text))
    if (bytes > MAX_PAGE_BYTES && texts.length > 0) break
    texts.push(text)
  }
  if (texts.length === items.length) return { body, cursor }
  return { body: `[${texts.join(',')}]`, cursor: cursorAfter(texts.length - 1) }
}

function nextLink(event: Event, cursor: string): string {
  const query = new URLSearchParams(event.rawQueryString)
  query.set('cursor', cursor)
  return `<${event.rawPath}?${query}>; rel="next"`
}

const overloaded = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'InternalServerError',
  'TimeoutError',
])

/** Returns the name of an error for the log and metrics: its kind, `unavailable` for a busy table, or `unexpected`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return error.kind
  return isOverload(error) ? 'unavailable' : 'unexpected'
}

/** Tells whether an error means that the table is too busy, or wraps one that does. */
const isOverload = (error: unknown): boolean =>
  error instanceof Error && (overloaded.has(error.name) || isOverload(error.cause))

/** Returns an error as a reply (rulings 11). A 500 has no detail but the request id; a 503 has the request id too. */
export function errorReply(error: unknown, requestId: string): Reply {
  const known = isOverload(error)
    ? new AppError('unavailable', 'Het is even te druk. Probeer het opnieuw.', { retryAfter: 1 })
    : error
  if (!(known instanceof AppError)) {
    const body = JSON.stringify({ message: 'Er is een onverwachte fout opgetreden', requestId })
    return { statusCode: 500, headers: json, body }
  }
  const headers = known.retryAfter ? { ...json, 'retry-after': String(known.retryAfter) } : json
  const traced = known.kind === 'unavailable' ? { requestId } : {}
  const body = JSON.stringify({ message: known.message, errors: known.errors, ...traced, ...known.body })
  return { statusCode: statusOf[known.kind], headers, body }
}
