import middy from '@middy/core'
import type { Context, APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Reply } from 'aws-lambda'
import { reachOf } from '../../../shared/access.ts'
import { type Domain, type Endpoint, type Input, type Output, routeKeyOf } from '../../../shared/api/parts/endpoint.ts'
import { AppError, forbidden, notFound } from '../../../shared/errors.ts'
import { createMatcher, pathOf } from '../../../shared/routing.ts'
import { now } from '../../../shared/time.ts'
import type { Caller, Origin } from '../actor.ts'
import { type Committed, isCommitted } from '../data/commit.ts'
import { findEarlierReply } from '../data/idempotency.ts'
import { cookieNames, cookieOf, type Identified, identifyCaller, isLocalHttp } from '../identity/credentials.ts'
import type { Session } from '../identity/session.ts'
import type { User } from '../identity/user.ts'
import { log } from '../log.ts'
import { countFailures } from '../metrics.ts'
import { meterWork, type Usage } from '../request.ts'
import { compressReply } from './compression.ts'
import { originOf, parseInput, refuseLargeBody } from './input.ts'
import { isFromCloudFront } from './origin-secret.ts'
import type { Page } from './page.ts'
import { errorReply, failureOf, replyOf } from './reply.ts'

/** Sets or clears the session cookie on the reply; reads and sets the device cookie. */
export interface Cookies {
  /** Token of the browser, or null when it has none (rulings 5). */
  readonly device: string | null
  setDevice(token: string, maxAgeSeconds: number): void
  setSession(sessionId: string, maxAgeSeconds: number): void
  clearSession(): void
}

interface Anybody {
  readonly origin: Origin
  readonly cookies: Cookies
}
interface Somebody extends Anybody {
  readonly actor: Caller
}
interface Person extends Somebody {
  readonly sessionId: string
  readonly session: Session
  readonly user: User
}

type Who<E extends Endpoint> = E['allow'] extends 'public'
  ? Anybody
  : E['allow'] extends 'restricted' | 'account:manage'
    ? Person
    : Somebody

/**
 * Return type of an endpoint. A list must come from `listWithin` and a change from `commit`, so that reach, rights and
 * audit are ensured at compile time.
 */
type Outcome<E extends Endpoint> = E['result'] extends { kind: 'page' }
  ? Page<Output<E>>
  : E['method'] extends 'GET'
    ? Output<E>
    : Committed<Output<E>>

type Answer<E extends Endpoint> = (request: Who<E> & Input<E>) => Promise<Outcome<E>>

/** A handler with a check before it: `admit` throws to refuse, before any input is read. */
interface Guarded<E extends Endpoint> {
  readonly admit: (request: Who<E>) => Promise<void>
  readonly answer: Answer<E>
}

export type Handlers<D extends Domain> = { readonly [K in keyof D]: Answer<D[K]> | Guarded<D[K]> }

/** A handler without the types of its endpoint. */
interface Run {
  readonly admit?: (request: object) => Promise<void>
  readonly answer: (request: object) => Promise<unknown>
}

interface Trace {
  readonly usage: Usage
  readonly startedAt: number
  /** Endpoint of the request, by its key in the API. */
  route?: string
  userId?: string
}
type Traced = Context & { trace: Trace }

/**
 * Returns the Lambda handler of a domain, which calls the handler of the endpoint; a missing handler does not compile.
 * Answers 404 for paths that the API does not name, and 503 before the function reaches its time limit.
 */
export function serve<const D extends Domain>(domain: D, handlers: Handlers<D>) {
  const match = createMatcher(
    Object.entries(domain).map(([name, endpoint]) => ({
      key: routeKeyOf(endpoint),
      endpoint,
      run: runOf(handlers[name] as Run | Run['answer']),
    })),
  )
  return middy<Event, Reply, Error, Traced>({
    timeoutEarlyInMillis: LEFT_FOR_REPLY_MS,
    timeoutEarlyResponse: outOfTime,
  })
    .use(requestLog)
    .use(compressedReplies)
    .use(errorReplies)
    .use(trustedOrigin)
    .handler((event, context) => {
      const found = match(event.requestContext.http.method, pathOf(event.routeKey, event.pathParameters ?? {}))
      if (!found) throw notFound()
      const { key, endpoint, run } = found.route
      context.trace.route = key
      const asked = { ...event, routeKey: key, pathParameters: found.params }
      return meterWork(context.trace.usage, () => answer(asked, endpoint, run, context.trace))
    })
}

/** Milliseconds reserved for the reply and for the start of the function. */
const LEFT_FOR_REPLY_MS = 2_000

function outOfTime(): never {
  throw new AppError('unavailable', 'Dit duurt te lang. Laad de pagina opnieuw en kijk of het gelukt is.')
}

const runOf = (handler: Run | Run['answer']): Run => (typeof handler === 'function' ? { answer: handler } : handler)

async function answer(event: Event, endpoint: Endpoint, run: Run, trace: Trace) {
  refuseLargeBody(event, endpoint)
  const origin = originOf(event, endpoint)
  const who = endpoint.allow === 'public' ? null : await identifyCaller(event, endpoint, origin)
  if (who) trace.userId = who.actor.id
  if (who) refuseWithoutRight(who, endpoint)
  const cookies = cookieJar(event)
  const asked = { ...who, origin, cookies: cookies.jar }
  await run.admit?.(asked)
  const input = await parseInput(event, endpoint)
  const request = { ...(takesNothing(endpoint, input) ? changingNothing(asked) : asked), ...input }
  const result = await runOnce(who, origin, () => run.answer(request))
  return replyOf(event, endpoint, result, cookies.set)
}

/** Tells whether a PATCH has no field that its endpoint knows: unknown fields are dropped (rulings 13). */
const takesNothing = ({ method }: Endpoint, { body }: { readonly body?: unknown }): boolean =>
  method === 'PATCH' && Object.values(Object(body)).every((value) => value === undefined)

/** Returns the request with `takesNothing` set for its actor, so that the services change nothing. */
const changingNothing = <Asked extends Partial<Somebody>>(asked: Asked): Asked =>
  asked.actor ? { ...asked, actor: { ...asked.actor, origin: { ...asked.actor.origin, takesNothing: true } } } : asked

function refuseWithoutRight({ actor }: Identified, { allow }: Endpoint): void {
  if (allow !== 'public' && allow !== 'restricted' && !reachOf(actor, allow)) throw forbidden()
}

/** Runs a request, or repeats its earlier reply when its idempotency key was used before (rulings 15). */
async function runOnce(who: Identified | null, origin: Origin, run: () => Promise<unknown>): Promise<unknown> {
  const { idempotency } = origin
  if (who && idempotency) {
    const earlier = await findEarlierReply(who.actor.id, idempotency, now())
    if (earlier !== undefined) return earlier
  }
  try {
    const outcome = await run()
    return isCommitted(outcome) ? outcome.result : outcome
  } catch (error) {
    // A parallel call of the same request may have stored its reply first, so that a condition of the present call
    // failed.
    const since = who && idempotency ? await findEarlierReply(who.actor.id, idempotency, now()) : undefined
    if (since !== undefined) return since
    throw error
  }
}

function cookieJar(event: Event): { jar: Cookies; set: string[] } {
  const set: string[] = []
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isLocalHttp(event) ? '' : '; Secure'}`
  const names = cookieNames(event)
  const put = (name: string, value: string, maxAgeSeconds: number) => {
    set.push(`${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`)
  }
  const jar: Cookies = {
    device: cookieOf(event, names.device),
    setDevice: (token, maxAgeSeconds) => put(names.device, token, maxAgeSeconds),
    setSession: (sessionId, maxAgeSeconds) => put(names.session, sessionId, maxAgeSeconds),
    clearSession: () => put(names.session, '', 0),
  }
  return { jar, set }
}

const requestLog: middy.MiddlewareObj<Event, Reply, Error, Traced> = {
  before: ({ context }) => {
    context.trace = { usage: { read: 0, write: 0 }, startedAt: performance.now() }
  },
  after: (request) => logRequest(request),
  onError: (request) => logRequest(request),
}

function logRequest({ event, context, response, error }: middy.Request<Event, Reply, Error, Traced>): void {
  const durationMs = Math.round((performance.now() - context.trace.startedAt) * 10) / 10
  const failure = error ? failureOf(error) : null
  const line = {
    requestId: event.requestContext.requestId,
    route: context.trace.route ?? event.routeKey,
    status: response?.statusCode ?? 500,
    durationMs,
    userId: context.trace.userId ?? null,
    consumed: context.trace.usage,
  }
  if (error && failure === 'unexpected') log.error('request', { ...line, error })
  else log.info('request', line)
  countFailures(failure ? [failure] : [])
}

const compressedReplies: middy.MiddlewareObj<Event, Reply, Error, Traced> = {
  after: (request) => compressResponse(request),
  onError: (request) => compressResponse(request),
}

function compressResponse(request: middy.Request<Event, Reply, Error, Traced>): void {
  if (request.response) request.response = compressReply(request.event, request.response)
}

const errorReplies: middy.MiddlewareObj<Event, Reply, Error, Traced> = {
  onError: (request) => {
    request.response = errorReply(request.error, request.event.requestContext.requestId)
  },
}

/** Refuses with 403 calls that do not come from CloudFront, which sends a secret that no viewer knows. */
const trustedOrigin: middy.MiddlewareObj<Event, Reply, Error, Traced> = {
  before: async ({ event }) => {
    if (!(await isFromCloudFront(event.headers['x-origin-secret']))) throw forbidden()
  },
}
