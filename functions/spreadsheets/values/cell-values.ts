import type { EnergyType } from '../../../shared/api/parts/trade.ts'
import { type Cents, cents, isEuros, roundHalfAwayFromZero, wholeCents } from '../../../shared/money.ts'
import { instantAt, isLocalDate, type LocalDate, localDate, localDateOf } from '../../../shared/time.ts'
import { serialDateText } from './date-text.ts'

/** Date conventions of a file; `from1904` for day numbers from 1904, as in workbooks of old Macs. */
export interface DateReading {
  readonly from1904?: boolean
  /** Set when the month precedes the day, as in 12/31/2027. */
  readonly monthFirst?: boolean
}

export type DurationUnit = 'months' | 'years'

/** Units of a duration in sheets; days are converted. */
export type WrittenUnit = DurationUnit | 'days'

/** `unitGiven` is false when neither the cell nor its header names the unit. */
export type Duration = { value: number; unit: DurationUnit; unitGiven: boolean }

const PLACEHOLDERS = new Set('-|--|?|.|0|nvt|n.v.t.|n.v.t|n/a|na|geen|onbekend|leeg|null|none|unknown'.split('|'))
const LONGEST_PLACEHOLDER = 8

/** Matches the text that Excel shows for a failed formula, in Dutch and English: '#N/B', '#DEEL/0!', '#NAME?'. */
const FAILED = /^#[a-z_]+(\/[a-z0])?[!?]?$/i

/** Tells whether a cell is blank or holds a placeholder for no value ('-', '0', 'n.v.t.', '#N/B'). */
export function isNothing(text: string): boolean {
  if (text === '') return true
  if (text.startsWith('#')) return FAILED.test(text)
  return text.length <= LONGEST_PLACEHOLDER && PLACEHOLDERS.has(text.toLowerCase())
}

/**
 * Parses a date, day before month unless `monthFirst`: 31-12-2027, 31/12/27, 31.12.2027, 2027-12-31 (with or without a
 * time), vrijdag 31 december 2027, t/m 31 - 12 - 2027, 20271231, or Excel's day number. Returns null for another text,
 * a period of two dates, or a day that does not exist.
 */
export function parseDate(text: string, { from1904 = false, monthFirst = false }: DateReading = {}): LocalDate | null {
  if (text.length === 10 && text.charAt(4) === '-') return isLocalDate(text) ? text : null
  if (text.length >= SHORTEST_PERIOD && (text.match(DATES)?.length ?? 0) > 1) return null
  const read = (written: string) => dayFirst(written, monthFirst) ?? yearFirst(written) ?? dayNumber(written, from1904)
  return read(text) ?? (text.length <= LONGEST_DATE ? read(bareDate(text)) : null)
}

const LONGEST_DATE = 60
const BEFORE_DATES =
  /^(?:(?:t\/m|tot en met|tot|per|op|uiterlijk|until|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:mon|tues|wednes|thurs|fri|satur|sun)day|ma|di|wo|do|vr|za|zo)[.,]?\s+)+/i

/** Removes words before a date, spaces around its separators and typographic dashes. */
const bareDate = (text: string): string =>
  text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(BEFORE_DATES, '')
    .replace(/\s*([-/.])\s*/g, '$1')

/**
 * Parses a duration in months or years: '36', '36 mnd', '3 jaar', '1095 dagen'. A number without a unit is in
 * `columnUnit`, or in months without one. Returns null for another text, for days that are no whole months, below 1 and
 * above 999.
 */
export function parseDuration(text: string, columnUnit?: WrittenUnit): Duration | null {
  const [, digits, word = '', rest = ''] = /^(\d{1,4})(?:[.,]0+)?[\s_-]*([a-z]*)(.*)$/i.exec(text) ?? []
  const written = unitNamed(word)
  if (digits === undefined || (word === '' ? rest !== '' : written === undefined)) return null
  const unit = written ?? columnUnit
  const value = unit === 'days' ? monthsOfDays(Number(digits)) : Number(digits)
  if (!(value >= 1) || value > LONGEST_DURATION) return null
  return { value, unit: unit === 'years' ? 'years' : 'months', unitGiven: unit !== undefined }
}

const LONGEST_DURATION = 999
const DAYS_PER_MONTH = 365.25 / 12

/** Maximum difference between days and whole months: a leap day, or months of 30 days. */
const DAYS_OFF = 3

/** Returns the months in a number of days; 0 when the days are no whole months. */
function monthsOfDays(days: number): number {
  const months = Math.round(days / DAYS_PER_MONTH)
  return Math.abs(days - months * DAYS_PER_MONTH) <= DAYS_OFF ? months : 0
}

const UNITS: readonly (readonly [RegExp, WrittenUnit])[] = [
  [/^(j|jr|jaar|jaren|jarige?|y|yrs?|years?)$/i, 'years'],
  [/^(m|mn|mnd|mnden|maand|maanden|maands|mths?|mo|months?)$/i, 'months'],
  [/^(d|dg|dag|dagen|days?)$/i, 'days'],
]
const unitNamed = (word: string) => UNITS.find(([names]) => names.test(word))?.[1]

/** Returns the unit of duration that a text names: days, months or years; undefined without one. */
export const parseDurationUnit = (text: string): WrittenUnit | undefined =>
  text
    .split(/[^a-z]+/i)
    .map(unitNamed)
    .find((unit) => unit !== undefined)

/**
 * Parses a period of two dates, both included, such as '1 jan 2025 - 31 dec 2027' or '1-1-2025 t/m 31-12-2027'. Returns
 * null for another text, and when the second date is not later than the first.
 */
export function parsePeriod(text: string, dates: DateReading = {}): { start: LocalDate; end: LocalDate } | null {
  if (text.length < SHORTEST_PERIOD || text.length > LONGEST_DATE) return null
  const [first, second, ...others] = text.match(DATES) ?? []
  if (!first || !second || others.length > 0) return null
  if (!BETWEEN_DATES.test(text.replace(first, '|').replace(second, '|'))) return null
  const [start, end] = [parseDate(first.trim(), dates), parseDate(second.trim(), dates)]
  return start && end && start < end ? { start, end } : null
}

const SHORTEST_PERIOD = 13
const DATES =
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}(?:[-/. ]| - )(?:\d{1,2}|[a-z]{3,9}\.?)(?:[-/. ]| - )(?:\d{4}|\d{2})(?!\d)/gi
const BETWEEN_DATES = /^(van(af)? |per |from )?\|\s*(-|–|—|\/|t\/m|tm|tot en met|tot|until|till|to|through|en)?\s*\|$/i

/**
 * Parses a number with a decimal comma, or with a point that cannot separate thousands; ignores a currency or unit.
 * Returns null for another text.
 */
export function parseNumber(text: string): number | null {
  if (/^\d+(,\d+)?$/.test(text)) return Number(text.replace(',', '.'))
  const bare = text.replace(/€|\beuro?\b|\s|,-+$|(kwh|m3|m³)$/gi, '')
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'))
  if (/^-?\d+(,\d+)?$/.test(bare)) return Number(bare.replace(',', '.'))
  if (/^-?\d{1,3}(,\d{3})+\.\d+$/.test(bare)) return Number(bare.replaceAll(',', ''))
  return /^-?\d+\.\d+$/.test(bare) ? Number(bare) : null
}

/**
 * Parses a usage of electricity in kWh or of gas in m³; null for another text. `of` tells which of the two, if the
 * text has a unit. The factor multiplies a number without a unit.
 */
export function parseUsage(
  text: string,
  { factor, hasThousands }: NumberUnit,
): { amount: number; of?: 'stroom' | 'gas' } | null {
  const [, digits = '', written = ''] =
    /^(.*?)\s*([kmg]wh|m3|m³)?(?:\s*(?:\/|per|p\/)\s*(?:jaar|jr|j))?$/i.exec(text) ?? []
  const unit = written.toLowerCase()
  const amount = parseNumber(hasThousands ? withoutThousands(digits) : digits)
  if (amount === null) return null
  const whole = Number((amount * (USAGE_FACTORS[unit] ?? factor)).toPrecision(15))
  return unit === ''
    ? { amount: whole }
    : { amount: whole, of: unit.startsWith('m3') || unit === 'm³' ? 'gas' : 'stroom' }
}

/** Unit of the numbers in a column: their factor, and whether commas separate their thousands. */
interface NumberUnit {
  readonly factor: number
  readonly hasThousands?: boolean
}

/** Matches the time of an amount, such as 'p/m' and 'per maand'. */
const PER_TIME = /\s*(?:\bper\s|\bp\s?[./]\s?|\/\s?)(?:maand|mnd|m|jaar|jr|j)\.?$/i

const USAGE_FACTORS: Readonly<Record<string, number>> = { kwh: 1, mwh: 1000, gwh: 1_000_000, m3: 1, 'm³': 1 }

/** Removes the commas before thousands: 3200 for 3,200. */
const withoutThousands = (text: string) =>
  text.replace(/\d{1,3}(,\d{3})+(?![\d,])/, (number) => number.replaceAll(',', ''))

/**
 * Parses an amount of euros as cents, rounded half up; null for another text, below 0 and above a billion euros. With
 * `hasThousands` a comma before three digits separates thousands.
 */
export function parseCents(text: string, hasThousands = false): Cents | null {
  const amount = parseNumber((hasThousands ? withoutThousands(text) : text).replace(PER_TIME, ''))
  if (amount === null || amount < 0 || amount > 1e9) return null
  return isEuros(amount) ? cents(amount) : wholeCents(roundHalfAwayFromZero(Number((amount * 100).toPrecision(15))))
}

const YES = new Set('j|ja|y|yes|waar|true|1|x'.split('|'))
const NO = new Set('n|nee|no|onwaar|false|0'.split('|'))

/** Returns true for a cell that says yes, false for no, undefined for another text. */
export function parseYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}

const BUSINESS = new Set('zakelijk|zakelijke|zakelijke klant|business|b2b|mkb|zzp'.split('|'))
const PRIVATE = new Set('particulier|particuliere klant|consument|private|consumer|b2c'.split('|'))

/**
 * Returns true for a business customer (ja, zakelijk), false for a consumer (nee, particulier); undefined for other
 * texts, such as 0.
 */
export function parseIsBusiness(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (word === '0') return undefined
  return BUSINESS.has(word) ? true : PRIVATE.has(word) ? false : parseYesNo(text)
}

/** Returns the energy type that a cell names (spec §3); undefined when it names neither electricity nor gas. */
export function parseEnergyType(text: string): EnergyType | undefined {
  const word = text.toLowerCase()
  if (/dual|combi|beide|both/.test(word)) return 'gas_stroom'
  const gas = word.includes('gas')
  const electricity = /stroom|elek|elec|power/.test(word)
  if (gas && electricity) return 'gas_stroom'
  return gas ? 'gas' : electricity ? 'stroom' : undefined
}

/**
 * Tells whether a text is a number in scientific notation, such as 8,71687E+17, in which a spreadsheet has lost digits.
 */
export function isScientific(text: string): boolean {
  return /\d[.,]?\d*e\+?\d/i.test(text)
}

const MONTHS = ['jan', 'feb', 'maa', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']
const OTHER_MONTHS: Record<string, string> = { mrt: 'maa', mar: 'maa', may: 'mei', oct: 'okt' }

function dayFirst(text: string, isMonthFirst: boolean): LocalDate | null {
  const match = /^(\d{1,2})(?:[-/.]|\s)\s?(\d{1,2}|[a-z]{3,9})[-/.]?\s?(\d{4}|\d{2})(?:[\sT,].*)?$/i.exec(text)
  if (!match) return null
  const [, day, month = '', year = ''] = match
  if (isMonthFirst && /^\d/.test(month)) return localDate(fullYear(year), Number(day), Number(month))
  return localDate(fullYear(year), monthNumber(month), Number(day))
}

function yearFirst(text: string): LocalDate | null {
  const match = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[\sT].*)?$/.exec(text)
  if (!match) return null
  const [, year, separator, month, day] = match
  if (separator === '' && text.length !== 8) return null
  if (text.endsWith('Z') && text.includes('T')) return dateOfMoment(text)
  return localDate(Number(year), Number(month), Number(day))
}

/** Returns the date of a moment in Amsterdam, where a day begins at 22:00 or 23:00 UTC of the day before. */
function dateOfMoment(text: string): LocalDate | null {
  const epoch = Date.parse(text)
  return Number.isNaN(epoch) ? null : localDateOf(instantAt(epoch))
}

/** Parses Excel's day number of a date from 1954 on, of five digits; a decimal part is the time. */
function dayNumber(text: string, from1904: boolean): LocalDate | null {
  if (!/^[2-8]\d{4}([.,]\d+)?$/.test(text)) return null
  const date = serialDateText(Number(text.slice(0, 5)), from1904)
  return isLocalDate(date) ? date : null
}

function fullYear(year: string): number {
  const number = Number(year)
  return year.length === 4 ? number : number < 80 ? 2000 + number : 1900 + number
}

function monthNumber(month: string): number {
  const number = Number(month)
  if (!Number.isNaN(number)) return number
  const start = month.slice(0, 3).toLowerCase()
  return MONTHS.indexOf(OTHER_MONTHS[start] ?? start) + 1
}
