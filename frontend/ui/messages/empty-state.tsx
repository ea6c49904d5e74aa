import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Row, Stack } from '../layout/layout.tsx'
import '../layout/text.css'
import './states.css'

export interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** Shows, in place of a list or page, that it is empty and what the user can do about it. */
export function EmptyState({ title, text, icon = <Inbox />, action }: EmptyStateProps) {
  return (
    <Stack gap={4} align="center" text="center" className="pv-state">
      <span className="pv-middle pv-state-icon" aria-hidden="true">
        {icon}
      </span>
      <p className="pv-text-14 pv-weight-bold">{title}</p>
      {text !== undefined && <p className="pv-state-text pv-text-13 pv-color-muted">{text}</p>}
      {action !== undefined && (
        <Row gap={8} above={12}>
          {action}
        </Row>
      )}
    </Stack>
  )
}
