import { statusTones } from '../../domains/appointments.ts'
import { classNames } from '../../ui/class-names.ts'
import { dayTitleOf, monthTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { BookButton } from './book-button.tsx'
import { useCalendar } from './calendar-context.ts'
import entryStyles from './entries.module.css'
import { type Entry, MOST_SHOWN, type Slot, slotKeyOf } from './entries.ts'
import { EntryView } from './entry-view.tsx'
import styles from './table.module.css'

interface SlotCellProps {
  readonly slot: Slot
  readonly entries: readonly Entry[]
  /** Set for a day of another month that fills the first or last week. */
  readonly isFiller?: boolean
}

/**
 * Shows a day of the month view with at most three appointments; `isFiller` marks a day of another month. A click on
 * the free space of today or later books a new appointment.
 */
const DAY = classNames(styles.day, 'pv-text-12 pv-weight-medium pv-color-muted pv-tabular')

export function SlotCell({ slot, entries, isFiller = false }: SlotCellProps) {
  const { active, over, mayBook, onBook, onOpenDay } = useCalendar()
  const key = slotKeyOf(slot)
  const isActive = key === active
  const rest = entries.length - MOST_SHOWN
  const canBook = mayBook(slot) && slot.date >= today()
  const [weekday, day, ...month] = dayTitleOf(slot.date).split(' ')
  return (
    <td
      data-slot={key}
      className={classNames(
        styles.cell,
        isFiller && styles.cellFiller,
        slot.date === today() && styles.cellToday,
        over?.key === key && styles.cellOver,
      )}
    >
      <button
        type="button"
        className={DAY}
        // Arrow keys find a stop in every day.
        data-stop={canBook && rest <= 0 ? undefined : ''}
        tabIndex={isActive ? 0 : -1}
        aria-current={slot.date === today() ? 'date' : undefined}
        onClick={() => onOpenDay(slot.date)}
      >
        <span className="pv-hidden">{weekday} </span>
        {day}
        <span className="pv-hidden"> {month.join(' ')} openen </span>
        {rest > 0 && <Text size={11}>+{rest} meer</Text>}
      </button>
      {entries.length > 0 && (
        <ul className={entryStyles.entries}>
          {entries.slice(0, MOST_SHOWN).map((entry) => (
            <EntryView key={entry.appointment.id} entry={entry} isActive={isActive} look="line" />
          ))}
        </ul>
      )}
      {canBook && <BookButton slot={slot} isActive={isActive} onBook={() => onBook(slot, 0)} />}
    </td>
  )
}

/**
 * Shows a day of the month view on a phone: up to three dots for appointments, and how many more. A click opens the day
 * view.
 */
export function DotsCell({ slot, entries, isFiller = false }: SlotCellProps) {
  const { active, onOpenDay } = useCalendar()
  const key = slotKeyOf(slot)
  const rest = entries.length - MOST_SHOWN
  const count = entries.length === 1 ? '1 afspraak' : `${entries.length} afspraken`
  return (
    <td
      data-slot={key}
      className={classNames(styles.cell, isFiller && styles.cellFiller, slot.date === today() && styles.cellToday)}
    >
      <button
        type="button"
        className={styles.dots}
        data-stop=""
        tabIndex={key === active ? 0 : -1}
        aria-current={slot.date === today() ? 'date' : undefined}
        onClick={() => onOpenDay(slot.date)}
      >
        <span className={DAY}>{Number(slot.date.slice(8))}</span>
        <span className="pv-hidden">
          {' '}
          {monthTitleOf(slot.date)}, {count}{' '}
        </span>
        <Row as="span" gap={4} align="stretch" minHeight={6}>
          {entries.slice(0, MOST_SHOWN).map(({ appointment }) => (
            <span key={appointment.id} className={classNames('pv-dot', toneClassOf(statusTones[appointment.status]))} />
          ))}
        </Row>
        {rest > 0 && (
          <Text size={11} color="muted" overflow="nowrap" className={styles.moreText}>
            +{rest} meer
          </Text>
        )}
      </button>
    </td>
  )
}
