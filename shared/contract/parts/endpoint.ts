import * as z from 'zod'
import type { Action } from '../../access.ts'
import type { Whole } from '../../whole.ts'
import '../../messages.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The kinds of reply of an endpoint. A result is parsed by its schema before it leaves, so nothing internal leaks. */
export type Result =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly schema: z.ZodType }
  | { readonly kind: 'page'; readonly status: 200; readonly schema: z.ZodArray }
  | { readonly kind: 'none'; readonly status: 204 }
  | { readonly kind: 'file'; readonly status: 200; readonly contentType: string }
  | { readonly kind: 'redirect'; readonly status: 303 }

/** Declares a JSON reply, 200. */
export const ok = <const S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 200, schema }) as const
/** Declares a JSON reply about a created record, 201. */
export const creation = <const S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 201, schema }) as const
/** Declares a bounded list: a JSON array, its next page named by a `Link` header (rulings 12). */
export const page = <const S extends z.ZodType>(item: S) =>
  ({ kind: 'page', status: 200, schema: z.array(item) }) as const
export const none = { kind: 'none', status: 204 } as const
/** Declares a file; the service names another content type where the endpoint offers several. */
export const file = (contentType: string) => ({ kind: 'file', status: 200, contentType }) as const
export const redirect = { kind: 'redirect', status: 303 } as const

/** A multipart body with one file; the fields of a `body` stand before it in the form. */
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
  /** The action of the access table; `restricted`: any session, also without 2FA; `public`: nobody need be logged in. */
  readonly allow: Action | 'restricted' | 'public'
  /** A read API key may call it. */
  readonly apiKey?: true
  /**
   * Honours `Idempotency-Key` (rulings 15); `shown-once`: its answer holds a secret, which is not kept, so that the same
   * request again is a 409 that names the record.
   */
  readonly idempotent?: true | 'shown-once'
  /** The app calls it unattended, so it does not extend the session. */
  readonly unattended?: true
  /** It asks with a body what fits into no address, and changes nothing. */
  readonly writesNothing?: true
  /** Honours `If-Match` with the record's version (rulings 15). */
  readonly ifMatch?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The most bytes its body may have, where that is not `BODY_BYTES` (rulings 11). */
  readonly bodyBytes?: number
  readonly upload?: Upload
  readonly result: Result
}

/** The most bytes of a body unless its endpoint says otherwise; the longest form, every character escaped, takes half. */
export const BODY_BYTES = 64 * 1024

/** Returns the size limit of a request's body; a form around an uploaded file needs a few lines more. */
export const bodyLimitOf = ({ bodyBytes = BODY_BYTES, upload }: Endpoint): number =>
  upload ? upload.maxBytes + 4096 : bodyBytes

export type Domain = Readonly<Record<string, Endpoint>>

/** A list is a `page`, which is read within somebody's reach; as a bare array comes only what is one's own. */
type Listed<D> = {
  [K in keyof D]: D[K] extends { result: { kind: 'json'; schema: z.ZodArray }; allow: infer Allow }
    ? Allow extends 'account:manage'
      ? unknown
      : { result: { kind: 'page' } }
    : unknown
}

/**
 * Declares a domain's endpoints; each becomes a route, a client call, a page of docs and a row of the access tests. A
 * list that is no `page` does not compile.
 */
export const domain = <const D extends Domain>(endpoints: D & Listed<D>): D => endpoints

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
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  file: E['upload'] extends Upload ? UploadedFile : undefined
}>

/** Request as a caller sends it. */
export type CallInput<E extends Endpoint> = NonEmpty<{
  params: Sent<E['params']>
  body: Sent<E['body']>
  file: E['upload'] extends Upload ? File : undefined
}> &
  (E['query'] extends z.ZodType ? Optional<z.input<E['query']>> : unknown)

/**
 * Return value of a service function, one item for a page, before it is parsed. Requires every field of the schema,
 * optional ones too, so a field that nobody stores does not compile.
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

/** Returns the route key API Gateway matches, `GET /api/teams/{id}`. */
export const routeKeyOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`

/** `{id}` of a path: an opaque text. */
export const idParam = z.object({ id: z.string().min(1).max(128) })

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
