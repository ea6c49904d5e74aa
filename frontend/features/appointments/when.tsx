import { type Instant, localDateOf } from '../../../shared/time.ts'
import { formatDateLong, formatTime, formatWeekday } from '../../lib/format.ts'
import { addDays, dayTitle, today } from '../../ui/calendar-days.ts'

/** `ma 23 nov`, with the year where it is not this one. */
export const dayText = (instant: string): string =>
  isThisYear(instant) ? formatWeekday(instant) : formatDateLong(instant)

/** When an appointment is, in Amsterdam; the time stands back a little. */
export function When({ instant }: { readonly instant: string }) {
  return (
    <time dateTime={instant}>
      {dayText(instant)} <span className="pv-soft">{formatTime(instant)}</span>
    </time>
  )
}

/** The heading of a day: `Vandaag, zaterdag 21 november`, with the year where it is not this one. */
export function dayHeading(instant: string): string {
  const date = localDateOf(instant as Instant)
  const day = today()
  const title = dayTitle(date)
  const text = date.slice(0, 4) === day.slice(0, 4) ? title.replace(/ \d{4}$/, '') : title
  const near = [-1, 0, 1].find((days) => date === addDays(day, days))
  return near === undefined ? text : `${nearDays[near + 1]}, ${text}`
}

const nearDays = ['Gisteren', 'Vandaag', 'Morgen']

const isThisYear = (instant: string) => formatDateLong(instant).endsWith(today().slice(0, 4))
