import type { ReactNode } from 'react'
import { Row } from '../layout/layout.tsx'

interface RecordHeadingProps {
  readonly title: ReactNode
  /** Badges after the title. */
  readonly badges?: ReactNode
  /** Lines below the title. */
  readonly children?: ReactNode
}

/** Shows the heading of the page of a record: its name and its badges, such as the status. */
export function RecordHeading({ title, badges, children }: RecordHeadingProps) {
  return (
    <header>
      <Row as="h2" gap={8} wrap size={22} weight="bold" overflow="break">
        {title}
        {badges}
      </Row>
      {children}
    </header>
  )
}
