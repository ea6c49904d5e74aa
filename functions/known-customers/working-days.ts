import { easterOf } from '../../shared/invoicing/bank-days.ts'
import { addDays, type LocalDate } from '../../shared/time.ts'

/** Legal holidays of the Algemene termijnenwet with a fixed month and day, besides King's Day. */
const fixed = ['01-01', '05-05', '12-25', '12-26']

/** Legal holidays as days after Easter Sunday: Good Friday, Easter Monday, Ascension Day and Whit Monday. */
const fromEaster = [-2, 1, 39, 50]

/** Returns King's Day of a year: 27 April, or the day before where that is a Sunday. */
function kingsDayOf(year: number): LocalDate {
  const day = `${year}-04-27` as LocalDate
  return new Date(day).getUTCDay() === 0 ? addDays(day, -1) : day
}

/** Tells whether people work on a day: no Saturday, Sunday or legal holiday. Banks have other days (`bankDayFrom`). */
function isWorkingDay(day: LocalDate): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || fixed.includes(day.slice(5))) return false
  const year = Number(day.slice(0, 4))
  return day !== kingsDayOf(year) && !fromEaster.some((days) => day === addDays(easterOf(year), days))
}

/** Returns the day that is a number of working days after a day. */
export function addWorkingDays(day: LocalDate, count: number): LocalDate {
  if (count === 0) return day
  const next = addDays(day, 1)
  return addWorkingDays(next, isWorkingDay(next) ? count - 1 : count)
}
