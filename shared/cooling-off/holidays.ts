import { easterOf } from '../invoicing/bank-days.ts'
import { addDays, type LocalDate } from '../time.ts'

/**
 * Legal holidays of the Algemene termijnenwet as the settings hold them: a day of each year (`25-12`), one day
 * (`24-12-2027`), days after Easter Sunday (`Pasen+39`, Ascension Day), or `Koningsdag`.
 */
export const defaultHolidays: readonly string[] = [
  ...['01-01', 'Pasen-2', 'Pasen+1', 'Koningsdag', '05-05'],
  ...['Pasen+39', 'Pasen+50', '25-12', '26-12'],
]

/** Pattern of a holiday in the settings. */
export const holidayPattern = /^(?:(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])(?:-20\d\d)?|Pasen[+-]\d{1,2}|Koningsdag)$/

/** Dutch text about a holiday that is written in another way. */
export const HOLIDAY_FORMAT = 'Schrijf een feestdag als 25-12, 24-12-2027, Pasen+39 of Koningsdag'

/** Tells whether a day is one of these holidays. */
function isHoliday(day: LocalDate, holidays: readonly string[]): boolean {
  const [year = '', month = '', date = ''] = day.split('-')
  const names = [`${date}-${month}`, `${date}-${month}-${year}`]
  if (day === kingsDayOf(year)) names.push('Koningsdag')
  const fromEaster = /^Pasen(?<days>[+-]\d+)$/
  return holidays.some((holiday) => {
    const days = fromEaster.exec(holiday)?.groups?.['days']
    return days === undefined ? names.includes(holiday) : day === addDays(easterOf(Number(year)), Number(days))
  })
}

/** Returns King's Day of a year: 27 April, or the day before where that is a Sunday. */
function kingsDayOf(year: string): LocalDate {
  const day = `${year}-04-27` as LocalDate
  return new Date(day).getUTCDay() === 0 ? addDays(day, -1) : day
}

/** Tells whether people work on a day: no Saturday, Sunday or legal holiday. Banks have other days (`bankDayFrom`). */
export function isWorkingDay(day: LocalDate, holidays: readonly string[] = defaultHolidays): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, holidays)
}
