import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
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
    <div className="pv-state">
      <span className="pv-state-icon" aria-hidden="true">
        {icon}
      </span>
      <p className="pv-state-title">{title}</p>
      {text !== undefined && <p className="pv-state-text">{text}</p>}
      {action !== undefined && <div className="pv-state-action">{action}</div>}
    </div>
  )
}
