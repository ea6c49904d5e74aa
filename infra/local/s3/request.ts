import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Guard } from '../rights/guard.ts'
import { failure } from '../stand-in/failure.ts'
import type { ObjectStore } from './store.ts'
import type { StoredObject } from './stored-object.ts'

/** A path-style request taken apart. The key is '' for the bucket itself. */
export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
}

/** State shared by the operations of a bucket. */
export interface Bucketry {
  readonly url: () => string
  readonly now: () => number
  readonly store: ObjectStore
  /** The secret of an access key, or null for one that does not exist; it checks presigned forms. */
  readonly secretOf: (accessKeyId: string) => string | null
  /** Refuses what the caller's role may not do. */
  readonly guard: Guard | undefined
  /** Announces a committed object, in its own time. */
  readonly announce: (bucket: string, object: StoredObject) => void
}

/**
 * Splits `/bucket/key?query`. Not with URL, which would resolve the dots in a key such as `a/../b`.
 *
 * @throws InvalidURI when the path is not percent-encoded UTF-8
 */
export function splitUrl(url: string): { bucket: string; key: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const slash = path.indexOf('/', 1)
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash)
  try {
    return {
      bucket: decodeURIComponent(bucket),
      key: slash < 0 ? '' : decodeURIComponent(path.slice(slash + 1)),
      query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    }
  } catch {
    throw failure('InvalidURI', "Couldn't parse the specified URI.", { details: { URI: path } })
  }
}

const KEPT_HEADERS = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
]
const META = 'x-amz-meta-'

/** Returns the headers, or form fields, that are kept with an object and given back with it. */
export function pickStoredHeaders(
  given: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && (KEPT_HEADERS.includes(name) || name.startsWith(META)) ? [[name, value] as const] : [],
  )
  const headers = Object.fromEntries(kept)
  // The framing of the transfer is no property of the object.
  const encodings = headers['content-encoding']
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'aws-chunked')
  if (encodings !== undefined) {
    if (encodings.length === 0) delete headers['content-encoding']
    else headers['content-encoding'] = encodings.join(',')
  }
  return headers
}

const REFUSED_HEADERS = [
  'x-amz-copy-source',
  'x-amz-tagging',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-legal-hold',
  'x-amz-website-redirect-location',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-write-offset-bytes',
  'if-modified-since',
  'if-unmodified-since',
]

/** @throws NotImplemented for a header or query parameter whose meaning would be lost here */
export function refuseUnknown(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  knownQuery: readonly string[],
): void {
  const header = REFUSED_HEADERS.find((name) => headers[name] !== undefined)
  const parameter = [...query.keys()].find((name) => !knownQuery.includes(name))
  if (header !== undefined) throw notImplemented(`the header ${header}`)
  if (parameter !== undefined) throw notImplemented(`the parameter ${parameter}`)
}

export const notImplemented = (what: string) =>
  failure('NotImplemented', `The local S3 stand-in does not do ${what}`, { status: 501 })

export const quote = (etag: string): string => `"${etag}"`
