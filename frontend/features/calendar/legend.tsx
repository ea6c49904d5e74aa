import { appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import { statusesIn } from '../../../shared/api/schemas/appointments.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { statusTones } from '../../domains/appointments.ts'
import { classNames } from '../../ui/class-names.ts'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import styles from './calendar.module.css'

interface LegendProps {
  /** Statuses shown, separated by commas; undefined for all. */
  readonly value: string | undefined
  /** Called with the statuses to show, or an empty text for all. */
  readonly onChange: (status: string) => void
}

/**
 * Shows the colour of each status (spec §2, §4). A click adds that status to the filter of the calendar, or removes it.
 */
export function Legend({ value = '', onChange }: LegendProps) {
  const pressed = statusesIn(value)
  return (
    <Row as="ul" gap={4} align="stretch" wrap className={styles.legend} aria-label="Legenda">
      {appointmentStatuses.map((status) => {
        const isPressed = pressed.includes(status)
        const others = pressed.filter((one) => one !== status)
        return (
          <li key={status}>
            <Row
              as="button"
              type="button"
              gap={6}
              size={12}
              overflow="nowrap"
              className={classNames(styles.legendItem, toneClassOf(statusTones[status]))}
              aria-pressed={isPressed}
              onClick={() => onChange((isPressed ? others : [...others, status]).join(','))}
            >
              <span className="pv-dot" aria-hidden="true" />
              {statusLabels[status]}
            </Row>
          </li>
        )
      })}
    </Row>
  )
}
