import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import type { Whole } from '../../whole.ts'
import * as z from '../../zod.ts'

/** Calls one API key may make in a minute (rulings 61). */
export const API_KEY_CALLS_PER_MINUTE = 120

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The kinds of reply of an endpoint. A result is parsed by its schema before it leaves, so nothing internal leaks. */
export type Result =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly schema: z.ZodType }
  | { readonly kind: 'page'; readonly status: 200; readonly schema: z.ZodArray }
  | { readonly kind: 'none'; readonly status: 204 }
  | { readonly kind: 'file'; readonly status: 200; readonly contentType: string }
  | { readonly kind: 'redirect'; readonly status: 303 }

/** Declares a JSON reply with status 200. */
export const ok = <const S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 200, schema }) as const
/** Declares a JSON reply about a created record, with status 201. */
export const creation = <const S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 201, schema }) as const
/** Declares a page of a list: a JSON array, with a `Link` header to the next page (rulings 12). */
export const page = <const S extends z.ZodType>(item: S) =>
  ({ kind: 'page', status: 200, schema: z.array(item) }) as const
export const none = { kind: 'none', status: 204 } as const
/** Declares a reply that is a file; the service may set another content type. */
export const file = (contentType: string) => ({ kind: 'file', status: 200, contentType }) as const
export const redirect = { kind: 'redirect', status: 303 } as const

/** A multipart body with one file, after the fields of the `body`. */
export interface Upload {
  readonly field: string
  readonly maxBytes: number
  readonly extensions: readonly string[]
  /** Returns extra fields of a refusal of the file, where the spec asks for more than a message. */
  readonly refusal?: (message: string) => object
}

export interface Endpoint {
  readonly summary: string
  readonly method: Method
  readonly path: `/api/${string}`
  /**
   * Action of the access table. `restricted`: any session, also of somebody who must still set up 2FA or replace a
   * password. `public`: no session is needed.
   */
  readonly allow: Action | 'restricted' | 'public'
  /** True when a read API key may call the endpoint. */
  readonly apiKey?: true
  /**
   * Set when the endpoint supports `Idempotency-Key` (rulings 15). With `shown-once` the reply holds a secret that is
   * not stored, so a repeated request is a 409 that names the record.
   */
  readonly idempotent?: true | 'shown-once'
  /**
   * True when the app calls the endpoint by itself. Such a call does not extend the session, as the user did nothing.
   */
  readonly unattended?: true
  /** Kinds of record that a reply shows; of a number from counters, the kinds that it counts. */
  readonly shows?: readonly RecordKind[]
  /** Kinds of record that a call may change before it is answered. */
  readonly changes?: readonly RecordKind[]
  /**
   * Kinds of record that change after the reply, by work that the call leaves to the outbox. Of a call that shows work
   * in progress: the kinds that this work changes.
   */
  readonly later?: readonly RecordKind[]
  /** True for a request that changes nothing although its method is not GET, such as a preview. */
  readonly writesNothing?: true
  /** True for a DELETE that switches a record off, which stays in its lists. */
  readonly keepsRecord?: true
  /**
   * True when screens are outdated after a refused call too: it stores the refusal or a first part of its work, or it
   * refuses because of records that somebody else changed.
   */
  readonly marksWhenRefused?: true
  /** True when the endpoint supports `If-Match` with the record's version (rulings 15). */
  readonly ifMatch?: true
  /**
   * True when one action of the user may take several calls. Calls of a session with the same `Action-Id` are one
   * action in the audit log.
   */
  readonly joinsAction?: true
  /** Schema of the parts of the path that differ from the one `{id}` of `idParam`. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Maximum number of bytes of the request body; by default `BODY_BYTES` (rulings 11). */
  readonly bodyBytes?: number
  readonly upload?: Upload
  readonly result: Result
}

/**
 * Makes the function that declares an endpoint by its path and by all that it says besides its method. A property that
 * no endpoint has, such as a misspelt one, does not compile.
 */
const declareWith =
  <const M extends Method>(method: M) =>
  <const P extends Endpoint['path'], const E extends Omit<Endpoint, 'method' | 'path'>>(
    path: P,
    said: E & Readonly<Record<Exclude<keyof E, keyof Endpoint>, never>>,
  ) => ({ ...{ method, path }, ...(said as E) })

export const get = declareWith('GET')
export const post = declareWith('POST')
export const put = declareWith('PUT')
export const patch = declareWith('PATCH')
/** Declares an endpoint with the method DELETE. */
export const remove = declareWith('DELETE')

/** Default maximum number of bytes of a request body (rulings 11). */
export const BODY_BYTES = 64 * 1024

/**
 * Returns the maximum number of bytes of an endpoint's body. For an upload, this is `maxBytes` and 4 KiB for the form
 * around the file.
 */
export const bodyLimitOf = ({ bodyBytes = BODY_BYTES, upload }: Endpoint): number =>
  upload ? upload.maxBytes + 4096 : bodyBytes

export type Domain = Readonly<Record<string, Endpoint>>

/**
 * Requires that an endpoint returns a list as a `page`, which only shows records within the actor's reach. Only lists
 * of the actor's own account may be arrays.
 */
type Listed<D> = {
  [K in keyof D]: D[K] extends { result: { kind: 'json'; schema: z.ZodArray }; allow: infer Allow }
    ? Allow extends 'account:manage'
      ? unknown
      : { result: { kind: 'page' } }
    : unknown
}

/** Requires that an endpoint says what a reply shows or a call changes, by which the browser keeps its screens true. */
type Touching<D> = {
  [K in keyof D]: D[K] extends { method: 'GET' }
    ? { shows: readonly RecordKind[] }
    : D[K] extends { writesNothing: true }
      ? unknown
      : { changes: readonly RecordKind[] }
}

/**
 * Declares the endpoints of a domain; routes, client, docs and access tests follow from it. A list that is no `page`
 * does not compile, nor does an endpoint that does not say what it shows or changes.
 */
export const domain = <const D extends Domain>(endpoints: D & Listed<D> & Touching<D>): D => endpoints

type ParamsOf<E extends Endpoint> = E extends { params: z.ZodType }
  ? E['params']
  : E['path'] extends `${string}{id}${string}`
    ? typeof idParam
    : E['params']
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined
type NonEmpty<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Optional<T> = T extends object ? (Record<string, never> extends T ? { query?: T } : { query: T }) : unknown

/** An uploaded file as the server receives it. */
export interface UploadedFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Checked input of a service function. */
export type Input<E extends Endpoint> = NonEmpty<{
  params: Parsed<ParamsOf<E>>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  file: E['upload'] extends Upload ? UploadedFile : undefined
}>

/** Request as a caller sends it. */
export type CallInput<E extends Endpoint> = NonEmpty<{
  params: Sent<ParamsOf<E>>
  body: Sent<E['body']>
  file: E['upload'] extends Upload ? File : undefined
}> &
  (E['query'] extends z.ZodType ? Optional<z.input<E['query']>> : unknown)

/**
 * Value that the service function of an endpoint returns, before the schema parses it; for a page, the value of one
 * item. Requires every field of the schema, optional ones too, so a field that nobody stores does not compile.
 */
export type Output<E extends Endpoint> = E['result'] extends { kind: 'json'; schema: infer S extends z.ZodType }
  ? Whole<z.input<S>>
  : E['result'] extends { kind: 'page'; schema: z.ZodArray<infer I extends z.ZodType> }
    ? Whole<z.input<I>>
    : E['result'] extends { kind: 'file' }
      ? { bytes: Uint8Array; filename: string; inline?: boolean; contentType?: string }
      : E['result'] extends { kind: 'redirect' }
        ? { location: string }
        : undefined

/** Reply as a caller receives it. */
export type CallResult<E extends Endpoint> = E['result'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** Returns method and path of an endpoint as a route key, such as `GET /api/teams/{id}`. */
export const routeKeyOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`

/** `{id}` of a path: an opaque text. */
export const idParam = z.object({ id: z.string().min(1).max(128) })

/** Returns the schema of the path parameters: the endpoint's own, or else that of `{id}`. Undefined without parameters. */
export const paramsOf = ({ params, path }: Endpoint) => params ?? (path.includes('{id}') ? idParam : undefined)

/** `limit` (default 100, at most 500) and `cursor` of a bounded list (rulings 12). */
export const paging = {
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(500))
    .optional(),
  cursor: z.string().max(1024).optional(),
}
