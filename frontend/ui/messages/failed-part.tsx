import { Button } from '../buttons/button.tsx'
import './states.css'

interface FailedPartProps {
  readonly children: string
  readonly onRetry: () => unknown
}

/** Shows, in place of a part of a screen, that it could not be fetched; offers a retry (design.md rule 3). */
export function FailedPart({ children, onRetry }: FailedPartProps) {
  return (
    <span className="pv-failed-part" role="alert">
      {children}
      <Button size="small" onClick={() => onRetry()}>
        Opnieuw proberen
      </Button>
    </span>
  )
}
