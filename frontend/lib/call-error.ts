import type { FieldErrors } from '../../shared/errors.ts'

/** A failed call: `message` is Dutch, or `{status}: {text}` when the server gave none (spec §8). */
export class CallError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** Texts per field, to stand under the fields of a form. */
  readonly errors: FieldErrors
  /** What finds the request in the log, given with unexpected failures. */
  readonly requestId: string | undefined
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined
  /** The answer as it came, for the few that carry more than a message. */
  readonly body: unknown

  constructor(
    status: number,
    message: string,
    rest: Partial<Pick<CallError, 'errors' | 'requestId' | 'retryAfter' | 'body'>> = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.errors = rest.errors ?? {}
    this.requestId = rest.requestId
    this.retryAfter = rest.retryAfter
    this.body = rest.body
  }
}

/** The status text, which HTTP/2 no longer sends. */
const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

interface ErrorBody {
  readonly message?: unknown
  readonly error?: unknown
  readonly errors?: FieldErrors
  readonly requestId?: string
}

/** The error of an answer that is no success, from its status, headers (names in lower case) and text. */
export function errorOf(status: number, headers: Readonly<Record<string, string>>, text: string): CallError {
  const body = jsonOf(headers, text)
  const { message, error, errors, requestId } = (body ?? {}) as ErrorBody
  const said = [message, error].find((one) => typeof one === 'string' && one !== '')
  const plain = /html/i.test(headers['content-type'] ?? '') ? '' : text.trim()
  return new CallError(
    status,
    typeof said === 'string' ? said : `${status}: ${plain || statusTexts[status] || 'Onbekende fout'}`,
    {
      ...(errors ? { errors } : {}),
      ...(requestId ? { requestId } : {}),
      ...(headers['retry-after'] ? { retryAfter: Number(headers['retry-after']) } : {}),
      body,
    },
  )
}

/** No answer came: no network, or the server is away. */
export const noAnswer = () =>
  new CallError(0, 'Geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.')

/** What to tell the user of a failure: the server's words, else the fallback of the screen (spec §8). */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.message ? error.message : fallback

/** The texts per field of a failed call; empty for any other failure. */
export const fieldErrorsOf = (error: unknown): FieldErrors => (error instanceof CallError ? error.errors : {})

function jsonOf(headers: Readonly<Record<string, string>>, text: string): unknown {
  if (!/json/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
