import { euroText } from '../../shared/money.ts'

/** Text for a missing or invalid value. */
const NOTHING = '–'

const inAmsterdam = { timeZone: 'Europe/Amsterdam' } as const
const decimalNumber = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 2 })
const hours = new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 1, maximumFractionDigits: 2 })
const wholeMoney = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat('nl-NL', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const dateLong = { day: 'numeric', month: 'short', year: 'numeric' } as const
const shortDate = { day: 'numeric', month: 'short' } as const
const weekday = { weekday: 'short', day: 'numeric', month: 'short' } as const
const weekdayOfYear = { ...weekday, year: 'numeric' } as const
const year = { year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

type Parts = Intl.DateTimeFormatOptions
type Missing = null | undefined

const formats = new Map<Parts, { moment: Intl.DateTimeFormat; day: Intl.DateTimeFormat }>()

/** Formats an amount in euros as `€ 1.234,50`, with a space that does not break; a missing one as a dash. */
export function formatMoney(euros: number | Missing): string {
  if (euros === null || euros === undefined || Number.isNaN(euros)) return NOTHING
  return euroText(euros)
}

/** Formats a distance as `12 km hemelsbreed`; within one area, 0, as `in de buurt`. */
export const formatDistance = (kilometres: number): string =>
  kilometres === 0 ? 'in de buurt' : `${kilometres} km hemelsbreed`

/** Formats a number with at most two decimals: `1.234` or `12,5`; a missing one as a dash. */
export function formatNumber(value: number | Missing): string {
  return value === null || value === undefined || Number.isNaN(value) ? NOTHING : decimalNumber.format(value)
}

/** Formats hours with one decimal, or two where needed: `7,5` or `103,25`; missing ones as a dash. */
export function formatHours(value: number | Missing): string {
  return value === null || value === undefined || Number.isNaN(value) ? NOTHING : hours.format(value)
}

/** Formats an amount in euros without cents, for the axis of a chart: `€ 1.235`. */
export function formatMoneyWhole(euros: number): string {
  return wholeMoney.format(euros + 0)
}

/** Formats a fraction as a percentage: 0.348 as `34,8%`; a missing one as a dash. */
export function formatPercent(fraction: number | Missing): string {
  return fraction === null || fraction === undefined || Number.isNaN(fraction) ? NOTHING : percent.format(fraction)
}

/** Formats a size in bytes as `12 kB` or `4,2 MB`. */
export function formatFileSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`
}

/** Formats an ISO moment (in Amsterdam) or a `yyyy-mm-dd` date as `21-11-2026`, a missing or invalid one as a dash. */
export function formatDate(value: string | Missing): string {
  return show(value, date)
}

/** Formats a moment or day as `21 nov 2026`, a missing or invalid one as a dash. */
export function formatDateLong(value: string | Missing): string {
  return show(value, dateLong)
}

/**
 * Formats a moment or day as `zo 1 nov`, or `zo 1 nov 2025` in another year than this one (rulings 60). Formats a
 * missing or invalid one as a dash.
 */
export function formatWeekday(value: string | Missing): string {
  const isThisYear = show(value, year) === show(new Date().toISOString(), year)
  return show(value, isThisYear ? weekday : weekdayOfYear)
}

/**
 * Formats a moment or day as `1 nov`, or `1 nov 2025` in another year than this one (rulings 60). Formats a missing or
 * invalid one as a dash.
 */
export function formatDateShort(value: string | Missing): string {
  const isThisYear = show(value, year) === show(new Date().toISOString(), year)
  return show(value, isThisYear ? shortDate : dateLong)
}

/** Formats an ISO moment as `10:00`, in Amsterdam; a missing or invalid one as a dash. */
export function formatTime(instant: string | Missing): string {
  return show(instant, time)
}

/** Formats an ISO moment as `21-11-2026 10:00`, in Amsterdam; a missing or invalid one as a dash. */
export function formatDateTime(instant: string | Missing): string {
  const day = formatDate(instant)
  return day === NOTHING ? NOTHING : `${day} ${formatTime(instant)}`
}

interface Named {
  readonly firstName?: string | Missing
  readonly lastName?: string | Missing
}

/** Returns a full name such as `Sophie van Dam`; a dash when neither name is known. */
export function fullNameOf(person: Named | Missing): string {
  return (
    [person?.firstName, person?.lastName]
      .map((name) => name?.trim())
      .filter(Boolean)
      .join(' ') || NOTHING
  )
}

/** Returns initials such as `SD` for Sophie van Dam, or `?` without a name; particles of the last name do not count. */
export function initialsOf(person: Named | string | Missing): string {
  const words = (typeof person === 'string' ? person : fullNameOf(person))
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
  const last = words.at(-1)
  const letters = last === undefined || words.length === 1 ? words : [words[0] ?? '', last]
  return (
    letters
      .map((word) =>
        word
          .replace(/^[^\p{L}]+/u, '')
          .charAt(0)
          .toLocaleUpperCase('nl-NL'),
      )
      .join('') || '?'
  )
}

function show(value: string | Missing, parts: Parts): string {
  if (!value) return NOTHING
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return NOTHING
  // JavaScript parses a bare date as midnight UTC, so it is also formatted in UTC.
  const kind = /^\d{4}-\d\d-\d\d$/.test(value) ? 'day' : 'moment'
  return formatter(parts)
    [kind].formatToParts(moment)
    .map((part) => (part.type === 'month' || part.type === 'weekday' ? part.value.replace('.', '') : part.value))
    .join('')
}

function formatter(parts: Parts) {
  let made = formats.get(parts)
  if (made === undefined) {
    made = {
      moment: new Intl.DateTimeFormat('nl-NL', { ...parts, ...inAmsterdam }),
      day: new Intl.DateTimeFormat('nl-NL', { ...parts, timeZone: 'UTC' }),
    }
    formats.set(parts, made)
  }
  return made
}
