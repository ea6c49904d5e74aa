import type { IncomingHttpHeaders } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Keyed, Match } from '../../../shared/routing.ts'
import { splitUrl } from './url.ts'

export interface ApiRequest {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  readonly sourceIp: string
  readonly body: Buffer
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: Buffer
}

/**
 * Content types whose bodies reach a function as text. Other bodies reach it in base64, also forms and bodies without a
 * type.
 */
const TEXT = /^(text\/|application\/(json|xml|javascript)\b)/i

/** Returns the event (payload format 2.0) that API Gateway's HTTP API makes of a request. */
export function eventOf(request: ApiRequest, { route, params }: Match<Keyed>): APIGatewayProxyEventV2 {
  const { pathname, rawQuery } = splitUrl(request.url)
  const { cookie, ...headers } = request.headers
  const path = decodeURIComponent(pathname)
  const isText = TEXT.test(request.headers['content-type'] ?? '')
  const host = request.headers.host ?? 'localhost'
  const query = queryOf(rawQuery)
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString: rawQuery,
    ...(cookie ? { cookies: cookie.split(';').map((one) => one.trim()) } : {}),
    headers: { ...joinHeaders(headers), ...forwardedHeaders(request) },
    ...(query ? { queryStringParameters: query } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host.replace(/:\d+$/, ''),
      domainPrefix: 'local',
      http: {
        method: request.method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.sourceIp,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: route.key,
      stage: '$default',
      time: logTime(request.now),
      timeEpoch: request.now,
    },
    ...(Object.keys(params).length > 0 ? { pathParameters: params } : {}),
    ...(request.body.length > 0 ? { body: request.body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !isText,
  }
}

const joinHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : value]],
    ),
  )

/**
 * Returns the headers that CloudFront and API Gateway add. A caller cannot set the viewer's address
 * (infra/constructs/viewer-functions.ts).
 */
function forwardedHeaders({ headers, sourceIp }: ApiRequest): Record<string, string> {
  const before = headers['x-forwarded-for']
  return {
    'x-viewer-address': sourceIp,
    'x-forwarded-for': before ? `${before}, ${sourceIp}` : sourceIp,
    'x-forwarded-port': headers.host?.split(':')[1] ?? '80',
    'x-forwarded-proto': 'http',
  }
}

function queryOf(rawQuery: string): Record<string, string> | null {
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    const before = query.get(name)
    query.set(name, before === undefined ? value : `${before},${value}`)
  }
  return query.size > 0 ? Object.fromEntries(query) : null
}

/** Returns a moment as `21/Nov/2026:09:00:00 +0000`. */
function logTime(now: number): string {
  const [, day, month, year, time] = new Date(now).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

/** Returns a reply of API Gateway itself, with a status and a message. */
export const gatewayReply = (status: number, message: string): ApiReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message })),
})

/**
 * Returns the HTTP reply that API Gateway makes of a function's result. A result without `statusCode` becomes a JSON
 * body with status 200; an invalid result becomes a 500.
 */
export function replyOf(payload: unknown): ApiReply {
  if (typeof payload !== 'object' || payload === null || !('statusCode' in payload)) {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    return { status: 200, headers: { 'content-type': 'application/json' }, cookies: [], body: Buffer.from(body) }
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = payload as Record<string, unknown>
  const status = Number(statusCode)
  if (!Number.isInteger(status) || status < 200 || status > 599) return gatewayReply(500, 'Internal Server Error')
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...Object.fromEntries(named) },
    cookies: Array.isArray(cookies) ? cookies.map(String) : [],
    body: Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded === true ? 'base64' : 'utf8'),
  }
}
