import { connect, type Socket } from 'node:net'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

interface Sent {
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

interface Reply {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Free connections by port, shared by the test files of a worker. */
const held = globalThis as { [key: symbol]: Map<number, Socket[]> | undefined }
const freeKey = Symbol.for('partnerview.tableConnections')

/** Fixed signature of requests to the test database, which requires a signature but does not check it. */
export const SIGNED =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'

/**
 * Makes a client send requests to the test database at `url` over plain sockets, with a fixed signature. This takes
 * half the time of a request by the SDK, which still sends requests to other addresses.
 */
export function sendOverSockets({ config }: DynamoDBDocumentClient, url: string): void {
  const port = Number(new URL(url).port)
  const usual = config.requestHandler
  const isOurs = (request: Sent) => request.hostname === '127.0.0.1' && request.port === port
  const handle = async (request: Sent, ...more: [never]) =>
    isOurs(request) ? { response: await postToDatabase(port, request) } : usual.handle(request as never, ...more)
  config.requestHandler = Object.assign(Object.create(usual), { handle })
  const signer = config.signer as unknown as (...args: unknown[]) => Promise<{ sign(...args: unknown[]): unknown }>
  Object.assign(config, {
    signer: async (...args: unknown[]) => ({
      sign: async (request: Sent, ...more: unknown[]) =>
        isOurs(request)
          ? Object.assign(request, {
              headers: { ...request.headers, authorization: SIGNED, 'x-amz-date': '20260101T000000Z' },
            })
          : (await signer(...args)).sign(request, ...more),
    }),
  })
}

/**
 * Sends an HTTP POST request to the local DynamoDB at a port and resolves to its reply. Writes HTTP by hand to sockets
 * that are used again, because this is faster than the SDK's client. Rejects when the connection fails.
 */
export async function postToDatabase(port: number, { path, headers, body = '' }: Sent): Promise<Reply> {
  const free = freeOf(port)
  const socket = free.pop() ?? openSocket(port, free)
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length)
  const lines = Object.entries({ ...headers, host: `127.0.0.1:${port}`, 'content-length': bytes.length })
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  const reply = readReply(socket)
  socket.write(Buffer.concat([Buffer.from(head), bytes]))
  try {
    return replyOf(await reply)
  } finally {
    if (!socket.destroyed) free.push(socket)
  }
}

function freeOf(port: number): Socket[] {
  held[freeKey] ??= new Map()
  const free = held[freeKey].get(port) ?? []
  held[freeKey].set(port, free)
  return free
}

function openSocket(port: number, free: Socket[]): Socket {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).unref()
  socket.on('error', () => undefined)
  socket.on('close', () => {
    const at = free.indexOf(socket)
    if (at >= 0) free.splice(at, 1)
  })
  return socket
}

/** Reads the bytes of one reply; rejects when the connection fails. */
function readReply(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let missing: number | undefined
    const ended = () => settled(() => reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })))
    const came = (piece: Buffer) => {
      pieces.push(piece)
      missing = missing === undefined ? missingOf(Buffer.concat(pieces)) : missing - piece.length
      if (missing === 0) settled(() => resolve(Buffer.concat(pieces)))
    }
    const settled = (settle: () => void) => {
      socket.off('data', came).off('error', failed).off('close', ended)
      settle()
    }
    const failed = (error: Error) => settled(() => reject(error))
    socket.on('data', came).on('error', failed).on('close', ended)
  })
}

const END = '\r\n\r\n'

/** Returns how many bytes of a reply are missing; undefined before its headers are complete. */
function missingOf(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(END)
  if (at < 0) return undefined
  const [, length = '0'] = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, at)) ?? []
  return at + END.length + Number(length) - bytes.length
}

function replyOf(bytes: Buffer): Reply {
  const at = bytes.indexOf(END)
  const [status = '', ...lines] = bytes.toString('latin1', 0, at).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    statusCode: Number(status.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: new Uint8Array(bytes.subarray(at + END.length)),
  }
}
