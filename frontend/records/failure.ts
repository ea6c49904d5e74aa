import { CallError, messageOf } from '../lib/call-error.ts'
import { toast } from '../ui/toast.ts'

/** What a failure is called, and what to say of one about which the server says nothing (spec §8). */
export interface FailureTexts {
  readonly title?: string
  readonly fallback?: string
}

/** Tells of a failure in the words of the server, else in those of the caller (spec §8). */
export const tellFailure = (
  error: unknown,
  { title = 'Fout', fallback = 'Probeer het opnieuw.' }: FailureTexts = {},
): void => toast({ title, description: messageOf(error, fallback), tone: 'destructive' })

/** Whether a change failed because somebody else saved the record first (409), or because it is gone (404). */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof CallError && !error.isForeign && (error.status === 409 || error.status === 404)
