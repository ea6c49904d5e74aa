import type { FieldErrors } from '../../shared/errors.ts'

/**
 * Failed call. `message` is the Dutch text of our server, `{status}: {text}` when a gateway or proxy answered instead,
 * or a Dutch text when no answer came (spec §8).
 */
export class CallError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** Error texts by field of a form. */
  readonly errors: FieldErrors
  /** Id of the request in the log; given with unexpected failures. */
  readonly requestId: string | undefined
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined
  /** Body of the answer, for errors that carry more than a message. */
  readonly body: unknown
  /** Set when a gateway or proxy answered: its words are not shown (rulings 11). */
  readonly isForeign: boolean

  constructor(
    status: number,
    message: string,
    rest: Partial<Pick<CallError, 'errors' | 'requestId' | 'retryAfter' | 'body' | 'isForeign'>> = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.errors = rest.errors ?? {}
    this.requestId = rest.requestId
    this.retryAfter = rest.retryAfter
    this.body = rest.body
    this.isForeign = rest.isForeign ?? false
  }
}

/** Standard texts of HTTP statuses. They are listed here because answers by HTTP/2 have only the number. */
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

/** Messages that the API gateway itself sends, in JSON that looks like ours. */
const gatewayTexts = new Set(
  [...Object.values(statusTexts), 'Endpoint request timed out', 'Limit Exceeded', 'Missing Authentication Token'].map(
    (text) => text.toLowerCase(),
  ),
)

/** Tells whether a message comes from our server, not from a gateway. */
const isServerText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !gatewayTexts.has(value.toLowerCase())

interface ErrorBody {
  readonly message?: unknown
  readonly error?: unknown
  readonly errors?: FieldErrors
  readonly requestId?: string
}

/** Builds the error of a failed call from the status, headers (names in lower case) and text of the answer. */
export function buildCallError(status: number, headers: Readonly<Record<string, string>>, text: string): CallError {
  const body = jsonOf(headers, text)
  const { message, error, errors, requestId } = (body ?? {}) as ErrorBody
  const serverText = [message, error].find(isServerText)
  const plain = /html/i.test(headers['content-type'] ?? '') ? '' : text.trim()
  return new CallError(status, serverText ?? `${status}: ${plain || statusTexts[status] || 'Onbekende fout'}`, {
    ...(errors ? { errors } : {}),
    ...(requestId ? { requestId } : {}),
    ...(headers['retry-after'] ? { retryAfter: Number(headers['retry-after']) } : {}),
    body,
    isForeign: serverText === undefined,
  })
}

/** Builds the error for a call without an answer: no network, or the server is down. */
export const buildNoAnswerError = () =>
  new CallError(0, 'Geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.')

/**
 * Returns the message of an error. Undefined for an answer that a gateway wrote, for an empty message, and for a value
 * that is no Error.
 */
export function findReadableMessage(error: unknown): string | undefined {
  if (!(error instanceof Error) || (error instanceof CallError && error.isForeign)) return undefined
  return error.message || undefined
}

/**
 * Returns the text to show for a failed call: the message of a `CallError`, unless a gateway wrote it; else `fallback`
 * (spec §8, rulings 11).
 */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof CallError ? findReadableMessage(error) : undefined) ?? fallback

/** Returns the error texts of a failed call by form field; empty for a failure without such texts. */
export const fieldErrorsOf = (error: unknown): FieldErrors => (error instanceof CallError ? error.errors : {})

function jsonOf(headers: Readonly<Record<string, string>>, text: string): unknown {
  if (!/json/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
