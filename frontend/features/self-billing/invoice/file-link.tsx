import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'

interface FileLinkProps {
  readonly href: string
  /** Accessible name, where several links have the same text. */
  readonly label: string
  readonly children: ReactNode
}

/** Shows a link to a document that opens in a new tab. */
export function FileLink({ href, label, children }: FileLinkProps) {
  return (
    <a className="billing-file" href={href} target="_blank" rel="noopener" aria-label={label}>
      <FileText aria-hidden="true" />
      {children}
    </a>
  )
}
