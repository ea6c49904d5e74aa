import { CallError, messageOf } from '../lib/call-error.ts'
import { toast } from '../ui/messages/toast.ts'

/** Title of a failure, and the text when the server gives none (spec §8). */
export interface FailureTexts {
  readonly title?: string
  readonly fallback?: string
}

/** Shows a toast about a failure, with the message of the server, else the text of the caller (spec §8). */
export const showFailure = (
  error: unknown,
  { title = 'Fout', fallback = 'Probeer het opnieuw.' }: FailureTexts = {},
): void => toast({ title, description: messageOf(error, fallback), tone: 'destructive' })

/** Tells whether our server refused a call with 409, such as an edit conflict, or 404 (gone or out of reach). */
export const isConflictOrGone = (error: unknown): boolean =>
  error instanceof CallError && !error.isForeign && (error.status === 409 || error.status === 404)

/** Tells whether a call failed because the record does not exist or is out of reach (404). */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.status === 404

/** Returns null for the error of a record that is gone or out of reach; rethrows any other error. */
export function nullIfGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}
