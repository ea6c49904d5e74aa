import type { CSSProperties, MouseEvent } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { Text } from '../../ui/layout/text.tsx'
import { BookButton } from './book-button.tsx'
import { useCalendar } from './calendar-context.ts'
import entryStyles from './entries.module.css'
import { type Entry, measureEntry, minutesOf, type Placed, type Slot, slotKeyOf, timeOf } from './entries.ts'
import { EntryView } from './entry-view.tsx'
import { MoreButton } from './more-button.tsx'
import { NowLine } from './now-line.tsx'
import { quarterAt } from './pointer.ts'
import styles from './table.module.css'

interface HourCellProps {
  readonly slot: Slot
  /** Entries outside the shown hours, one below the other. */
  readonly outside: readonly Entry[]
  /** Entries that start in this hour, each at its minute. */
  readonly shown: readonly Placed[]
  /** Number of further entries in the hour that do not fit. */
  readonly rest: number
  /**
   * Set when some hour of the column has entries that do not fit. The column then keeps space at its edge for their
   * number.
   */
  readonly isCrowded: boolean
  readonly isFirstOfDay: boolean
}

/**
 * Shows one hour of a column with its appointments: those in `shown` each at its minute, those in `outside` below each
 * other. A click on free space books an appointment at that quarter of the hour.
 */
export function HourCell({ slot, outside, shown, rest, isCrowded, isFirstOfDay }: HourCellProps) {
  const { active, over, mayBook, onBook } = useCalendar()
  const key = slotKeyOf(slot)
  const isActive = key === active
  const landing = over?.key === key ? over.to : null
  const isToday = slot.date === today()
  return (
    <td
      data-slot={key}
      className={classNames(
        styles.cell,
        styles.hourCell,
        isToday && styles.cellToday,
        isCrowded && styles.cellCrowded,
        landing !== null && slot.hour === 'outside' && styles.cellOver,
      )}
    >
      {typeof slot.hour === 'number' && isToday && <NowLine hour={slot.hour} isAnnounced={isFirstOfDay} />}
      {outside.length > 0 && (
        <ul className={entryStyles.entries}>
          {outside.map((entry) => (
            <EntryView
              key={entry.appointment.id}
              entry={entry}
              isActive={isActive}
              look="block"
              agentShown={!slot.agent}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <ul className={entryStyles.placed}>
          {shown.map((one) => (
            <EntryView
              key={one.entry.appointment.id}
              entry={one.entry}
              isActive={isActive}
              look="block"
              agentShown={!slot.agent}
              style={placeOf(one)}
            />
          ))}
        </ul>
      )}
      {landing?.time && (
        <Text
          size={12}
          weight="bold"
          color="default"
          className={styles.ghost}
          aria-hidden="true"
          style={atMinute(landing.time)}
        >
          {landing.time}
        </Text>
      )}
      {rest > 0 && <MoreButton count={rest} date={slot.date} isActive={isActive} />}
      {mayBook(slot) && <BookButton slot={slot} isActive={isActive} onBook={book} onMouseMove={hint} />}
    </td>
  )

  /**
   * Opens the form of a new appointment: at the start of the hour by keyboard, else at the quarter under the pointer.
   */
  function book(event: MouseEvent<HTMLElement>): void {
    onBook(slot, event.detail === 0 ? 0 : quarterAt(event.currentTarget, event.clientY))
  }

  /** Shows the quarter under the pointer. Does not render the cell again, because the pointer moves often. */
  function hint(event: MouseEvent<HTMLElement>): void {
    const quarter = quarterAt(event.currentTarget, event.clientY)
    event.currentTarget.dataset['time'] = timeOf(slot, quarter) ?? ''
    event.currentTarget.style.setProperty('--quarter', String(quarter))
  }
}

const placeOf = ({ entry, lane, lanes }: Placed) => {
  const { offset, length } = measureEntry(entry)
  return { '--offset': offset, '--length': length, '--lane': lane, '--lanes': lanes } as CSSProperties
}

const atMinute = (time: string) => ({ '--offset': (minutesOf(time) % 60) / 60 }) as CSSProperties
