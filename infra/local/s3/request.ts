import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { splitUrl } from '../http/url.ts'
import type { Guard } from '../rights/guard.ts'
import { serviceError } from '../stand-in/failure.ts'
import type { ObjectStore } from './store.ts'
import type { StoredObject } from './stored-object.ts'

/** A request to S3 and its parts; the key is '' for the bucket itself. */
export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
}

/** State and settings that the operations on all buckets share. */
export interface Bucketry {
  readonly url: () => string
  readonly now: () => number
  readonly store: ObjectStore
  /** Guard that decides what the caller's role may do; undefined allows everything. */
  readonly guard: Guard | undefined
  /** Sends the event of a stored object, without waiting for its delivery. */
  readonly announce: (bucket: string, object: StoredObject) => void
}

/**
 * Splits `/bucket/key?query` and decodes bucket and key. Unlike `URL`, does not resolve dots, as in `a/../b`. Throws
 * InvalidURI when the path is not percent-encoded UTF-8.
 */
export function parseObjectUrl(url: string): { bucket: string; key: string; query: URLSearchParams } {
  const { pathname: path, rawQuery } = splitUrl(url)
  const slash = path.indexOf('/', 1)
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash)
  try {
    return {
      bucket: decodeURIComponent(bucket),
      key: slash < 0 ? '' : decodeURIComponent(path.slice(slash + 1)),
      query: new URLSearchParams(rawQuery),
    }
  } catch {
    throw serviceError('InvalidURI', "Couldn't parse the specified URI.", { details: { URI: path } })
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

/** Returns the request headers or form fields that are stored with an object and sent back with it. */
export function pickStoredHeaders(
  given: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && (KEPT_HEADERS.includes(name) || name.startsWith(META)) ? [[name, value] as const] : [],
  )
  const headers = Object.fromEntries(kept)
  // `aws-chunked` describes the transfer, not the object.
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

/** Throws NotImplemented for a header or query parameter that the stand-in would wrongly ignore. */
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

/** Returns the error for a feature that the stand-in does not have. */
export const notImplemented = (what: string) =>
  serviceError('NotImplemented', `The local S3 stand-in does not do ${what}`, { status: 501 })
