import { addDays, addMonths, type LocalDate } from '../../shared/time.ts'
import { type Duration, type DurationUnit, parseDate, parseDuration, parseDurationUnit } from './cell-values.ts'
import { columnOf, hasColumn, type Reading, refuse, textOf, warn } from './row-reading.ts'

/** From when to when a contract runs. */
export type Term = { signedDate: LocalDate; durationValue: number; durationUnit: DurationUnit; expiryDate: LocalDate }

/** What a contract is taken to last when a sheet only tells when it ends. */
export const ASSUMED_MONTHS = 12

const FARTHEST_YEARS = 50
const LONGEST_MONTHS = 600

/**
 * The term of a contract from its day of signing, duration and 'Geldig tot', computing the one that is missing; month
 * ends clamp, and in conflict 'Geldig tot' wins with a warning (rulings 53). Null when the row's problems say why not.
 */
export function termOf(reading: Reading, today: LocalDate): Term | null {
  const signed = dateIn(reading, 'signedDate', 'Tekendatum', today)
  const expiry = dateIn(reading, 'expiryDate', 'Geldig tot', today)
  const duration = durationIn(reading, expiry)
  if (signed === null || expiry === null || duration === null) return null
  if (expiry) return endingOn(expiry, signed, duration, reading)
  if (signed && duration) return term(signed, duration, addMonths(signed, monthsOf(duration)))
  refuse(
    reading,
    columnOf(reading, 'expiryDate', 'Geldig tot'),
    'ontbreekt, en is zonder Tekendatum en Looptijd niet te berekenen',
  )
  return null
}

/** Whole months from one date to a later one, at least 1. A contract may end on the day before the month is full. */
export function monthsSpanned(signed: LocalDate, expiry: LocalDate): number {
  const distance = (yearOf(expiry) - yearOf(signed)) * 12 + monthNumberOf(expiry) - monthNumberOf(signed)
  return Math.max(1, addMonths(signed, distance) <= addDays(expiry, 1) ? distance : distance - 1)
}

function endingOn(
  expiry: LocalDate,
  signed: LocalDate | undefined,
  duration: Duration | undefined,
  reading: Reading,
): Term | null {
  if (!signed) return countedBack(expiry, duration ?? assumedDuration(reading))
  if (signed >= expiry) return signedTooLate(signed, expiry, duration, reading)
  if (!duration) return spanning(signed, expiry)
  const fitting = [duration, ...inYears(duration)].find((candidate) => fits(signed, candidate, expiry))
  if (fitting) return term(signed, fitting, expiry)
  const end = addMonths(signed, monthsOf(duration))
  warn(
    reading,
    columnOf(reading, 'expiryDate', 'Geldig tot'),
    `${dutchDate(expiry)} is aangehouden, hoewel ${durationText(duration)} vanaf ${dutchDate(signed)} eindigt op ${dutchDate(end)}`,
  )
  return spanning(signed, expiry)
}

function signedTooLate(
  signed: LocalDate,
  expiry: LocalDate,
  duration: Duration | undefined,
  reading: Reading,
): Term | null {
  const column = columnOf(reading, 'signedDate', 'Tekendatum')
  if (!duration) {
    refuse(reading, column, `${dutchDate(signed)} ligt niet voor 'Geldig tot' (${dutchDate(expiry)})`)
    return null
  }
  const result = countedBack(expiry, duration)
  const used = `${dutchDate(result.signedDate)} is aangehouden`
  warn(reading, column, `${dutchDate(signed)} ligt niet voor 'Geldig tot' (${dutchDate(expiry)}); ${used}`)
  return result
}

/** A sheet without either column says so once for the whole file, not in every row. */
function assumedDuration(reading: Reading): Duration {
  if (hasColumn(reading, 'duration') || hasColumn(reading, 'signedDate')) {
    warn(reading, columnOf(reading, 'duration', 'Looptijd'), `ontbreekt; er is ${ASSUMED_MONTHS} maanden aangenomen`)
  }
  return { value: ASSUMED_MONTHS, unit: 'months', unitGiven: false }
}

function countedBack(expiry: LocalDate, duration: Duration): Term {
  return term(addMonths(expiry, -monthsOf(duration)), duration, expiry)
}

function spanning(signed: LocalDate, expiry: LocalDate): Term {
  return term(signed, { value: monthsSpanned(signed, expiry), unit: 'months', unitGiven: false }, expiry)
}

function term(signedDate: LocalDate, { value, unit }: Duration, expiryDate: LocalDate): Term {
  return { signedDate, durationValue: value, durationUnit: unit, expiryDate }
}

/** Contracts end on the day itself or on the day before it. */
function fits(signed: LocalDate, duration: Duration, expiry: LocalDate): boolean {
  const end = addMonths(signed, monthsOf(duration))
  return end === expiry || end === addDays(expiry, 1)
}

/** A bare number counts as months unless the two dates show that it means years. */
function inYears({ value, unitGiven }: Duration): Duration[] {
  return unitGiven ? [] : [{ value, unit: 'years', unitGiven: true }]
}

function monthsOf({ value, unit }: Duration): number {
  return unit === 'years' ? value * 12 : value
}

/** The date in a cell, undefined when it is blank, null when it is refused. */
function dateIn(reading: Reading, field: 'signedDate' | 'expiryDate', name: string, today: LocalDate) {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const date = parseDate(text)
  const column = columnOf(reading, field, name)
  if (!date) refuse(reading, column, `'${text}' is geen geldige datum`)
  else if (Math.abs(yearOf(date) - yearOf(today)) > FARTHEST_YEARS) {
    refuse(reading, column, `'${text}' ligt meer dan ${FARTHEST_YEARS} jaar van vandaag`)
    return null
  }
  return date
}

/** The duration in a cell, undefined when it is blank or not needed, null when it is refused. */
function durationIn(reading: Reading, expiry: LocalDate | null | undefined): Duration | null | undefined {
  const text = textOf(reading, 'duration')
  if (text === '') return undefined
  const duration = withUnit(parseDuration(text), reading)
  if (duration && monthsOf(duration) <= LONGEST_MONTHS) return duration
  const column = columnOf(reading, 'duration', 'Looptijd')
  const reason = `'${text}' is geen looptijd in maanden of jaren`
  if (!expiry) {
    refuse(reading, column, reason)
    return null
  }
  warn(reading, column, reason)
  return undefined
}

/** A unit may stand in a column of its own or in the header, as in 'Looptijd (jaren)'. */
function withUnit(duration: Duration | null, reading: Reading): Duration | null {
  if (!duration || duration.unitGiven) return duration
  const written = textOf(reading, 'durationUnit')
  const unit = written === '' ? reading.row.header.durationUnit : parseDurationUnit(written)
  return unit ? { value: duration.value, unit, unitGiven: true } : duration
}

function durationText({ value, unit }: Duration): string {
  if (unit === 'years') return `${value} jaar`
  return value === 1 ? '1 maand' : `${value} maanden`
}

function dutchDate(date: LocalDate): string {
  return `${date.slice(8)}-${date.slice(5, 7)}-${date.slice(0, 4)}`
}

function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4))
}

function monthNumberOf(date: LocalDate): number {
  return Number(date.slice(5, 7))
}
