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

/** Tells whether a change failed because somebody else saved the record first (409) or because it is gone (404). */
export const isConflictOrGone = (error: unknown): boolean =>
  error instanceof CallError && !error.isForeign && (error.status === 409 || error.status === 404)
