import { Button } from './button.tsx'
import './states.css'

interface FailedPartProps {
  readonly children: string
  readonly onRetry: () => unknown
}

/** A part of a screen could not be fetched, told where it would stand: offers to try again (design.md rule 3). */
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
