import { Plus } from 'lucide-react'
import { statusTones } from '../../domains/appointments.ts'
import { formatWeekday } from '../../lib/format.ts'
import { toneClass } from '../../ui/badge.tsx'
import { dayTitle, monthTitle, today } from '../../ui/calendar-days.ts'
import { classNames } from '../../ui/class-names.ts'
import { useCalendar } from './calendar-context.ts'
import { type Entry, MOST_SHOWN, type Slot, slotKey, timeOf } from './entries.ts'
import { EntryView } from './entry-view.tsx'
import { NowLine } from './now-line.tsx'

interface SlotCellProps {
  readonly slot: Slot
  readonly entries: readonly Entry[]
  readonly look: 'line' | 'block' | 'row'
  /** A day that only fills the first or last week of a month. */
  readonly isFiller?: boolean
}

/** A cell with its appointments, at most three but in the day view, and the room to book another. */
export function SlotCell({ slot, entries, look, isFiller = false }: SlotCellProps) {
  const { active, over, mayBook, onBook, onOpenDay } = useCalendar()
  const key = slotKey(slot)
  const isActive = key === active
  const shown = look === 'row' ? entries : entries.slice(0, MOST_SHOWN)
  const rest = entries.length - shown.length
  const tabIndex = isActive ? 0 : -1
  return (
    <td
      data-slot={key}
      className={classNames(
        'cal-cell',
        isFiller && 'cal-cell-filler',
        slot.date === today() && 'cal-cell-today',
        over === key && 'cal-cell-over',
      )}
    >
      {typeof slot.hour === 'number' && slot.date === today() && <NowLine hour={slot.hour} />}
      {slot.hour === null && (
        <button
          type="button"
          className="cal-day"
          tabIndex={tabIndex}
          aria-label={`${dayTitle(slot.date)} openen`}
          aria-current={slot.date === today() ? 'date' : undefined}
          onClick={() => onOpenDay(slot.date)}
        >
          {Number(slot.date.slice(8))}
        </button>
      )}
      {shown.length > 0 && (
        <ul className="cal-entries">
          {shown.map((entry) => (
            <EntryView key={entry.appointment.id} entry={entry} isActive={isActive} look={look} />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button
          type="button"
          className="cal-more"
          data-stop=""
          tabIndex={tabIndex}
          onClick={() => onOpenDay(slot.date)}
        >
          +{rest} meer<span className="pv-hidden"> op {dayTitle(slot.date)}</span>
        </button>
      )}
      {mayBook && (
        <button
          type="button"
          className="cal-book"
          data-stop=""
          tabIndex={tabIndex}
          aria-label={`Nieuwe afspraak op ${placeText(slot)}`}
          onClick={() => onBook(slot)}
        >
          <Plus aria-hidden="true" />
        </button>
      )}
    </td>
  )
}

function placeText(slot: Slot): string {
  const time = timeOf(slot)
  if (slot.hour === 'outside') return `${formatWeekday(slot.date)} buiten deze uren`
  return time === undefined ? formatWeekday(slot.date) : `${formatWeekday(slot.date)} om ${time}`
}

/** A day of the month on a phone: up to three dots and how many more there are; it opens the day. */
export function DotsCell({ slot, entries, isFiller = false }: Omit<SlotCellProps, 'look'>) {
  const { active, onOpenDay } = useCalendar()
  const key = slotKey(slot)
  const rest = entries.length - MOST_SHOWN
  const count = entries.length === 1 ? '1 afspraak' : `${entries.length} afspraken`
  return (
    <td
      data-slot={key}
      className={classNames('cal-cell', isFiller && 'cal-cell-filler', slot.date === today() && 'cal-cell-today')}
    >
      <button
        type="button"
        className="cal-dots"
        data-stop=""
        tabIndex={key === active ? 0 : -1}
        aria-current={slot.date === today() ? 'date' : undefined}
        onClick={() => onOpenDay(slot.date)}
      >
        <span className="cal-day">{Number(slot.date.slice(8))}</span>
        <span className="pv-hidden">
          {' '}
          {monthTitle(slot.date)}, {count}{' '}
        </span>
        <span className="cal-dots-row">
          {entries.slice(0, MOST_SHOWN).map(({ appointment }) => (
            <span key={appointment.id} className={classNames('pv-dot', toneClass(statusTones[appointment.status]))} />
          ))}
        </span>
        {rest > 0 && <span className="cal-more-text">+{rest} meer</span>}
      </button>
    </td>
  )
}
