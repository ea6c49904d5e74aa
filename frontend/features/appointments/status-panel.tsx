import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { type AppointmentStatus, appointmentStatuses, statusLabels } from '../../../shared/contract/appointments.ts'
import { statusTones } from '../../domains/appointments.ts'
import { ActionPanel } from '../../ui/action-panel.tsx'
import { classNames } from '../../ui/class-names.ts'

interface StatusPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly value: AppointmentStatus | null
  readonly onChoose: (status: AppointmentStatus) => void
  readonly onClose: () => void
}

/** The statuses to choose from. Mounted only while open. */
export function StatusPanel({ id, anchor, label, value, onChoose, onClose }: StatusPanelProps) {
  return (
    <ActionPanel id={id} anchor={anchor} label={label} className="appointments-statuses" onClose={onClose}>
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
    </ActionPanel>
  )
}
