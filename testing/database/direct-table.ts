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
  /** Status line and headers as they came. */
  readonly head: string
  readonly body: Buffer
}

/** A connection, with what came of the reply that somebody waits for. */
interface Connection {
  readonly socket: Socket
  waiting: PromiseWithResolvers<Reply> | null
  pieces: Buffer[]
  /** Number of bytes to come; null before the headers are complete. */
  missing: number | null
}

/** Number of connections to a port, as many as the SDK opens; dynoxide takes memory for each and keeps it. */
const MOST_OPEN = 50

interface Pool {
  readonly free: Connection[]
  /** Requests that wait for a connection, oldest first. */
  readonly queue: ((connection: Connection) => void)[]
  open: number
}

/** Connections by port, shared by the test files of a worker. */
const held = globalThis as { [key: symbol]: Map<number, Pool> | undefined }
const poolsKey = Symbol.for('partnerview.tableConnections')

/** Fixed signature of requests to the test database, which requires a signature but does not check it. */
export const SIGNED =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'

/** Database to which each client sends over sockets already. */
const targets = new WeakMap<object, string>()

/**
 * Makes a client send requests to the test database at `url` over plain sockets, with a fixed signature. This takes
 * half the time of a request by the SDK, which still sends requests to other addresses.
 */
export function sendOverSockets({ config }: DynamoDBDocumentClient, url: string): void {
  if (targets.get(config) === url) return
  targets.set(config, url)
  const port = Number(new URL(url).port)
  const usual = config.requestHandler
  const isOurs = (request: Sent) => request.hostname === '127.0.0.1' && request.port === port
  const handle = async (request: Sent, ...more: [never]) => {
    if (!isOurs(request)) return usual.handle(request as never, ...more)
    const { statusCode, head, body } = await postToDatabase(port, request)
    return { response: { statusCode, headers: headersIn(head), body } }
  }
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
  const pool = poolOf(port)
  const connection = pool.free.pop() ?? (await openOrAwait(port, pool))
  const all = { ...headers, host: `127.0.0.1:${port}`, 'content-length': Buffer.byteLength(body) }
  let head = `POST ${path} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(all)) head += `${name}: ${value}\r\n`
  connection.waiting = Promise.withResolvers()
  if (typeof body === 'string') connection.socket.write(`${head}\r\n${body}`)
  else connection.socket.write(Buffer.concat([Buffer.from(`${head}\r\n`), body]))
  const reply = await connection.waiting.promise
  const next = pool.queue.shift()
  if (next) next(connection)
  else pool.free.push(connection)
  return reply
}

function poolOf(port: number): Pool {
  held[poolsKey] ??= new Map()
  const pool = held[poolsKey].get(port) ?? { free: [], queue: [], open: 0 }
  held[poolsKey].set(port, pool)
  return pool
}

function openOrAwait(port: number, pool: Pool): Connection | Promise<Connection> {
  return pool.open < MOST_OPEN ? openConnection(port, pool) : new Promise((resolve) => pool.queue.push(resolve))
}

function openConnection(port: number, pool: Pool): Connection {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).unref()
  const connection: Connection = { socket, waiting: null, pieces: [], missing: null }
  pool.open += 1
  socket.on('data', (piece) => receive(connection, piece))
  socket.on('error', (error) => connection.waiting?.reject(error))
  const leave = () => {
    const at = pool.free.indexOf(connection)
    if (at >= 0) pool.free.splice(at, 1)
  }
  socket.on('end', leave)
  socket.on('close', () => {
    leave()
    pool.open -= 1
    pool.queue.shift()?.(openConnection(port, pool))
    connection.waiting?.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
  })
  return connection
}

const END = '\r\n\r\n'

/** Takes a piece of a reply, and resolves who waits for the reply when it is whole. */
function receive(connection: Connection, piece: Buffer): void {
  const { pieces, waiting } = connection
  pieces.push(piece)
  connection.missing = connection.missing === null ? missingOf(joinPieces(pieces)) : connection.missing - piece.length
  if (connection.missing !== 0) return
  const reply = joinPieces(pieces)
  Object.assign(connection, { waiting: null, pieces: [], missing: null })
  const at = reply.indexOf(END)
  const head = reply.toString('latin1', 0, at)
  waiting?.resolve({ statusCode: Number(head.split(' ', 2)[1]), head, body: reply.subarray(at + END.length) })
}

const joinPieces = (pieces: Buffer[]): Buffer => (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces))

/** Returns how many bytes of a reply are missing; null before its headers are complete. */
function missingOf(bytes: Buffer): number | null {
  const at = bytes.indexOf(END)
  if (at < 0) return null
  const [, length = '0'] = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, at)) ?? []
  return at + END.length + Number(length) - bytes.length
}

/** Returns the headers of a reply by their name in lower case. */
const headersIn = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
