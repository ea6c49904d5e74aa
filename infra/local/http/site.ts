import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
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

export interface SiteOptions {
  /** Folder of the built front end. */
  readonly folder: string
  readonly headers: Readonly<Record<string, string>>
}

/** Extensions of the files that are compressed; images and fonts are already. */
const SHRINKING = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.webmanifest'])

/**
 * Creates a handler that serves the built front end as CloudFront does. A path without a file extension shows the app;
 * a missing file is a 404. A browser may keep files below `/assets` for a year. Texts are compressed with gzip.
 */
export function createSite({ folder, headers }: SiteOptions) {
  // Files below `/assets` never change, so that each is compressed once.
  const compressed = new Map<string, Promise<Buffer>>()

  function compress(file: string, isAsset: boolean): Promise<Buffer> {
    const bytes = compressed.get(file) ?? readFile(file).then((content) => promisify(gzip)(content))
    if (isAsset) compressed.set(file, bytes)
    return bytes
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(response, 405, 'Method Not Allowed')
    const path = fileOf(splitUrl(request.url ?? '/').pathname)
    const file = path === null ? null : join(folder, path)
    if (path === null || !file?.startsWith(folder + sep)) return plain(response, 400, 'Bad Request')
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return plain(response, 404, 'Not Found')
    const isAsset = path.startsWith('/assets/')
    const shrinks = SHRINKING.has(extname(file))
    const bytes =
      shrinks && /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
        ? await compress(file, isAsset)
        : null
    response.writeHead(200, {
      'content-type': mediaTypeOf(file),
      'content-length': bytes ? bytes.length : found.size,
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(shrinks && { vary: 'accept-encoding' }),
      ...(bytes && { 'content-encoding': 'gzip' }),
    })
    if (bytes || request.method === 'HEAD') response.end(bytes)
    else await pipeline(createReadStream(file), response).catch(() => response.destroy())
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
