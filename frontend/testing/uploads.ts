import { afterEach, beforeEach, vi } from 'vitest'
import { PlatformFile } from '../../testing/platform-file.ts'
import type { World } from '../../testing/world.ts'
import { sent } from './browser.tsx'

/** `fetch` of the platform, kept because tests replace it by one that calls the back end. */
const throughTheNetwork = globalThis.fetch

/**
 * Sends uploads of the browser (XMLHttpRequest) to the test back end `world`. Uploads to a full address, such as the
 * local bucket, go over the network. Replaces the forms and files of jsdom by those of Node, which the handlers expect.
 */
export function connectUploads(world: () => World): void {
  beforeEach(async () => {
    vi.stubGlobal('File', PlatformFile)
    const form = await new Response(new URLSearchParams()).formData()
    vi.stubGlobal('FormData', form.constructor)
    vi.stubGlobal('XMLHttpRequest', uploadsTo(world()))
  })
  afterEach(() => vi.unstubAllGlobals())
}

/** Builds a class like XMLHttpRequest for uploads; a request is answered once the handler has answered. */
function uploadsTo(world: World) {
  return class {
    status = 0
    responseText = ''
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    readonly upload = { onprogress: (_: { loaded: number; total: number }) => {} }
    #method = ''
    #path = ''
    readonly #headers: Record<string, string> = {}
    #answered = ''

    open(method: string, path: string): void {
      this.#method = method
      this.#path = path
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name.toLowerCase()] = value
    }

    getAllResponseHeaders(): string {
      return this.#answered
    }

    abort(): void {
      this.onabort()
    }

    async send(form: FormData): Promise<void> {
      const request = new Response(form)
      const body = new Uint8Array(await request.arrayBuffer())
      const headers = { ...this.#headers, 'content-type': request.headers.get('content-type') ?? '' }
      sent.push({ method: this.#method, path: this.#path, headers, body: undefined })
      this.upload.onprogress({ loaded: body.length, total: body.length })
      if (URL.canParse(this.#path)) {
        this.status = (await throughTheNetwork(this.#path, { method: this.#method, headers, body })).status
        return this.onload()
      }
      const answer = await world.call(this.#method, this.#path, { headers, body })
      this.status = answer.status
      this.responseText = answer.text
      this.#answered = Object.entries(answer.headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')
      this.onload()
    }
  }
}
