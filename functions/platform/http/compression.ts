import { gzipSync } from 'node:zlib'
import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Reply } from 'aws-lambda'

/** Smallest number of bytes that is compressed: less fits in one packet anyway. */
const MIN_BYTES = 1024

/** Fastest level: the next ones take more time than the network saves (docs/decisions/0107). */
const LEVEL = 1

/** Content types that shrink. PDF and spreadsheets are compressed already. */
const shrinking = /^(?:text\/|application\/(?:json|xml)\b)/

/** Returns a reply compressed with gzip when it is a text over 1 kB and the caller accepts that, else unchanged. */
export function compressReply({ headers: asked }: Event, reply: Reply): Reply {
  const { headers = {}, body = '', isBase64Encoded = false } = reply
  if (body.length < MIN_BYTES || !shrinking.test(String(headers['content-type']))) return reply
  const varying = { ...headers, vary: 'accept-encoding' }
  if (!acceptsGzip(asked['accept-encoding'])) return { ...reply, headers: varying }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  return {
    ...reply,
    headers: { ...varying, 'content-encoding': 'gzip' },
    body: gzipSync(bytes, { level: LEVEL }).toString('base64'),
    isBase64Encoded: true,
  }
}

/** Tells whether an `Accept-Encoding` names gzip; a quality of 0 refuses it. */
const acceptsGzip = (accepted = ''): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/.test(one))
