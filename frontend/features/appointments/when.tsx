import { type Instant, localDateOf } from '../../../shared/time.ts'
import { formatTime, formatWeekday } from '../../lib/format.ts'
import { addDays, dayTitleOf, today } from '../../ui/dates/calendar-days.ts'

interface WhenProps {
  readonly instant: string
  /** Set when a heading above shows the day. */
  readonly isUnderDay?: boolean
}

/** Shows the date and time of an appointment, in Amsterdam time; below a heading with the day, only the time. */
export function When({ instant, isUnderDay = false }: WhenProps) {
  if (isUnderDay) return <time dateTime={instant}>{formatTime(instant)}</time>
  return (
    <time dateTime={instant}>
      {formatWeekday(instant)} <span className="pv-soft">{formatTime(instant)}</span>
    </time>
  )
}

/** Returns the heading of a day: `Vandaag, zaterdag 21 november`. Names the year unless it is the present one. */
export function dayHeadingOf(instant: string): string {
  const date = localDateOf(instant as Instant)
  const day = today()
  const title = dayTitleOf(date)
  const text = date.slice(0, 4) === day.slice(0, 4) ? title.replace(/ \d{4}$/, '') : title
  const near = [-1, 0, 1].find((days) => date === addDays(day, days))
  return near === undefined ? text : `${nearDays[near + 1]}, ${text}`
}

const nearDays = ['Gisteren', 'Vandaag', 'Morgen']
