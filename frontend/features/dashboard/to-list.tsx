import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface ToListProps {
  /** The list behind a figure; undefined for a figure without one. */
  readonly to: string | undefined
  readonly className?: string
  readonly tip?: string
  readonly children: ReactNode
}

/** A figure or name that leads to the list behind it. */
export function ToList({ to, className, tip, children }: ToListProps) {
  if (to === undefined) {
    return (
      <span className={className} data-tip={tip}>
        {children}
      </span>
    )
  }
  return (
    <Link to={to} className={className ? `to-list ${className}` : 'to-list'} data-tip={tip}>
      {children}
    </Link>
  )
}
