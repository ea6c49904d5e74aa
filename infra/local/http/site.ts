import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { splitUrl } from './url.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Returns the media type of a file by the extension of its name. */
export const mediaTypeOf = (name: string): string => types[extname(name)] ?? 'application/octet-stream'

/** Media types and size in bytes of the files that CloudFront compresses. */
const COMPRESSED = { types: /^text\/|json$|svg/, from: 1000 }

export interface SiteOptions {
  /** Folder of the built front end. */
  readonly folder: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Creates a handler that serves the built front end as CloudFront does. A path without a file extension shows the app;
 * a missing file is a 404. Text is compressed. A browser may keep files below `/assets` for a year.
 */
export function createSite({ folder, headers }: SiteOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(response, 405, 'Method Not Allowed')
    const path = fileOf(splitUrl(request.url ?? '/').pathname)
    const file = path === null ? null : join(folder, path)
    if (path === null || !file?.startsWith(folder + sep)) return plain(response, 400, 'Bad Request')
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return plain(response, 404, 'Not Found')
    const type = mediaTypeOf(file)
    const isCompressed =
      COMPRESSED.types.test(type) &&
      found.size >= COMPRESSED.from &&
      /\bgzip\b/.test(String(request.headers['accept-encoding']))
    response.writeHead(200, {
      'content-type': type,
      vary: 'accept-encoding',
      ...(isCompressed ? { 'content-encoding': 'gzip' } : { 'content-length': found.size }),
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    if (request.method === 'HEAD') return void response.end()
    const steps = isCompressed ? [createGzip(), response] : [response]
    await pipeline([createReadStream(file), ...steps]).catch(() => response.destroy())
  }
}

function fileOf(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    const name = path.slice(path.lastIndexOf('/') + 1)
    return name.includes('.') ? path : '/index.html'
  } catch {
    return null
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}
