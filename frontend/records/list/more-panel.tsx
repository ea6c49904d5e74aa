import type { ReactNode, RefObject } from 'react'
import { ActionPanel } from '../../ui/menus/action-panel.tsx'

export interface MoreAction {
  readonly label: string
  /** Lucide icon. */
  readonly icon: ReactNode
  readonly onSelect: () => unknown
}

interface MorePanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly actions: readonly MoreAction[]
  readonly onChoose: (action: MoreAction) => void
  readonly onClose: () => void
}

/** Shows the actions of the menu of a list. Mounted only while open. */
export function MorePanel({ id, anchor, actions, onChoose, onClose }: MorePanelProps) {
  return (
    <ActionPanel id={id} anchor={anchor} label="Meer" onClose={onClose}>
      {actions.map((action) => (
        <button key={action.label} type="button" className="pv-menu-item" onClick={() => onChoose(action)}>
          {action.icon}
          {action.label}
        </button>
      ))}
    </ActionPanel>
  )
}
