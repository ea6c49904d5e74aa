import { CircleAlert } from 'lucide-react'
import { findReadableMessage } from '../../lib/call-error.ts'
import { Button } from '../buttons/button.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import '../layout/text.css'
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
    <Stack gap={4} align="center" text="center" className="pv-state" role="alert">
      <span className="pv-middle pv-state-icon pv-state-bad" aria-hidden="true">
        <CircleAlert />
      </span>
      <p className="pv-text-14 pv-weight-bold">{title}</p>
      {error !== undefined && (
        <p className="pv-state-text pv-text-13 pv-color-muted">
          {findReadableMessage(error) ?? 'Probeer het over een ogenblik opnieuw.'}
        </p>
      )}
      {requestId !== undefined && (
        <p className="pv-state-text pv-text-13 pv-color-muted">
          Verzoeknummer <code className="pv-text-12">{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Row gap={8} above={12}>
          <Button onClick={onRetry}>Opnieuw proberen</Button>
        </Row>
      )}
    </Stack>
  )
}

function requestIdOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('requestId' in error)) return undefined
  return typeof error.requestId === 'string' ? error.requestId : undefined
}
