import { isoWeek, type LocalDate, startOfWeek } from '../../../shared/time.ts'
import { formatDateShort } from '../../lib/format.ts'
import { addDays, weekdays } from '../../ui/dates/calendar-days.ts'

/** Returns the Monday of the week that contains a day, both as `yyyy-mm-dd`. */
export const mondayOf = (day: string): string => startOfWeek(day as LocalDate)

/** Returns the seven days of the week that starts on a Monday. */
export const daysOf = (monday: string): string[] => weekdays.map((_, day) => addDays(monday, day))

/** Returns the ISO number of the week that contains a day. */
export const weekNumber = (day: string): number => isoWeek(day as LocalDate).week

/** Returns the month that contains most of a week, `yyyy-mm`. */
export const monthOfWeek = (monday: string): string => addDays(monday, 3).slice(0, 7)

/** Formats a period of days: `2 – 8 nov`, or `30 nov – 6 dec`. */
export function spanText(from: string, to: string): string {
  if (from === to) return formatDateShort(from)
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${isOneMonth ? Number(from.slice(8)) : formatDateShort(from)} – ${formatDateShort(to)}`
}
