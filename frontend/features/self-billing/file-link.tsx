import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'

interface FileLinkProps {
  readonly href: string
  /** What it is, where many are called the same. */
  readonly label: string
  readonly children: ReactNode
}

/** A document that opens in a tab of its own. */
export function FileLink({ href, label, children }: FileLinkProps) {
  return (
    <a className="billing-file" href={href} target="_blank" rel="noopener" aria-label={label}>
      <FileText aria-hidden="true" />
      {children}
    </a>
  )
}
