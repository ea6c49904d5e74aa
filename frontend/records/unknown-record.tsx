import type { RefObject } from 'react'
import { Dialog, DialogBody } from '../ui/dialogs/dialog.tsx'
import { ErrorState } from '../ui/messages/error-state.tsx'
import { Skeleton } from '../ui/messages/skeleton.tsx'
import { isGone } from './failure.ts'

interface UnknownRecordProps {
  /** Name of the record: `Afspraak`. */
  readonly noun: string
  /** Text when the record is gone or out of reach: `De afspraak is verwijderd of niet van jouw team.` */
  readonly gone: string
  /** Reason that the record is missing; null while it is loading. */
  readonly error: Error | null
  readonly onRetry: () => unknown
  readonly onClose: () => void
  readonly returnFocus?: RefObject<HTMLElement | null>
}

/**
 * Shows a dialog in place of a record that is loading (`error` is null) or cannot be loaded. `gone` is the text for a
 * record that is deleted or out of reach.
 */
export function UnknownRecord({ noun, gone, error, onRetry, onClose, returnFocus }: UnknownRecordProps) {
  return (
    <Dialog onOpenChange={onClose} title={noun} {...(returnFocus ? { returnFocus } : {})}>
      <DialogBody>
        {error === null && (
          <div role="status" aria-busy="true" aria-label={`${noun} laden`}>
            <Skeleton height="240px" />
          </div>
        )}
        {error !== null && isGone(error) && <ErrorState title={`${noun} niet gevonden`} error={new Error(gone)} />}
        {error !== null && !isGone(error) && <ErrorState error={error} onRetry={onRetry} />}
      </DialogBody>
    </Dialog>
  )
}
