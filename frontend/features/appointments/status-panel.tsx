import { Check } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { type AppointmentStatus, appointmentStatuses, statusLabels } from '../../../shared/contract/appointments.ts'
import { classNames } from '../../ui/class-names.ts'
import { FloatingPanel } from '../../ui/floating-panel.tsx'
import { statusTones } from './status-badge.tsx'

interface StatusPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly value: AppointmentStatus
  readonly onChoose: (status: AppointmentStatus) => void
  readonly onClose: () => void
}

/** The statuses to choose from; arrow keys go along them. Mounted only while open. */
export function StatusPanel({ id, anchor, label, value, onChoose, onClose }: StatusPanelProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  return (
    <FloatingPanel
      id={id}
      anchor={anchor}
      returnFocus={anchor}
      label={label}
      className="pv-menu"
      onClose={onClose}
      onOpenFocus={() => list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()}
    >
      <fieldset ref={list} aria-label={label} className="appointments-statuses" onKeyDown={step}>
        {appointmentStatuses.map((status) => (
          <button
            key={status}
            type="button"
            className={classNames('pv-menu-item', `pv-tone-${statusTones[status]}`)}
            aria-pressed={status === value}
            onClick={() => onChoose(status)}
          >
            <span className="pv-dot" aria-hidden="true" />
            {statusLabels[status]}
            {status === value && <Check aria-hidden="true" className="appointments-current" />}
          </button>
        ))}
      </fieldset>
    </FloatingPanel>
  )
}

function step(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement)) return
  const next = { ArrowDown: event.target.nextElementSibling, ArrowUp: event.target.previousElementSibling }[event.key]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
