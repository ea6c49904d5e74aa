import type { RefObject } from 'react'
import { CallError } from '../lib/call-error.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface UnknownRecordProps {
  /** What it is called: `Afspraak`. */
  readonly noun: string
  /** What to say when it is gone or out of reach: `De afspraak is verwijderd of niet van jouw team.` */
  readonly gone: string
  /** Why it is not there; null while it is on its way. */
  readonly error: Error | null
  readonly onRetry: () => unknown
  readonly onClose: () => void
  readonly returnFocus?: RefObject<HTMLElement | null>
}

/** Whether the server knows no such record, or it is out of reach. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.status === 404

/** Answers null for a record that is gone or out of reach, to be told of; any other failure stays one. */
export function nullIfGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}

/** Stands where the dialog of a record will be that is fetched, or cannot be. */
export function UnknownRecord({ noun, gone, error, onRetry, onClose, returnFocus }: UnknownRecordProps) {
  return (
    <Dialog open onOpenChange={onClose} title={noun} {...(returnFocus ? { returnFocus } : {})}>
      <DialogBody>
        {error === null && (
          <div role="status" aria-busy="true" aria-label={`${noun} laden`}>
            <Skeleton height="240px" />
          </div>
        )}
        {error !== null && isGone(error) && <ErrorState title={`${noun} niet gevonden`} error={new Error(gone)} />}
        {error !== null && !isGone(error) && <ErrorState error={error} onRetry={onRetry} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
