import { addDays, type LocalDate } from '../time.ts'

/**
 * Days of each year, as month and day, on which TARGET, the payment system of the euro, is closed. It is also closed on
 * Good Friday and Easter Monday.
 */
const fixed = ['01-01', '05-01', '12-25', '12-26']

/** Returns the date of Easter Sunday in a year of the Gregorian calendar (the computus of Meeus, Jones and Butcher). */
export function easterOf(year: number): LocalDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  const month = String(Math.floor(days / 31)).padStart(2, '0')
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}` as LocalDate
}

/** Tells whether banks settle payments in euros on a day: a weekday that is no TARGET closing day (rulings 51b). */
function isBankDay(day: LocalDate): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || fixed.includes(day.slice(5))) return false
  const easter = easterOf(Number(day.slice(0, 4)))
  return day !== addDays(easter, -2) && day !== addDays(easter, 1)
}

/** Returns the given day, or the first day after it on which banks settle payments. */
export const bankDayFrom = (day: LocalDate): LocalDate => (isBankDay(day) ? day : bankDayFrom(addDays(day, 1)))
