import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { isFailure } from '../stand-in/failure.ts'
import { readBody } from '../stand-in/server.ts'

export interface WorkbenchRequest {
  /** Decoded values of the path's `{…}`; `{key+}` takes the rest of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly contentType: string
  bytes(): Promise<Buffer>
  /**
   * Returns the JSON body, `{}` for an empty one. Throws a 400 when it is not JSON or does not fit `schema`, a 413
   * above 200 MB.
   */
  json<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>>
}

/** Reply of a route: a value sent as JSON, or bytes. */
export type WorkbenchReply = { readonly json: unknown } | Bytes
export interface Bytes {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

export type Routes = Readonly<Record<string, (request: WorkbenchRequest) => Promise<WorkbenchReply> | WorkbenchReply>>

/** An error with the HTTP status of its reply. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Returns an error to throw: 404 for something missing, 400 for an invalid request, 409 for a conflict. */
export const workbenchError = (status: 400 | 404 | 409, message: string): Error => new Refusal(status, message)

/** Returns a reply that sends a value as JSON. */
export const jsonReply = (value: unknown): WorkbenchReply => ({ json: value })

const UPLOAD_LIMIT = 200 * 1024 * 1024

/**
 * Creates a handler for the workbench's routes, such as `GET /__local/clock`. Answers 400 to pages of other sites, and
 * 404 for an unknown route.
 */
export function createRouter(routes: Routes) {
  const table = Object.entries(routes).map(([key, answer]) => {
    const [method = '', path = ''] = key.split(' ')
    const pattern = path.replace(/\{(\w+)\+\}/g, '(?<$1>.+)').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    return { method, pattern: new RegExp(`^${pattern}$`), answer }
  })

  async function answer(request: IncomingMessage): Promise<WorkbenchReply> {
    if (isForeign(request)) throw workbenchError(400, 'The workbench answers this machine only')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    for (const route of table) {
      const found = route.method === request.method ? route.pattern.exec(pathname) : null
      if (found) return route.answer(requestOf(request, searchParams, found.groups ?? {}))
    }
    throw workbenchError(404, 'The workbench has no such page or call')
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const reply = await answer(request)
      if ('json' in reply) sendJson(response, 200, reply.json)
      else response.writeHead(200, { 'cache-control': 'no-store', ...reply.headers }).end(reply.bytes)
    } catch (error) {
      const status = error instanceof Refusal || isFailure(error) ? error.status : 500
      sendJson(response, status, { message: error instanceof Error ? error.message : String(error) })
    }
  }
}

function requestOf(request: IncomingMessage, query: URLSearchParams, groups: Record<string, string>): WorkbenchRequest {
  const bytes = () => readBody(request, UPLOAD_LIMIT)
  return {
    params: Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)])),
    query,
    contentType: request.headers['content-type'] ?? 'application/octet-stream',
    bytes,
    async json(schema) {
      const text = (await bytes()).toString()
      const parsed = schema.safeParse(text === '' ? {} : parse(text))
      if (!parsed.success) throw workbenchError(400, z.prettifyError(parsed.error))
      return parsed.data
    },
  }
}

/**
 * Tells whether a request comes from a page of another site: it has a foreign origin, or a foreign name for this
 * machine. Pages of other sites may not control the workbench.
 */
function isForeign({ headers }: IncomingMessage): boolean {
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(headers.host ?? '')) return true
  const { origin } = headers
  return origin !== undefined && origin !== `http://${headers.host}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw workbenchError(400, 'The body is not JSON')
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}
