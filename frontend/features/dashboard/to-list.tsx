import type { ReactNode } from 'react'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'

interface ToListProps {
  /** Address of the list behind a figure; undefined without a list. */
  readonly to: string | undefined
  readonly className?: string
  readonly tip?: string
  readonly children: ReactNode
}

/** Shows a figure or name as a link to its list. */
export function ToList({ to, className, tip, children }: ToListProps) {
  if (to === undefined) {
    return (
      <span className={className} data-tip={tip}>
        {children}
      </span>
    )
  }
  return (
    <PlainLink to={to} className={className} data-tip={tip}>
      {children}
    </PlainLink>
  )
}
