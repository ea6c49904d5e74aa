import { addDays, addMonths, type LocalDate } from '../../shared/time.ts'
import {
  type Duration,
  type DurationUnit,
  parseDate,
  parseDuration,
  parseDurationUnit,
} from '../spreadsheets/cell-values.ts'
import { columnOf, hasColumn, quoted, refuse, textOf, warn } from '../spreadsheets/row-reading.ts'
import type { Reading } from './recognise.ts'

/** The parts of a term, as they are told or computed from the others. */
export const termParts = ['signedDate', 'duration', 'expiryDate'] as const
type TermPart = (typeof termParts)[number]

/** From when to when a contract runs, and which parts of that somebody told; the others are computed or assumed. */
export type Term = {
  signedDate: LocalDate
  durationValue: number
  durationUnit: DurationUnit
  expiryDate: LocalDate
  termTold: TermPart[]
}

/** What is told of a term. */
export type TermFacts = { signedDate?: LocalDate; duration?: Duration; expiryDate?: LocalDate }

/** What is wrong with facts that contradict each other: the part it is about, and a Dutch reason. */
type Doubt = { part: 'signedDate' | 'expiryDate'; reason: string }
type Found = { term: Term; doubt?: Doubt } | { term: null; doubt: Doubt }

/** What a contract is taken to last when a sheet only tells when it ends. */
export const ASSUMED_MONTHS = 12

const FARTHEST_YEARS = 50
const LONGEST_MONTHS = 600
const PART_NAMES = { signedDate: 'Tekendatum', duration: 'Looptijd', expiryDate: 'Geldig tot' } as const

/**
 * The term of a contract from its day of signing, duration and 'Geldig tot', computing the one that is missing; month
 * ends clamp, and in conflict 'Geldig tot' wins with a warning (rulings 53). Null when the row's problems say why not.
 */
export function termOf(reading: Reading, today: LocalDate): { term: Term; facts: TermFacts } | null {
  const signedDate = dateIn(reading, 'signedDate', today)
  const expiryDate = dateIn(reading, 'expiryDate', today)
  const duration = durationIn(reading, expiryDate)
  if (signedDate === null || expiryDate === null || duration === null) return null
  const facts: TermFacts = {}
  if (signedDate) facts.signedDate = signedDate
  if (duration) facts.duration = duration
  if (expiryDate) facts.expiryDate = expiryDate
  if (!expiryDate && !(signedDate && duration)) {
    const column = columnOf(reading, 'expiryDate', 'Geldig tot')
    refuse(reading, column, 'ontbreekt, en is zonder Tekendatum en Looptijd niet te berekenen')
    return null
  }
  if (!signedDate && !duration) warnOfAssumption(reading)
  const { term, doubt } = termFrom(facts)
  if (doubt) (term ? warn : refuse)(reading, columnOf(reading, doubt.part, PART_NAMES[doubt.part]), doubt.reason)
  return term && { term, facts }
}

/**
 * What a known term becomes by what a sheet tells: each part from the sheet, else as it was told before; only what
 * nobody told is computed anew, so that nothing assumed replaces something known (rulings 55). `doubt` is a Dutch
 * reason when the sheet contradicts what it does not repeat.
 */
export function mergedTerm(known: Omit<Term, 'termTold'> & { termTold?: readonly string[] }, sheet: TermFacts) {
  const told = known.termTold ?? termParts
  const before: Required<TermFacts> = {
    signedDate: known.signedDate,
    duration: { value: known.durationValue, unit: known.durationUnit, unitGiven: true },
    expiryDate: known.expiryDate,
  }
  const facts: TermFacts = { ...sheet }
  for (const part of termParts) if (told.includes(part)) Object.assign(facts, { [part]: sheet[part] ?? before[part] })
  const { term, doubt } = termFrom(facts)
  const isNews = termParts.some((part) => sheet[part] === undefined && facts[part] !== undefined)
  if (term) return { term, doubt: isNews ? doubt : undefined }
  // The day of signing that was known cannot be: the contract keeps its duration.
  return { term: countedBack(facts.expiryDate ?? before.expiryDate, before.duration, ['expiryDate']), doubt }
}

/** Whole months from one date to a later one, at least 1. A contract may end on the day before the month is full. */
function monthsSpanned(signed: LocalDate, expiry: LocalDate): number {
  const end = addDays(expiry, 1)
  const distance = (yearOf(end) - yearOf(signed)) * 12 + monthNumberOf(end) - monthNumberOf(signed)
  return Math.max(1, addMonths(signed, distance) <= end ? distance : distance - 1)
}

/** The term of facts of which either the end is one, or the day of signing and the duration are. */
function termFrom({ signedDate, duration, expiryDate }: TermFacts): Found {
  if (expiryDate && signedDate) return between(signedDate, duration, expiryDate)
  if (expiryDate)
    return { term: countedBack(expiryDate, duration, duration ? ['duration', 'expiryDate'] : ['expiryDate']) }
  if (!signedDate || !duration) throw new Error('These facts tell no end')
  const end = addMonths(signedDate, monthsOf(duration))
  return { term: termWith(signedDate, duration, end, ['signedDate', 'duration']) }
}

function between(signed: LocalDate, duration: Duration | undefined, expiry: LocalDate): Found {
  const late = `${dutchDate(signed)} ligt niet voor 'Geldig tot' (${dutchDate(expiry)})`
  if (signed >= expiry && !duration) return { term: null, doubt: { part: 'signedDate', reason: late } }
  if (signed >= expiry) {
    const term = countedBack(expiry, duration, ['duration', 'expiryDate'])
    return { term, doubt: { part: 'signedDate', reason: `${late}; ${dutchDate(term.signedDate)} is aangehouden` } }
  }
  const fitting = duration && [duration, ...inYears(duration)].find((candidate) => fits(signed, candidate, expiry))
  if (fitting) return { term: termWith(signed, fitting, expiry, [...termParts]) }
  const months = { value: monthsSpanned(signed, expiry), unit: 'months', unitGiven: false } as const
  const term = termWith(signed, months, expiry, ['signedDate', 'expiryDate'])
  if (!duration) return { term }
  const end = dutchDate(addMonths(signed, monthsOf(duration)))
  const reason = `${dutchDate(expiry)} is aangehouden, hoewel ${durationText(duration)} vanaf ${dutchDate(signed)} eindigt op ${end}`
  return { term, doubt: { part: 'expiryDate', reason } }
}

/** A sheet without either column says so once for the whole file, not in every row. */
function warnOfAssumption(reading: Reading): void {
  if (!hasColumn(reading, 'duration') && !hasColumn(reading, 'signedDate')) return
  warn(reading, columnOf(reading, 'duration', 'Looptijd'), `ontbreekt; er is ${ASSUMED_MONTHS} maanden aangenomen`)
}

const ASSUMED: Duration = { value: ASSUMED_MONTHS, unit: 'months', unitGiven: false }

function countedBack(expiry: LocalDate, duration: Duration = ASSUMED, told: TermPart[]): Term {
  return termWith(addMonths(expiry, -monthsOf(duration)), duration, expiry, told)
}

function termWith(signedDate: LocalDate, { value, unit }: Duration, expiryDate: LocalDate, termTold: TermPart[]): Term {
  return { signedDate, durationValue: value, durationUnit: unit, expiryDate, termTold }
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
function dateIn(reading: Reading, field: 'signedDate' | 'expiryDate', today: LocalDate) {
  const text = textOf(reading, field)
  if (text === '') return undefined
  const date = parseDate(text, reading.row.header.dates)
  const column = columnOf(reading, field, PART_NAMES[field])
  if (!date) refuse(reading, column, `${quoted(text)} is geen geldige datum`)
  else if (Math.abs(yearOf(date) - yearOf(today)) > FARTHEST_YEARS) {
    refuse(reading, column, `${quoted(text)} ligt meer dan ${FARTHEST_YEARS} jaar van vandaag`)
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
  const reason = `${quoted(text)} is geen looptijd in maanden of jaren`
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
  const { plain, columns } = reading.row.header
  const unit = parseDurationUnit(written === '' ? (plain[columns.duration ?? -1] ?? '') : written)
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
