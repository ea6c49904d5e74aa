import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { serviceError } from './failure.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

export interface Serving {
  /** Port to listen on; 0 takes a free port. */
  readonly port: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Answers every request, errors included; it must not reject. */
  readonly handle: (exchange: Exchange) => Promise<void>
}

export interface Server {
  readonly url: string
  /** Stops accepting, lets running requests finish for a second, and resolves when the port is free. */
  readonly close: () => Promise<void>
}

const GRACE_MS = 1000

/** Starts the HTTP server of a stand-in, on 127.0.0.1 only; resolves when it listens. */
export async function startServer({ port, now, handle }: Serving): Promise<Server> {
  const server = createServer((request, response) => {
    // The SDK corrects its own clock by this header, so it must show the time the workbench has set:
    // otherwise a client with a moved clock signs with the real time again after its first call.
    response.sendDate = false
    response.setHeader('date', new Date(now()).toUTCString())
    void handle({ request, response, requestId: randomUUID() })
  })
  server.requestTimeout = 0
  server.keepAliveTimeout = 120_000
  return { url: `http://127.0.0.1:${await listenOn(server, port)}`, close: () => closeServer(server) }
}

/** Listens on a port of 127.0.0.1, for 0 on a free one; resolves to the port. Throws when the port cannot be used. */
export async function listenOn(server: NetServer, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Tells whether a request carries an AWS signature (version 4); does not verify it. */
export const isSigned = (request: IncomingMessage): boolean =>
  request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false

/** Returns the whole body of a request. Throws RequestEntityTooLarge (413) when it has more than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit)
    throw serviceError('RequestEntityTooLarge', `The request is larger than ${limit} bytes`, { status: 413 })
  return Buffer.concat(chunks)
}
