/** An error as an AWS service names it: `name` is the error's code, `status` its HTTP status. */
export type Failure = Error & { status: number; details: Readonly<Record<string, string>> }

/**
 * Returns the error that the real service would answer, by default with status 400.
 *
 * @param name the code clients match on, such as `NoSuchKey`
 * @param details further elements of the error, which only S3's XML shows
 */
export function serviceError(
  name: string,
  message: string,
  { status = 400, details = {} }: { status?: number; details?: Readonly<Record<string, string>> } = {},
): Failure {
  return Object.assign(new Error(message), { name, status, details })
}

/** Tells whether an error was made by `serviceError`. */
export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && 'status' in error && 'details' in error

/**
 * Returns a service error unchanged. Any other error, such as a bug or a full disk, becomes a service error of this
 * name, with status 500 and the stack in its message.
 */
export const asFailure = (error: unknown, name: string): Failure =>
  isFailure(error)
    ? error
    : serviceError(name, `Local stand-in: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, {
        status: 500,
      })
