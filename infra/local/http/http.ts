import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { listenOn } from '../stand-in/server.ts'

/** Answers a request; a rejection is a bug and becomes a 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface Handlers {
  readonly api: Handler
  readonly workbench: Handler
  readonly site: Handler
}

export interface Front {
  /** The HTTP server, over which Vite's live reload runs too. */
  readonly server: Server
  /** Listens on a port of 127.0.0.1; 0 takes a free port. Resolves to the port. */
  listen(port: number): Promise<number>
  /** Stops accepting, and lets running requests finish for three seconds. */
  close(): Promise<void>
}

const GRACE_MS = 3000

/** Path of the OpenAPI document, a file of the built front end. */
const API_DESCRIPTION = '/api/openapi.json'

/**
 * Creates the HTTP server of the product, which passes `/api/*`, `/__local` and other paths to their handlers. The site
 * has the description of the API. It may listen before the handlers exist; requests wait for them.
 */
export function createFront(handlers: Promise<Handlers>): Front {
  handlers.catch(() => undefined)
  const answer: Handler = async (request, response) => {
    const { api, workbench, site } = await handlers
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const isApi = path.startsWith('/api/') && path !== API_DESCRIPTION
    const handler = isApi ? api : /^\/__local(\/|$)/.test(path) ? workbench : site
    await handler(request, response)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      process.emitWarning(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  server.keepAliveTimeout = 60_000
  return {
    server,
    listen: (port) => listenOn(server, port),
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          server.closeAllConnections()
          resolve()
        }, GRACE_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
