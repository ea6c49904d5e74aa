import { capitaliseFirst } from '../../../shared/values/capitalise.ts'

const DAY_MS = 86_400_000
const todayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })
const monthFormat = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('nl-NL', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Weekdays from Monday, short and in full. */
export const weekdays = [
  { short: 'ma', full: 'maandag' },
  { short: 'di', full: 'dinsdag' },
  { short: 'wo', full: 'woensdag' },
  { short: 'do', full: 'donderdag' },
  { short: 'vr', full: 'vrijdag' },
  { short: 'za', full: 'zaterdag' },
  { short: 'zo', full: 'zondag' },
] as const

/** Returns the current date in Amsterdam, `yyyy-mm-dd`. */
export const today = (): string => todayFormat.format(new Date())

/** Returns the current month in Amsterdam, `yyyy-mm`. */
export const thisMonth = (): string => today().slice(0, 7)

/** Returns the date, `yyyy-mm-dd`, a number of days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the date, `yyyy-mm-dd`, a number of months later, or earlier when negative. A day that the resulting month
 * lacks becomes the last day of that month.
 */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Tells whether a date lies between the first and last allowed day, both included; undefined is without a limit. */
export const isAllowedDate = (date: string, min: string | undefined, max: string | undefined): boolean =>
  (min === undefined || date >= min) && (max === undefined || date <= max)

/** Returns a date, or the first or last allowed day if the date lies before or after these. */
export const nearestAllowedDate = (date: string, min: string | undefined, max: string | undefined): string =>
  min !== undefined && date < min ? min : max !== undefined && date > max ? max : date

/** Returns the weekday of a date as a number: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

/** Returns the Monday of the week of a date. */
export const mondayOf = (date: string): string => addDays(date, -weekdayOf(date))

/** Returns the seven days of the week of a date, Monday first. */
export const weekOf = (date: string): string[] => weekdays.map((_, index) => addDays(mondayOf(date), index))

/** Returns the weeks that cover the month of a date, each as seven dates from Monday. */
export function weeksOfMonth(date: string): string[][] {
  const first = `${date.slice(0, 7)}-01`
  const start = addDays(first, -weekdayOf(first))
  const end = addDays(addMonths(first, 1), -1)
  const weeks: string[][] = []
  for (let monday = start; monday <= end; monday = addDays(monday, 7)) {
    weeks.push(weekdays.map((_, index) => addDays(monday, index)))
  }
  return weeks
}

/** Formats the month of a date as `november 2026`. */
export const monthTitleOf = (date: string): string => monthFormat.format(new Date(date))

/** Formats a date as `zaterdag 21 november 2026`. */
export const dayTitleOf = (date: string): string => dayFormat.format(new Date(date))

/** Returns the title of a month `yyyy-mm`: `November 2026`. */
export const monthHeading = (month: string): string => capitaliseFirst(monthTitleOf(`${month}-01`))

/** Returns the title of the month of a day `yyyy-mm-dd`: `Oktober 2026`. */
export const monthHeadingOfDay = (day: string) => monthHeading(day.slice(0, 7))
