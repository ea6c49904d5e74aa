import type { ReactNode, RefObject } from 'react'
import { ActionPanel } from '../../ui/menus/action-panel.tsx'

export interface ListAction {
  readonly label: string
  /** Lucide icon. */
  readonly icon?: ReactNode
  readonly onSelect: () => unknown
}

interface ActionsPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly actions: readonly ListAction[]
  readonly onChoose: (action: ListAction) => void
  readonly onClose: () => void
}

/** Shows actions on a list to choose from. Mounted only while open. */
export function ActionsPanel({ id, anchor, label, actions, onChoose, onClose }: ActionsPanelProps) {
  return (
    <ActionPanel id={id} anchor={anchor} label={label} onClose={onClose}>
      {actions.map((action) => (
        <button key={action.label} type="button" className="pv-menu-item" onClick={() => onChoose(action)}>
          {action.icon}
          {action.label}
        </button>
      ))}
    </ActionPanel>
  )
}
