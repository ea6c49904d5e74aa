import { Button } from '../buttons/button.tsx'
import '../layout/text.css'
import './states.css'

interface FailedPartProps {
  readonly children: string
  readonly onRetry: () => unknown
}

/** Shows, in place of a part of a screen, that it could not be fetched; offers a retry (design.md rule 3). */
export function FailedPart({ children, onRetry }: FailedPartProps) {
  return (
    <span className="pv-failed-part pv-text-13 pv-color-muted" role="alert">
      {children}
      <Button size="small" onClick={() => onRetry()}>
        Opnieuw proberen
      </Button>
    </span>
  )
}
