/**
 * The closed set of ways a request can fail (rulings 11). `statusOf` has the HTTP status of each; a kind without one
 * does not compile.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'unprocessable'
  | 'tooMany'
  | 'unavailable'

/** HTTP status of each kind of error. */
export const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  unprocessable: 422,
  tooMany: 429,
  unavailable: 503,
}

/** Dutch texts per field, as they stand under the fields of a form. */
export type FieldErrors = Record<string, string[]>

interface Details {
  /** Texts per field. */
  errors?: FieldErrors
  /** Seconds after which the caller may try again (`Retry-After`). */
  retryAfter?: number
  /** Extra fields of the reply's body besides the message, where the spec requires them. */
  body?: object
  /** The original error, for the log only. */
  cause?: unknown
}

/** A failure the user may see: `message` is Dutch, `kind` decides the HTTP status. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly errors: FieldErrors | undefined
  readonly retryAfter: number | undefined
  readonly body: object | undefined

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.kind = kind
    this.errors = details.errors
    this.retryAfter = details.retryAfter
    this.body = details.body
  }
}

/** Waits for a record and returns it, or undefined when it is not found (404). Throws every other error. */
export async function ignoreNotFound<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return undefined
    throw error
  }
}

/** Returns a 404: one text for missing and unreachable records, so that nobody can tell them apart (rulings 11). */
export const notFound = () => new AppError('notFound', 'Niet gevonden')

/** Returns a 403: the actor may not do this. */
export const forbidden = (message = 'Je hebt geen toegang tot deze actie') => new AppError('forbidden', message)

/** Returns a 401: no session, or one that has ended (spec §4). */
export const notLoggedIn = (message = 'Session verlopen - wordt doorgestuurd naar login') =>
  new AppError('unauthenticated', message)

/** Makes the error of a kind from its text, which stands under the field `at` as well; `at` may be texts per field. */
const refuseWith =
  (kind: ErrorKind) =>
  (message: string, at?: string | FieldErrors): AppError =>
    new AppError(kind, message, at ? { errors: typeof at === 'string' ? { [at]: [message] } : at } : {})

/** Returns a 409: the present state does not allow the request; `message` says what to do. */
export const conflict = refuseWith('conflict')

/**
 * Returns a 409 for a lost update: somebody else changed `what`, as a sentence names it ('deze afspraak'), since it was
 * read.
 */
export const editConflict = (what: string) =>
  conflict(`Iemand anders heeft ${what} intussen gewijzigd. Bekijk de nieuwe gegevens en probeer het opnieuw.`)

/** Returns a 409 for a lost update (somebody else saved first), where no record can be shown to compare with. */
export const staleConflict = () => conflict('Dit is intussen gewijzigd. Laad de pagina opnieuw.')

/** Returns a 409 for an import whose preview changed since a person read it. */
export const previewConflict = () => conflict('Het voorbeeld is intussen veranderd. Bekijk het nieuwe voorbeeld.')

/** Returns a 422: a business rule refuses well-formed input. */
export const unprocessable = refuseWith('unprocessable')

/** Returns a 400: input in the wrong form. */
export const invalid = refuseWith('invalid')
