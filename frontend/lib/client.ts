import {
  AMPLIFY_CONTEXT_BRAND,
  type AmplifyContext,
  createAmplifyContextToken,
} from 'aws-amplify/adapter-core/internals'
import { get, patch, post, put, del as remove } from 'aws-amplify/api'
import type { CallInput, CallResult, Endpoint, Method } from '../../shared/api/parts/endpoint.ts'
import { eraseLogin, readSessionId } from './browser-storage.ts'
import { buildCallError, buildNoAnswerError, CallError } from './call-error.ts'
import { beginCall } from './freshness.ts'
import { type Answer, sendUpload, type UploadOptions } from './upload.ts'

export interface CallOptions extends UploadOptions {
  /** Version of the record as it was read; sent as `If-Match` where the endpoint checks it (rulings 15). */
  readonly version?: number | undefined
  /** Key that stays the same when the same request is retried (rulings 15); generated when absent. */
  readonly idempotencyKey?: string
  /** Id of the user's action that the call is one part of; sent as `Action-Id` where the endpoint takes it. */
  readonly actionId?: string
  /** Session to use instead of the stored one. */
  readonly sessionId?: string
}

/** Page of a list; `next` is the cursor of the next page, null at the end (rulings 12). */
export interface Page<Items> {
  readonly items: Items
  readonly next: string | null
}

/** Result of a call: a `Page` for a list, a Blob for a file, otherwise what the API declares. */
export type Reply<E extends Endpoint> = E['result'] extends { kind: 'page' }
  ? Page<CallResult<E>>
  : E['result'] extends { kind: 'file' }
    ? Blob
    : CallResult<E>

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

/** Parts of the input of any endpoint. */
interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: File
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

/**
 * Returns an HTTP method in upper case; accepts any case and surrounding blanks. Throws an error that lists the allowed
 * methods for anything else (spec §5).
 */
export function normaliseMethod(method: unknown): Method {
  const name = typeof method === 'string' ? method.trim().toUpperCase() : method
  const known = methods.find((one) => one === name)
  if (!known) throw new TypeError(`Ongeldige methode ${String(method)}; toegestaan: ${methods.join(', ')}`)
  return known
}

/**
 * Calls an endpoint of the API once, by default with the stored session id, and returns its result (spec §7).
 * Throws `CallError`, or the reason of an aborted signal. Marks the cached answers that show what the endpoint changes as
 * outdated. A 401 ends the stored session, unless the endpoint is public
 * or the call used another session (spec §4).
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<Reply<E>> {
  const sessionId = options?.sessionId ?? readSessionId()
  const given = (input ?? {}) as AnyInput
  const answered = beginCall(endpoint, given)
  try {
    const answer = await send(endpoint, given, { ...options }, sessionId)
    const reply = (await resultOf(endpoint, answer)) as Reply<E>
    answered(answer.status, reply)
    return reply
  } catch (error) {
    answered(error instanceof CallError ? error.status : 0)
    if (error instanceof CallError && error.status === 401) sessionRefused(endpoint, sessionId)
    throw error
  }
}

const listeners = new Set<() => void>()

/**
 * Calls the listener each time a 401 of the server ends the stored session. Returns a function that removes the
 * listener.
 */
export function onSessionRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Ends the stored session after a 401 of a call that used it, but not for a public endpoint. When parallel calls are
 * refused, the first one erases the session, so that the listeners are called only once.
 */
function sessionRefused(endpoint: Endpoint, sessionId: string | null): void {
  if (endpoint.allow === 'public' || sessionId === null || sessionId !== readSessionId()) return
  eraseLogin()
  for (const listener of listeners) listener()
}

/**
 * Context with the settings that Amplify's REST client needs. It replaces `Amplify.configure`, which would add 14 kB of
 * Cognito sign-in to the app (decision 106).
 */
const context: AmplifyContext = Object.defineProperty(
  {
    resourcesConfig: { API: { REST: { app: { endpoint: '/' } } } },
    libraryOptions: { API: { REST: { retryStrategy: { strategy: 'no-retry' }, defaultAuthMode: 'none' } } },
    token: createAmplifyContextToken(),
    fetchAuthSession: async () => ({}),
    clearCredentials: async () => {},
    getTokens: async () => undefined,
  } satisfies AmplifyContext,
  AMPLIFY_CONTEXT_BRAND,
  { value: true },
)

// All five methods take the context at run time; the types of three leave it out.
const verbs: Record<Method, typeof get> = {
  GET: get,
  POST: post,
  PUT: put as typeof get,
  PATCH: patch as typeof get,
  DELETE: remove as typeof get,
}

async function send(
  endpoint: Endpoint,
  input: AnyInput,
  options: CallOptions,
  sessionId: string | null,
): Promise<Answer> {
  const path = pathOf(endpoint, input.params)
  const headers = headersOf(endpoint, options, sessionId)
  if (endpoint.upload && input.file) {
    const search = new URLSearchParams(queryOf(input.query)).toString()
    const to = { method: endpoint.method, path: search ? `${path}?${search}` : path, field: endpoint.upload.field }
    return sendUpload(to, { file: input.file, fields: Object(input.body) }, headers, options)
  }
  const operation = verbs[normaliseMethod(endpoint.method)](context, {
    apiName: 'app',
    path: path.slice(1),
    options: {
      headers: input.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      queryParams: queryOf(input.query),
      // The cast is needed because Amplify's type for a JSON body does not accept interfaces.
      ...(input.body === undefined ? {} : { body: input.body as FormData }),
    },
  })
  const cancel = () => operation.cancel()
  options.signal?.addEventListener('abort', cancel, { once: true })
  try {
    const { statusCode, headers: received, body } = await operation.response
    return { status: statusCode, headers: received, text: body.text, blob: body.blob }
  } catch (error) {
    options.signal?.throwIfAborted()
    throw failureOf(error)
  } finally {
    options.signal?.removeEventListener('abort', cancel)
  }
}

interface Refusal {
  readonly response?: { readonly statusCode: number; readonly headers: Record<string, string>; readonly body?: string }
}

function failureOf(error: unknown): CallError {
  const { response } = error as Refusal
  return response ? buildCallError(response.statusCode, response.headers, response.body ?? '') : buildNoAnswerError()
}

const pathOf = (endpoint: Endpoint, params: AnyInput['params'] = {}) =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

function queryOf(query: AnyInput['query'] = {}): Record<string, string> {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]))
}

function headersOf(endpoint: Endpoint, options: CallOptions, sessionId: string | null): Record<string, string> {
  return {
    ...(sessionId === null ? {} : { sessionId }),
    ...(endpoint.idempotent ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(endpoint.joinsAction && options.actionId !== undefined ? { 'action-id': options.actionId } : {}),
    ...(endpoint.ifMatch && options.version !== undefined ? { 'if-match': `"${options.version}"` } : {}),
  }
}

async function resultOf({ result }: Endpoint, answer: Answer): Promise<unknown> {
  switch (result.kind) {
    case 'json':
      return JSON.parse(await answer.text())
    case 'page':
      return { items: JSON.parse(await answer.text()), next: cursorOf(answer.headers['link']) }
    case 'file':
      return answer.blob()
    default:
      return undefined
  }
}

function cursorOf(link = ''): string | null {
  const url = /<([^>]*)>;\s*rel="next"/.exec(link)?.[1]
  return url === undefined ? null : new URL(url, location.origin).searchParams.get('cursor')
}
