import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import {
  addDays,
  addMonths,
  dayTitleOf,
  isAllowedDate,
  monthTitleOf,
  nearestAllowedDate,
  today,
  weekdayOf,
  weekdays,
  weeksOfMonth,
} from './calendar-days.ts'
import './date-field.css'
import '../layout/layout.css'
import '../layout/text.css'
import { IconButton } from '../buttons/icon-button.tsx'
import { Row } from '../layout/layout.tsx'

interface CalendarProps {
  /** Chosen day, `yyyy-mm-dd`, or empty. */
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (date: string) => void
}

/**
 * Shows the days of a month to choose one. Arrow keys move by day and week, Page keys by month, or by year with Shift.
 * Home and End move within the week.
 */
export function Calendar({ value, min, max, onChange }: CalendarProps) {
  const [cursor, setCursor] = useState(value || nearestAllowedDate(today(), min, max))
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const now = today()

  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-date="${cursor}"]`)?.focus()
    moved.current = false
  }, [cursor])

  function press(event: KeyboardEvent): void {
    const next = dayAfterKey(event, cursor)
    if (next === null) return
    event.preventDefault()
    moved.current = true
    setCursor(next)
  }

  return (
    <div className="pv-padding-12">
      <Row gap={2} below={8}>
        <span className="pv-calendar-title pv-grow pv-weight-bold" aria-live="polite">
          {monthTitleOf(cursor)}
        </span>
        <IconButton
          size="small"
          label="Vorige maand"
          icon={<ChevronLeft />}
          onClick={() => setCursor(addMonths(cursor, -1))}
        />
        <IconButton
          size="small"
          label="Volgende maand"
          icon={<ChevronRight />}
          onClick={() => setCursor(addMonths(cursor, 1))}
        />
      </Row>
      <table ref={grid} aria-label={monthTitleOf(cursor)}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th
                key={day.short}
                scope="col"
                abbr={day.full}
                className="pv-calendar-weekday pv-center pv-text-11 pv-weight-medium pv-color-soft"
              >
                {day.short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date}>
                  <button
                    type="button"
                    data-date={date}
                    tabIndex={date === cursor ? 0 : -1}
                    aria-label={dayTitleOf(date)}
                    aria-current={date === now ? 'date' : undefined}
                    aria-pressed={date === value}
                    disabled={!isAllowedDate(date, min, max)}
                    className={classNames(
                      'pv-day pv-middle pv-text-13 pv-tabular',
                      date.slice(0, 7) === cursor.slice(0, 7) ? 'pv-weight-medium' : 'pv-weight-regular pv-color-soft',
                      date === now && 'pv-day-today',
                      date === value && 'pv-day-chosen',
                    )}
                    onClick={() => onChange(date)}
                    onKeyDown={press}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the day to which a key moves from another day; null for other keys. */
function dayAfterKey({ key, shiftKey }: KeyboardEvent, from: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1)
    case 'ArrowRight':
      return addDays(from, 1)
    case 'ArrowUp':
      return addDays(from, -7)
    case 'ArrowDown':
      return addDays(from, 7)
    case 'Home':
      return addDays(from, -weekdayOf(from))
    case 'End':
      return addDays(from, 6 - weekdayOf(from))
    case 'PageUp':
      return addMonths(from, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(from, shiftKey ? 12 : 1)
    default:
      return null
  }
}
