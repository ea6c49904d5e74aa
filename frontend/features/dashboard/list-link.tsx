import type { ReactNode } from 'react'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'

interface ListLinkProps {
  /** Page address of the list of the records that a figure counts; undefined without such a list. */
  readonly to: string | undefined
  readonly className?: string
  readonly tip?: string
  readonly children: ReactNode
}

/** Shows a figure, or the name beside it, as a link to the list of the counted records; plain text without `to`. */
export function ListLink({ to, className, tip, children }: ListLinkProps) {
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
