import { FileText, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconText } from '../ui/display/icon-text.tsx'
import styles from './file-link.module.css'

interface FileLinkProps {
  readonly href: string
  /** Accessible name, where several links have the same text. */
  readonly label?: string
  /** Name of the file to save. */
  readonly download?: string
  readonly children: ReactNode
}

/** Shows a link that opens a document in a new tab, or saves it when `download` is given. */
export function FileLink({ href, label, download, children }: FileLinkProps) {
  return (
    <IconText
      as="a"
      icon={download === undefined ? <FileText aria-hidden="true" /> : <Paperclip aria-hidden="true" />}
      size={13}
      color="accent"
      className={styles.file}
      href={href}
      aria-label={label}
      {...(download === undefined ? { target: '_blank', rel: 'noopener' } : { download })}
    >
      {children}
    </IconText>
  )
}
