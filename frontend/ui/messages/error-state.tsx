import { CircleAlert } from 'lucide-react'
import { findReadableMessage } from '../../lib/call-error.ts'
import { Button } from '../buttons/button.tsx'
import './states.css'

interface ErrorStateProps {
  /** Thrown value; its Dutch message and any request id are shown. */
  readonly error?: unknown
  readonly title?: string
  readonly onRetry?: () => unknown
}

/** Shows, in place of a list or page, that it could not be fetched; offers a retry (design.md rule 3). */
export function ErrorState({ error, title = 'Laden is niet gelukt', onRetry }: ErrorStateProps) {
  const requestId = requestIdOf(error)
  return (
    <div className="pv-state" role="alert">
      <span className="pv-state-icon pv-state-bad" aria-hidden="true">
        <CircleAlert />
      </span>
      <p className="pv-state-title">{title}</p>
      {error !== undefined && (
        <p className="pv-state-text">{findReadableMessage(error) ?? 'Probeer het over een ogenblik opnieuw.'}</p>
      )}
      {requestId !== undefined && (
        <p className="pv-state-text">
          Verzoeknummer <code className="pv-state-id">{requestId}</code>
        </p>
      )}
      {onRetry && (
        <div className="pv-state-action">
          <Button onClick={onRetry}>Opnieuw proberen</Button>
        </div>
      )}
    </div>
  )
}

function requestIdOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('requestId' in error)) return undefined
  return typeof error.requestId === 'string' ? error.requestId : undefined
}
