import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { serviceError } from '../stand-in/failure.ts'

/** A checksum: its header, such as `x-amz-checksum-crc32`, and its base64 value. */
export interface Checksum {
  readonly header: string
  readonly value: string
}

interface Digest {
  update(chunk: Uint8Array): void
  /** Returns the checksum in base64. */
  value(): string
}

const PREFIX = 'x-amz-checksum-'

function hash(algorithm: string): Digest {
  const running = createHash(algorithm)
  return { update: (chunk) => void running.update(chunk), value: () => running.digest('base64') }
}

function crc(): Digest {
  let running = 0
  return {
    update(chunk) {
      running = crc32(chunk, running)
    },
    value() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(running)
      return bytes.toString('base64')
    },
  }
}

const makers: Readonly<Record<string, () => Digest>> = {
  [`${PREFIX}crc32`]: crc,
  [`${PREFIX}sha1`]: () => hash('sha1'),
  [`${PREFIX}sha256`]: () => hash('sha256'),
}

/**
 * Returns the name of the checksum header that the request sends or promises in its trailer, or null. Throws
 * NotImplemented for an unknown algorithm.
 */
export function findChecksumHeader(headers: IncomingHttpHeaders): string | null {
  const ignored = [`${PREFIX}mode`, `${PREFIX}type`]
  const named = Object.keys(headers).filter((name) => name.startsWith(PREFIX) && !ignored.includes(name))
  const trailer = headers['x-amz-trailer']
  const header = named[0] ?? (typeof trailer === 'string' ? trailer.toLowerCase() : null)
  if (header !== null && makers[header] === undefined) {
    throw serviceError('NotImplemented', `The local S3 stand-in does not know ${header}`, { status: 501 })
  }
  return header
}

/**
 * Starts a checksum of the kind that an `x-amz-checksum-…` header names; the caller adds bytes with `update`. Throws
 * for an unknown kind.
 */
export function startDigest(header: string): Digest {
  const maker = makers[header]
  if (maker === undefined) throw new Error(`no checksum ${header}`)
  return maker()
}

/** Throws BadDigest when the computed checksum differs from the promised value. */
export function verifyChecksum(computed: Checksum, promised: string): void {
  if (computed.value === promised) return
  const name = computed.header.slice(PREFIX.length).toUpperCase()
  throw serviceError('BadDigest', `The ${name} you specified did not match the calculated checksum.`)
}
