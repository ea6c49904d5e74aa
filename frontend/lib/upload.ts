import { buildCallError, buildNoAnswerError } from './call-error.ts'

export interface UploadOptions {
  /** Ends the request. */
  readonly signal?: AbortSignal
  /** Receives the part of an upload that is sent, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

/** Answer of the server, whichever way the request was sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: () => Promise<string>
  readonly blob: () => Promise<Blob>
}

/**
 * Sends one file by XHR in a form, after the other fields; fetch cannot report progress. Calls `onProgress` with the
 * part sent, from 0 to 1. Throws `CallError` when no answer comes or its status is 300 or more; throws the reason of an
 * aborted signal.
 */
export function sendUpload(
  { method, path, field }: { readonly method: string; readonly path: string; readonly field: string },
  { file, fields = {} }: { readonly file: File; readonly fields?: object | undefined },
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(field, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total)
    request.onload = () => {
      const received = headersOf(request.getAllResponseHeaders())
      const { status, responseText } = request
      if (status >= 300) return reject(buildCallError(status, received, responseText))
      resolve({ status, headers: received, text: async () => responseText, blob: async () => new Blob([responseText]) })
    }
    request.onerror = () => reject(buildNoAnswerError())
    request.onabort = () => reject(signal?.reason ?? buildNoAnswerError())
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

const headersOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
