import { appointmentStatuses, statusLabels } from '../../../shared/contract/appointments.ts'
import { statusTones } from '../../domains/appointments.ts'
import { toneClass } from '../../ui/badge.tsx'

/** What the colours stand for (spec §2, §4). */
export function Legend() {
  return (
    <ul className="cal-legend" aria-label="Legenda">
      {appointmentStatuses.map((status) => (
        <li key={status} className={toneClass(statusTones[status])}>
          <span className="pv-dot" aria-hidden="true" />
          {statusLabels[status]}
        </li>
      ))}
    </ul>
  )
}
