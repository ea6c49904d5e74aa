import { addDays, type LocalDate } from '../time.ts'
import { isWorkingDay } from './holidays.ts'

/** Returns the day that is a number of working days after a day. */
export function addWorkingDays(day: LocalDate, count: number): LocalDate {
  let last = day
  for (let left = count; left > 0; left -= isWorkingDay(last) ? 1 : 0) last = addDays(last, 1)
  return last
}
