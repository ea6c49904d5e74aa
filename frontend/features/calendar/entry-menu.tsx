import { CalendarClock, Eye, Pencil } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { ActionPanel } from '../../ui/menus/action-panel.tsx'
import type { Entry } from './entries.ts'

interface EntryMenuProps {
  readonly entry: Entry
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onDetails: () => void
  readonly onEdit: () => void
  readonly onMove: () => void
}

/** Shows the menu of an appointment in the calendar: move, edit and details. It is mounted only while it is open. */
export function EntryMenu({ entry, anchor, onClose, onDetails, onEdit, onMove }: EntryMenuProps) {
  const label = `Acties voor ${entry.appointment.customerName}`

  function choose(action: () => void): void {
    anchor.current?.focus()
    onClose()
    action()
  }

  return (
    <ActionPanel id={useId()} anchor={anchor} label={label} onClose={onClose}>
      <button type="button" className="pv-menu-item" onClick={() => choose(onMove)}>
        <CalendarClock aria-hidden="true" />
        Verplaatsen…
      </button>
      <button type="button" className="pv-menu-item" onClick={() => choose(onEdit)}>
        <Pencil aria-hidden="true" />
        Bewerken
      </button>
      <button type="button" className="pv-menu-item" onClick={() => choose(onDetails)}>
        <Eye aria-hidden="true" />
        Details
      </button>
    </ActionPanel>
  )
}
