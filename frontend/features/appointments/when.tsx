import { formatDateLong, formatTime, formatWeekday } from '../../lib/format.ts'
import { today } from '../../ui/calendar-days.ts'

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

const isThisYear = (instant: string) => formatDateLong(instant).endsWith(today().slice(0, 4))
