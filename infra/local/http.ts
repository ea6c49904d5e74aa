import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Answers a request; rejecting is a bug and becomes a 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface Handlers {
  readonly api: Handler
  readonly workbench: Handler
  readonly site: Handler
}

export interface Front {
  /** Not listening yet; Vite's live reload listens on it too. */
  readonly server: Server
  listen(port: number): Promise<void>
  /** Stops accepting and lets running requests finish for a while. */
  close(): Promise<void>
}

const GRACE_MS = 3000

/** The one address of the product, as CloudFront gives it: `/api/*` and the site; and locally the workbench. */
export function createFront(handlers: () => Handlers): Front {
  const server = createServer((request, response) => {
    const { api, workbench, site } = handlers()
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const handler = path.startsWith('/api/') ? api : /^\/__local(\/|$)/.test(path) ? workbench : site
    handler(request, response).catch((error) => {
      process.emitWarning(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  server.keepAliveTimeout = 60_000
  return {
    server,
    listen(port) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
      return promise
    },
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
