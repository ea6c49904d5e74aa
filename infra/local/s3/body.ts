import { createHash, type Hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Failure, serviceError } from '../stand-in/failure.ts'
import { type Checksum, findChecksumHeader, startDigest, verifyChecksum } from './checksums.ts'
import { createByteReader } from './reader.ts'

const LINE_LIMIT = 4096

export interface Upload {
  /** The object's bytes; ends with an error when they are not what the headers promise. */
  readonly bytes: AsyncIterable<Buffer>
  /** Returns the checksum to store with the object, null without one; only known once the bytes are read. */
  checksum(): Checksum | null
}

/**
 * Returns the object's bytes from a PutObject request, plain or in the `aws-chunked` framing in which the SDK sends
 * streams. Throws MissingContentLength without a length, NotImplemented for an unknown checksum. The bytes end with an
 * error when they differ from a promised length or checksum.
 */
export function readUpload(request: IncomingMessage): Upload {
  const { headers } = request
  const framed = String(headers['x-amz-content-sha256']).startsWith('STREAMING-')
  const length = Number(headers[framed ? 'x-amz-decoded-content-length' : 'content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(length) || length < 0) {
    throw serviceError('MissingContentLength', 'You must provide the Content-Length HTTP header.', { status: 411 })
  }
  const header = findChecksumHeader(headers)
  const promised = new Map<string, unknown>(header === null ? [] : [[header, headers[header]]])
  const source: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  let checksum: Checksum | null = null

  async function* verified(): AsyncGenerator<Buffer> {
    const digest = header === null ? null : startDigest(header)
    const hashes = promisedHashes(headers)
    let size = 0
    for await (const chunk of framed ? unframe(source, promised) : source) {
      size += chunk.length
      digest?.update(chunk)
      for (const { hash } of hashes) hash.update(chunk)
      yield chunk
    }
    if (size !== length)
      throw serviceError(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the Content-Length HTTP header',
      )
    if (header !== null && digest !== null) {
      checksum = { header, value: digest.value() }
      verifyChecksum(checksum, String(promised.get(header)))
    }
    for (const { hash, encoding, promised, mismatch } of hashes) {
      if (hash.digest(encoding) !== promised) throw mismatch()
    }
  }

  return { bytes: verified(), checksum: () => checksum }
}

/** Unwraps `<size in hex>[;extension]CRLF <bytes> CRLF` until size 0, then trailer lines until an empty one. */
async function* unframe(source: AsyncIterable<Buffer>, trailers: Map<string, unknown>): AsyncGenerator<Buffer> {
  const reader = createByteReader(source)
  for (;;) {
    const size = Number.parseInt(await reader.line(LINE_LIMIT), 16)
    if (!(size >= 0)) throw serviceError('IncompleteBody', 'The request body is not framed as aws-chunked')
    if (size === 0) break
    yield* reader.take(size)
    await reader.line(LINE_LIMIT)
  }
  for (let line = await reader.line(LINE_LIMIT); line !== ''; line = await reader.line(LINE_LIMIT)) {
    const colon = line.indexOf(':')
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
}

interface PromisedHash {
  readonly hash: Hash
  readonly encoding: 'base64' | 'hex'
  readonly promised: string
  readonly mismatch: () => Failure
}

function promisedHashes(headers: IncomingHttpHeaders): PromisedHash[] {
  const md5 = headers['content-md5']
  const sha256 = headers['x-amz-content-sha256']
  const hashes: PromisedHash[] = []
  if (typeof md5 === 'string') {
    const mismatch = () => serviceError('BadDigest', 'The Content-MD5 you specified did not match what we received.')
    hashes.push({ hash: createHash('md5'), encoding: 'base64', promised: md5, mismatch })
  }
  // Any other value is no hash; it says that the payload is unsigned or framed.
  if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) {
    const mismatch = () =>
      serviceError(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      )
    hashes.push({ hash: createHash('sha256'), encoding: 'hex', promised: sha256, mismatch })
  }
  return hashes
}
