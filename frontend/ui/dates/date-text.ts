import { addDays, weekdayOf, weekdays } from './calendar-days.ts'

const DAY_MS = 86_400_000

/**
 * Reads a typed date as `yyyy-mm-dd`: day before month, such as `1-2-26`, `1/2/2026`, `1.2.26` and `01022026`, or
 * `2026-02-01`. Null for another text and for a date that does not exist.
 */
export function parseTypedDate(text: string): string | null {
  const typed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(typed)
  if (!parts) return null
  const year = Number(parts[3])
  return dateOf(year < 100 ? 2000 + year : year, Number(parts[2]), Number(parts[1]))
}

/** Formats `2026-02-01` as `01-02-2026`; returns any other text unchanged. */
export function formatTypedDate(value: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : value
}

/** Reads a typed time of day as `HH:mm`: `9`, `930`, `9:30`, `9.30`, `0930`, also with `uur`. Null for another text. */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim().replace(/\s*(uur|u)$/i, ''))
  if (!parts) return null
  const hour = Number(parts[1])
  const minute = Number(parts[2] ?? 0)
  if (hour > 23 || minute > 59) return null
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

const nearDays = ['vandaag', 'morgen', 'overmorgen']
/** Number of days beyond which the same day of an adjacent year is nearer. */
const HALF_YEAR_DAYS = 183

/**
 * Reads a date as people say it: `morgen`, `ma`, `vrijdag` (the next one), `23-11` (in the nearest year), `+3` (days
 * from today), or anything that `parseTypedDate` reads. Null for anything else.
 */
export function parseSpokenDate(text: string, today: string): string | null {
  const said = text.trim().toLowerCase()
  const days = nearDays.indexOf(said)
  if (days >= 0) return addDays(today, days)
  const ahead = /^\+(\d{1,3})$/.exec(said)
  if (ahead) return addDays(today, Number(ahead[1]))
  const weekday = weekdays.findIndex(({ short, full }) => said === short || said === full)
  if (weekday >= 0) return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
  return parseTypedDate(text) ?? nearestDate(said, today)
}

function nearestDate(said: string, today: string): string | null {
  const parts = /^(\d{1,2})[-/. ](\d{1,2})$/.exec(said)
  if (!parts) return null
  const year = Number(today.slice(0, 4))
  const isNear = (date: string) => Math.abs(Date.parse(date) - Date.parse(today)) <= HALF_YEAR_DAYS * DAY_MS
  const dates = [year, year + 1, year - 1].map((one) => dateOf(one, Number(parts[2]), Number(parts[1])))
  return dates.find((date) => date !== null && isNear(date)) ?? dates.find((date) => date !== null) ?? null
}
