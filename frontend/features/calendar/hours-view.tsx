import type { CSSProperties } from 'react'
import { formatWeekday } from '../../lib/format.ts'
import { dayTitle, monthTitle, today } from '../../ui/calendar-days.ts'
import { classNames } from '../../ui/class-names.ts'
import { useCalendar } from './calendar-context.ts'
import { bySlot, type Entry, fullest, slotKey } from './entries.ts'
import { SlotCell } from './slot-cell.tsx'

interface HoursProps {
  /** One day, or the seven of a week. */
  readonly days: readonly string[]
}

/** The column titles of a view by the hour; in a week each opens its day. */
export function HoursHead({ days }: HoursProps) {
  const { onOpenDay } = useCalendar()
  return (
    <>
      <th scope="col" className="cal-hour-head">
        <span className="pv-hidden">Tijd</span>
      </th>
      {days.map((day) => (
        <th key={day} scope="col">
          {days.length === 1 ? (
            <span className="pv-hidden">{dayTitle(day)}</span>
          ) : (
            <button
              type="button"
              className={classNames('cal-head-day', day === today() && 'cal-head-today')}
              aria-current={day === today() ? 'date' : undefined}
              onClick={() => onOpenDay(day)}
            >
              <span>{formatWeekday(day).slice(0, 2)} </span>
              <span className="cal-head-number">{Number(day.slice(8))}</span>
              <span className="pv-hidden"> {monthTitle(day)}, dag openen</span>
            </button>
          )}
        </th>
      ))}
    </>
  )
}

interface HoursRowsProps extends HoursProps {
  readonly rows: readonly ('outside' | number)[]
  readonly entries: readonly Entry[]
}

/** Thirteen hours, and above them what lies outside (spec §2, rulings 24). */
export function HoursRows({ days, rows, entries }: HoursRowsProps) {
  const found = bySlot(entries, 'hour')
  const look = days.length === 1 ? 'row' : 'block'
  const { shown, more } = fullest(found)
  const height = { '--shown': shown, '--more': Number(more) } as CSSProperties
  return rows.map((hour) => (
    <tr key={hour} className={hour === 'outside' ? 'cal-outside' : undefined} style={height}>
      <th scope="row" className="cal-hour">
        {hour === 'outside' ? 'Buiten deze uren' : `${String(hour).padStart(2, '0')}:00`}
      </th>
      {days.map((date) => {
        const slot = { date, hour }
        return <SlotCell key={date} slot={slot} entries={found.get(slotKey(slot)) ?? []} look={look} />
      })}
    </tr>
  ))
}
