/**
 * Returns the bytes of each attachment of a raw mail exactly as attached (RFC 2045, 2046), in the order of
 * `postal-mime`'s attachments. That library itself changes calendars and line ends.
 */
export function readAttachmentBytes(raw: Uint8Array): Uint8Array[] {
  return leavesOf(Buffer.from(raw).toString('latin1')).filter(isAttachment).map(decodeBody)
}

/** A part of a mail that holds no other part; `body` has a character for every byte. */
interface Leaf {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function leavesOf(part: string): Leaf[] {
  const end = /(?:^|\r?\n)\r?\n/.exec(part)
  const headers = headersOf(part.slice(0, end?.index))
  const body = end ? part.slice(end.index + end[0].length) : ''
  const type = headers.get('content-type') ?? ''
  if (!/^multipart\//i.test(type)) return [{ headers, body }]
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  return boundary === undefined ? [] : partsBetween(boundary, body).flatMap(leavesOf)
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const [, name, value] = /^([^:\s]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined && !headers.has(name.toLowerCase()))
      headers.set(name.toLowerCase(), value)
  }
  return headers
}

/** Splits a mail at its boundaries; the line break before a boundary belongs to the boundary. */
function partsBetween(boundary: string, body: string): string[] {
  const line = new RegExp(`(?:^|\\r?\\n)--${boundary.replace(/\W/g, '\\$&')}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g')
  const parts: string[] = []
  let start: number | undefined
  for (const {
    0: { length },
    1: isLast,
    index,
  } of body.matchAll(line)) {
    if (start !== undefined) parts.push(body.slice(start, index).replace(/^\r?\n/, ''))
    if (isLast) return parts
    start = index + length
  }
  if (start !== undefined) parts.push(body.slice(start).replace(/^\r?\n/, ''))
  return parts
}

/** Tells whether a part is an attachment. Plain text or HTML is one only with the disposition `attachment`. */
const isAttachment = ({ headers }: Leaf) =>
  /^attachment\b/i.test(headers.get('content-disposition') ?? '') ||
  !/^text\/(plain|html)\b/i.test(headers.get('content-type') ?? 'text/plain')

function decodeBody({ headers, body }: Leaf): Uint8Array {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(encoding === 'quoted-printable' ? withoutEscapes(body) : body, 'latin1')
}

const withoutEscapes = (text: string) =>
  text
    .replace(/[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
