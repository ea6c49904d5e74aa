import { appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import { statusesIn } from '../../../shared/api/schemas/appointments.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { statusTones } from '../../domains/appointments.ts'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { FilterToggle } from '../../ui/table/filter-bar.tsx'

/** Shows the colour of each status (spec §2, §4). */
export const Legend = () => (
  <Row as="ul" gap={16} size={12} color="muted" wrap={4} aria-label="Legenda">
    {appointmentStatuses.map((status) => (
      <Row key={status} as="li" gap={6} overflow="nowrap" className={toneClassOf(statusTones[status])}>
        <span className="pv-dot" aria-hidden="true" />
        {statusLabels[status]}
      </Row>
    ))}
  </Row>
)

interface StatusFilterProps {
  /** Statuses shown, separated by commas; undefined for all. */
  readonly value: string | undefined
  /** Called with the statuses to show, or an empty text for all. */
  readonly onChange: (status: string) => void
}

/** Shows a button for each status, which adds it to the filter of the calendar, or removes it. */
export function StatusFilter({ value = '', onChange }: StatusFilterProps) {
  const chosen = statusesIn(value)
  return (
    <Row as="fieldset" gap={6} wrap aria-label="Status">
      {appointmentStatuses.map((status) => {
        const others = chosen.filter((one) => one !== status)
        const isChosen = others.length < chosen.length
        return (
          <FilterToggle
            key={status}
            value={isChosen}
            onChange={() => onChange((isChosen ? others : [...others, status]).join(','))}
          >
            {statusLabels[status]}
          </FilterToggle>
        )
      })}
    </Row>
  )
}
