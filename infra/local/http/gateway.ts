import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMatcher } from '../../../shared/routing.ts'
import { apiSecurityHeaders } from '../../headers.ts'
import type { ApiRoute } from '../../routes.ts'
import type { Functions, Invocation } from '../lambda/functions.ts'
import { isFailure } from '../stand-in/failure.ts'
import { readBody } from '../stand-in/server.ts'
import { type ApiReply, type ApiRequest, eventOf, gatewayReply, replyOf } from './payload.ts'
import { splitUrl } from './url.ts'

export interface GatewayOptions {
  readonly routes: readonly ApiRoute[]
  readonly functions: Pick<Functions, 'invoke'>
  /** The functions' clock, milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds that API Gateway waits for a function; 30,000 by default. */
  readonly integrationTimeoutMs?: number
}

const BODY_LIMIT = 10 * 1024 * 1024

/** Headers that CloudFront and API Gateway set, which are removed from a caller's request. */
const RESERVED = /^(cloudfront-|x-viewer-address$|x-origin-secret$|x-forwarded-p)/

/**
 * Creates a handler that answers `/api/*` as API Gateway's HTTP API behind CloudFront does, by running the functions.
 */
export function createGateway(options: GatewayOptions) {
  const match = createMatcher(options.routes)
  const limit = options.integrationTimeoutMs ?? 30_000

  async function answer(request: IncomingMessage, requestId: string): Promise<ApiReply> {
    const url = request.url ?? '/'
    const path = decodePath(splitUrl(url).pathname)
    if (path === null) return gatewayReply(400, 'Bad Request')
    const found = match(request.method ?? 'GET', path)
    if (!found) return gatewayReply(404, 'Not Found')
    const body = await readBody(request, BODY_LIMIT)
    const invocation = await withTimeout(
      options.functions.invoke(found.route.function, eventOf(describeRequest(), found)),
      limit,
    )
    return invocation ? replyToOutcome(invocation) : gatewayReply(503, 'Service Unavailable')

    function describeRequest(): ApiRequest {
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !RESERVED.test(name)))
      const { method = 'GET', httpVersion, socket } = request
      const sourceIp = socket.remoteAddress ?? '127.0.0.1'
      return { method, url, httpVersion, headers, sourceIp, body, requestId, now: options.now() }
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomUUID()
    const reply = await answer(request, requestId).catch((error) => replyToError(request, error))
    try {
      send(response, reply, requestId)
    } catch {
      // The function's reply has a header that HTTP cannot carry.
      send(response, gatewayReply(500, 'Internal Server Error'), requestId)
    }
  }
}

function send(response: ServerResponse, { status, headers, cookies, body }: ApiReply, requestId: string): void {
  const bare = status === 204 || status === 304
  response.writeHead(status, {
    ...headers,
    ...(cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}),
    ...(bare ? {} : { 'content-length': String(body.length) }),
    'apigw-requestid': requestId,
    ...apiSecurityHeaders,
  })
  response.end(bare ? undefined : body)
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function replyToOutcome(invocation: Invocation): ApiReply {
  if (invocation.ok) return replyOf(invocation.payload)
  if (invocation.error.errorType === 'RequestEntityTooLargeException') {
    return gatewayReply(413, 'Request Entity Too Large')
  }
  return gatewayReply(500, 'Internal Server Error')
}

function replyToError(request: IncomingMessage, error: unknown): ApiReply {
  if (isFailure(error) && error.status === 413) return gatewayReply(413, 'Request Entity Too Large')
  if (!request.destroyed) process.emitWarning(error instanceof Error ? error : String(error))
  return gatewayReply(500, 'Internal Server Error')
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
