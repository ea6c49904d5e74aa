import { atFirstUse } from './at-first-use.ts'

/** A moment: ISO 8601 in UTC with milliseconds, `2026-11-21T09:00:00.000Z`. Compares as text. */
export type Instant = string & { readonly __brand: 'Instant' }

/** A calendar date in Amsterdam, `yyyy-mm-dd`. Compares as text. */
export type LocalDate = string & { readonly __brand: 'LocalDate' }

/** Range of dates, both ends included. */
export type DateRange = { from: LocalDate; to: LocalDate }

/** The dashboard's period selector (spec §2). */
export const periods = ['today', 'this-week', 'this-month', 'last-month', 'this-year'] as const
export type Period = (typeof periods)[number]

/** Milliseconds between two consecutive dates. Dates have no time zone, so no day is shorter or longer. */
const MILLISECONDS_PER_DAY = 86_400_000

/** Error for a time that does not exist: the night in which the clock goes forward skips 02:30 (rulings 24). */
export class NonexistentTimeError extends Error {
  override readonly name = 'NonexistentTimeError'
  readonly date: LocalDate
  readonly time: string

  constructor(date: LocalDate, time: string) {
    super(`${time} op ${date} bestaat niet: die nacht gaat de klok een uur vooruit. Kies een andere tijd.`)
    this.date = date
    this.time = time
  }
}

/** Returns the present moment. Functions read the clock only here. */
export function now(): Instant {
  return instantAt(Date.now())
}

/** Returns today's date in Amsterdam. */
export const today = (): LocalDate => localDateOf(now())

/** Returns the moment at a number of milliseconds since 1970 (UTC). Throws a RangeError outside the years 0 to 9999. */
export function instantAt(epochMilliseconds: number): Instant {
  const text = new Date(epochMilliseconds).toISOString()
  if (text.length !== 24) throw new RangeError(`Outside the years 0 to 9999: ${text}`)
  return text as Instant
}

/** Returns the milliseconds since 1970 (UTC) of a moment. */
export function epochOf(instant: Instant): number {
  return Date.parse(instant)
}

/**
 * Returns the moment that many seconds later, or earlier when negative. Throws a RangeError outside the years 0 to
 * 9999.
 */
export function addSeconds(instant: Instant, seconds: number): Instant {
  return instantAt(epochOf(instant) + seconds * 1000)
}

/** Tells whether a text has the form of `Instant`, with a day and a time that exist. */
export function isInstant(text: string): text is Instant {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false
  const moment = new Date(text)
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text
}

/** Tells whether a text is a real calendar date `yyyy-mm-dd` (31-02 is not). */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), month)
}

/** Tells whether a text is a wall time `HH:mm` from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Returns the date of a year, month (1–12) and day, or null when the calendar has no such day. */
export function localDate(year: number, month: number, day: number): LocalDate | null {
  const text = `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}`
  return isLocalDate(text) ? text : null
}

/**
 * Returns the moment of an Amsterdam wall time `HH:mm`; the earlier moment when the clock change makes a time occur
 * twice. Throws NonexistentTimeError for a time that the spring night skips (rulings 24), a RangeError for other text.
 */
export function instantIn(date: LocalDate, time: string): Instant {
  if (!isTime(time) || !isLocalDate(date)) throw new RangeError(`Not a date and time: ${date} ${time}`)
  const wall = Date.parse(`${date}T${time}Z`)
  // The clock changes less than once in two days, so the offset of the moment is that of the day before or after. The
  // larger offset gives the earlier moment.
  const offsets = [offsetAt(wall - MILLISECONDS_PER_DAY), offsetAt(wall + MILLISECONDS_PER_DAY)]
  for (const offset of offsets.sort((one, other) => other - one)) {
    if (offsetAt(wall - offset) === offset) return instantAt(wall - offset)
  }
  throw new NonexistentTimeError(date, time)
}

/** Returns the Amsterdam date of a moment. */
export function localDateOf(instant: Instant): LocalDate {
  return inAmsterdam(instant).slice(0, 10) as LocalDate
}

/** Returns the Amsterdam wall time `HH:mm` of a moment. */
export function localTimeOf(instant: Instant): string {
  return inAmsterdam(instant).slice(11, 16)
}

/** Returns the next 00:00 Amsterdam strictly after a moment; sessions end there (rulings 2). */
export function nextMidnight(instant: Instant): Instant {
  return startOfDay(addDays(localDateOf(instant), 1))
}

/** Returns the moment of 00:00 Amsterdam on a date. */
export function startOfDay(date: LocalDate): Instant {
  return instantIn(date, '00:00')
}

/** Returns a date as people read it: `21-11-2026` for `2026-11-21`. */
export function dateText(date: string): string {
  return date.split('-').reverse().join('-')
}

const monthInWords = atFirstUse(
  () => new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** Returns a month `yyyy-mm` in Dutch words: `oktober 2026`. */
export const monthText = (month: string): string => monthInWords().format(new Date(`${month}-01`))

/** Returns the month `yyyy-mm` of a date. */
export function monthOf(date: LocalDate): string {
  return date.slice(0, 7)
}

/** Returns the date that many days later, or earlier when negative. Throws a RangeError outside the years 0 to 9999. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return instantAt(Date.parse(date) + days * MILLISECONDS_PER_DAY).slice(0, 10) as LocalDate
}

/**
 * Returns the date `months` calendar months after `date`, or before when negative; at most the last day of that month.
 * Throws a RangeError outside the years 0 to 9999.
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const total = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = Math.floor(total / 12)
  const month = total - year * 12 + 1
  if (year < 0 || year > 9999) throw new RangeError(`Outside the years 0 to 9999: ${date} and ${months} months`)
  const day = Math.min(Number(date.slice(8)), daysInMonth(year, month))
  return `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}` as LocalDate
}

/**
 * Returns the month `yyyy-mm` that many months later, or earlier when negative. Throws a RangeError outside the years 0
 * to 9999.
 */
export function addToMonth(month: string, months: number): string {
  return monthOf(addMonths(`${month}-01` as LocalDate, months))
}

/** Returns the number of days from one date to another; negative when `to` is before `from`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / MILLISECONDS_PER_DAY
}

/** Returns the Monday of a date's week. */
export function startOfWeek(date: LocalDate): LocalDate {
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7
  return addDays(date, -daysSinceMonday)
}

/** Returns the months `yyyy-mm` that a range touches, in order; none when `to` is before `from`. */
export function monthsBetween(from: LocalDate, to: LocalDate): string[] {
  const months: string[] = []
  for (let date = firstOfMonth(from); date <= to; date = addMonths(date, 1)) months.push(monthOf(date))
  return months
}

/** Returns the ISO 8601 week of a date, and the year to which that week belongs. */
export function isoWeek(date: LocalDate): { year: number; week: number } {
  // A week belongs to the year of its Thursday.
  const thursday = addDays(startOfWeek(date), 3)
  const year = thursday.slice(0, 4)
  return { year: Number(year), week: Math.floor(daysBetween(`${year}-01-01` as LocalDate, thursday) / 7) + 1 }
}

/** Returns the dates that a period of the dashboard covers, both ends included, weeks from Monday (spec §2). */
export function periodRange(period: Period, today: LocalDate): DateRange {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'this-week':
      return { from: startOfWeek(today), to: addDays(startOfWeek(today), 6) }
    case 'this-month':
      return monthRange(today)
    case 'last-month':
      return monthRange(addMonths(today, -1))
    case 'this-year':
      return { from: `${today.slice(0, 4)}-01-01` as LocalDate, to: `${today.slice(0, 4)}-12-31` as LocalDate }
  }
}

function monthRange(date: LocalDate): DateRange {
  const from = firstOfMonth(date)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

function firstOfMonth(date: LocalDate): LocalDate {
  return `${monthOf(date)}-01` as LocalDate
}

/** Returns the Amsterdam date and wall time of a moment, in the form of ISO 8601 without an offset. */
function inAmsterdam(instant: Instant): string {
  const moment = epochOf(instant)
  return new Date(moment + offsetAt(moment)).toISOString().slice(0, -1)
}

const offsetInWords = atFirstUse(
  () => new Intl.DateTimeFormat('en', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset', year: 'numeric' }),
)

/** Returns how many milliseconds the clock of Amsterdam is ahead of UTC at a number of milliseconds since 1970. */
function offsetAt(epochMilliseconds: number): number {
  // `GMT+01:00`; `GMT+00:17:30` before the time zones.
  const [, hours = 0, minutes = 0, seconds = 0] =
    /GMT\+(\d\d):(\d\d)(?::(\d\d))?/.exec(offsetInWords().format(epochMilliseconds)) ?? []
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function padNumber(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
