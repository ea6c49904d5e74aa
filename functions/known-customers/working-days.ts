import { isWorkingDay } from '../../shared/cooling-off/holidays.ts'
import { addDays, type LocalDate } from '../../shared/time.ts'

/** Returns the day that is a number of working days after a day. */
export function addWorkingDays(day: LocalDate, count: number): LocalDate {
  if (count === 0) return day
  const next = addDays(day, 1)
  return addWorkingDays(next, isWorkingDay(next) ? count - 1 : count)
}
