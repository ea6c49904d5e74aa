import type { IncomingMessage, ServerResponse } from 'node:http'
import { serviceError } from '../stand-in/failure.ts'

const METHODS = ['POST']

/** Sets the CORS headers of a reply when the request comes from an allowed origin. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse, allowed: readonly string[]): void {
  if (headers.origin === undefined || !allowed.includes(headers.origin)) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-expose-headers', 'ETag, Location')
  response.setHeader('vary', 'Origin')
}

/**
 * Answers a CORS preflight: allows POST from the allowed origins. As S3 does, throws BadRequest without an origin or
 * method, AccessForbidden for any other origin or method.
 */
export function answerPreflight(
  { headers }: IncomingMessage,
  response: ServerResponse,
  allowed: readonly string[],
): void {
  const { origin } = headers
  const method = headers['access-control-request-method']
  if (origin === undefined || method === undefined) {
    throw serviceError('BadRequest', 'Insufficient information. Origin request header needed.')
  }
  if (!allowed.includes(origin) || !METHODS.includes(method)) {
    throw serviceError(
      'AccessForbidden',
      "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
      { status: 403 },
    )
  }
  response.setHeader('access-control-allow-methods', METHODS.join(', '))
  const wanted = headers['access-control-request-headers']
  if (wanted !== undefined) response.setHeader('access-control-allow-headers', wanted)
  response.setHeader('access-control-max-age', '3000')
  response.writeHead(200).end()
}
