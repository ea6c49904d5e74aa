import type { Assumable } from '../../../shared/contracts/record.ts'
import { addDays, addMonths, type LocalDate } from '../../../shared/time.ts'
import {
  columnNameOf,
  fieldTextOf,
  hasColumn,
  quoteCell,
  refuseRow,
  unitOf,
  warnOfRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import {
  type Duration,
  type DurationUnit,
  parseDate,
  parseDuration,
  parseDurationUnit,
  parsePeriod,
} from '../../spreadsheets/values/cell-values.ts'
import type { ContractMetadata } from '../entity.ts'
import type { Reading } from './recognise.ts'

/** Parts of a term that count as given for older contracts, whose rows do not store which parts were given. */
export const termParts = ['signedDate', 'duration', 'expiryDate'] as const
/** Parts of a term. A contract has either a first day (`startDate`) or a day of signing (`signedDate`). */
type TermPart = 'startDate' | (typeof termParts)[number]

/** Term of a contract, with the parts that a sheet gave; others are computed or assumed. */
export type Term = {
  /** First day when it is given, else the day of signing. */
  signedDate: LocalDate
  durationValue: number
  durationUnit: DurationUnit
  expiryDate: LocalDate
  /** Parts that a sheet states; the others are computed or assumed. */
  statedTermParts: TermPart[]
}

/** Given parts of a term; a day of signing counts only when no first day is given. */
export type TermFacts = { startDate?: LocalDate; signedDate?: LocalDate; duration?: Duration; expiryDate?: LocalDate }

/** Contradiction between parts of a term: the part, and a Dutch reason. */
type Doubt = { part: 'startDate' | 'signedDate' | 'expiryDate'; reason: string }
type Found = { term: Term; doubt?: Doubt } | { term: null; doubt: Doubt }

/**
 * Returns the day of signing of a stored contract, its first day (`startDate`) if a sheet gave it, and the parts that
 * were assumed. These are the day of signing when no sheet gave it, and the duration when no sheet gave a duration, a first day or a day of
 * signing. In older rows no part counts as assumed.
 */
export function readGivenTerm({
  signedDate,
  statedTermParts,
  metadata,
}: {
  readonly signedDate: string
  readonly statedTermParts?: readonly string[] | undefined
  readonly metadata?: Pick<ContractMetadata, 'signedDate'> | undefined
}) {
  const stated: readonly string[] = statedTermParts ?? termParts
  const isStart = stated.includes('startDate')
  const signed = metadata?.signedDate
  const isSigned = signed !== undefined || stated.includes('signedDate')
  const assumed: Assumable[] = []
  if (!isSigned) assumed.push('signedDate')
  // With a begin and an end, the duration is computed and not assumed.
  if (!stated.includes('duration') && !isSigned && !isStart) assumed.push('durationValue')
  return { signedDate: signed ?? signedDate, startDate: isStart ? signedDate : undefined, assumed }
}

/** Assumed duration in months when a sheet only gives the end. */
const ASSUMED_MONTHS = 12

const FARTHEST_YEARS = 50
const LONGEST_MONTHS = 600
const PART_NAMES = {
  startDate: 'Ingangsdatum',
  signedDate: 'Tekendatum',
  duration: 'Looptijd',
  expiryDate: 'Geldig tot',
} as const

/** Term of a row, the given parts, and the day of signing, which does not count where a first day is given. */
interface ReadTerm {
  readonly term: Term
  readonly facts: TermFacts
  readonly signedDate: LocalDate | undefined
}

/**
 * Returns the term of a row, computed from its first day or day of signing, its duration and its end; also the given
 * parts (`facts`). Null when problems of the row refuse it. The end wins a contradiction, with a warning (rulings 53).
 */
export function termOf(reading: Reading, today: LocalDate): ReadTerm | null {
  const period = periodIn(reading)
  const startDate = dateIn(reading, 'startDate', today) ?? period?.start
  const signedDate = dateIn(reading, 'signedDate', today, startDate ? warnOfRow : refuseRow)
  const expiryDate = dateIn(reading, 'expiryDate', today) ?? period?.end
  const duration = durationIn(reading, expiryDate)
  if (reading.problems.length > 0) return null
  const facts: TermFacts = {}
  if (startDate) facts.startDate = startDate
  if (signedDate && !startDate) facts.signedDate = signedDate
  if (duration) facts.duration = duration
  if (expiryDate) facts.expiryDate = expiryDate
  const isBegun = startDate !== undefined || signedDate !== undefined
  if (!expiryDate && !(isBegun && duration)) {
    const column = columnNameOf(reading, 'expiryDate', 'Geldig tot')
    refuseRow(reading, column, 'ontbreekt. Vul de einddatum in, of tekendatum en looptijd.')
    return null
  }
  if (!isBegun && !duration) warnOfAssumption(reading)
  const { term, doubt } = termFrom(facts)
  if (doubt)
    (term ? warnOfRow : refuseRow)(reading, columnNameOf(reading, doubt.part, PART_NAMES[doubt.part]), doubt.reason)
  return term && { term, facts, signedDate }
}

/**
 * Returns the term of a stored contract after an import: each part from the sheet, else as given before, else computed
 * (rulings 55). Nothing assumed replaces known values. `doubt` has a Dutch reason when the sheet contradicts a known
 * part.
 */
export function mergeTerm(
  known: Omit<Term, 'statedTermParts'> & { statedTermParts?: readonly string[] },
  sheet: TermFacts,
) {
  const stated = known.statedTermParts ?? termParts
  const before = {
    startDate: known.signedDate,
    signedDate: known.signedDate,
    duration: { value: known.durationValue, unit: known.durationUnit, unitGiven: true },
    expiryDate: known.expiryDate,
  }
  const facts: TermFacts = { ...sheet }
  for (const part of ['startDate', ...termParts] as const) {
    if (stated.includes(part)) Object.assign(facts, { [part]: sheet[part] ?? before[part] })
  }
  if (facts.startDate) delete facts.signedDate
  const { term, doubt } = termFrom(facts)
  const isNews = (Object.keys(facts) as TermPart[]).some((part) => sheet[part] === undefined)
  if (term) return { term, doubt: isNews ? doubt : undefined }
  // With the new dates the known day of signing is impossible, so the contract keeps its duration instead.
  return { term: termBefore(facts.expiryDate ?? before.expiryDate, before.duration, ['expiryDate']), doubt }
}

/**
 * Returns the whole months from `signed` to `expiry`, at least 1. From 1 January to 31 March are three months, as
 * `expiry` may be the last day of the last month.
 */
function monthsSpanned(signed: LocalDate, expiry: LocalDate): number {
  const end = addDays(expiry, 1)
  const distance = (yearOf(end) - yearOf(signed)) * 12 + monthNumberOf(end) - monthNumberOf(signed)
  return Math.max(1, addMonths(signed, distance) <= end ? distance : distance - 1)
}

/** Computes the term: from begin and end, from the end without a begin, or from begin and duration without an end. */
function termFrom(facts: TermFacts): Found {
  const { duration, expiryDate } = facts
  if (expiryDate && firstDayOf(facts)) return termBetween(facts, duration, expiryDate)
  if (expiryDate)
    return { term: termBefore(expiryDate, duration, duration ? ['duration', 'expiryDate'] : ['expiryDate']) }
  const first = firstDayOf(facts)
  if (!first || !duration) throw new Error('These facts tell no end')
  return { term: termWith(first, duration, endAfter(facts, duration), [firstPartOf(facts), 'duration']) }
}

const firstDayOf = ({ startDate, signedDate }: TermFacts) => startDate ?? signedDate
const firstPartOf = ({ startDate }: TermFacts) => (startDate ? 'startDate' : 'signedDate')

/**
 * Returns the last day of a contract. A year from the first day 1-1-2027 ends on 31-12-2027; a year from the day of
 * signing 1-1-2027 ends on 1-1-2028.
 */
function endAfter({ startDate, signedDate }: TermFacts, duration: Duration): LocalDate {
  if (startDate) return addDays(addMonths(startDate, monthsOf(duration)), -1)
  if (!signedDate) throw new Error('These facts tell no end')
  return addMonths(signedDate, monthsOf(duration))
}

function termBetween(facts: TermFacts, duration: Duration | undefined, expiry: LocalDate): Found {
  const first = firstDayOf(facts) ?? expiry
  const part = firstPartOf(facts)
  const late = `${dutchDate(first)} ligt niet voor 'Geldig tot' (${dutchDate(expiry)})`
  if (first >= expiry && !duration) return { term: null, doubt: { part, reason: late } }
  if (first >= expiry) {
    const term = termBefore(expiry, duration, ['duration', 'expiryDate'])
    return { term, doubt: { part, reason: `${late}; ${dutchDate(term.signedDate)} is aangehouden` } }
  }
  const fitting = duration && [duration, ...inYears(duration)].find((candidate) => fits(first, candidate, expiry))
  if (fitting) return { term: termWith(first, fitting, expiry, [part, 'duration', 'expiryDate']) }
  const months = { value: monthsSpanned(first, expiry), unit: 'months', unitGiven: false } as const
  const term = termWith(first, months, expiry, [part, 'expiryDate'])
  if (!duration) return { term }
  const end = dutchDate(endAfter(facts, duration))
  const reason = `${dutchDate(expiry)} is aangehouden, hoewel ${durationText(duration)} vanaf ${dutchDate(first)} eindigt op ${end}`
  return { term, doubt: { part: 'expiryDate', reason } }
}

/**
 * Warning for rows with an assumed duration. The text is the same for all rows, so that it is shown once, with their
 * number.
 */
export const ASSUMED_TERM = `geen looptijd of tekendatum: ${ASSUMED_MONTHS} maanden aangenomen`

/**
 * Warns of an assumed duration, if the sheet has a column for a duration, a period, a start or a signing date. For
 * sheets without any of these, `contractReader` warns of every row.
 */
function warnOfAssumption(reading: Reading): void {
  if ((['duration', 'period', 'startDate', 'signedDate'] as const).some((field) => hasColumn(reading, field)))
    warnOfRow(reading, null, ASSUMED_TERM)
}

const ASSUMED: Duration = { value: ASSUMED_MONTHS, unit: 'months', unitGiven: false }

function termBefore(expiry: LocalDate, duration: Duration = ASSUMED, statedTermParts: TermPart[]): Term {
  return termWith(addMonths(expiry, -monthsOf(duration)), duration, expiry, statedTermParts)
}

function termWith(
  signedDate: LocalDate,
  { value, unit }: Duration,
  expiryDate: LocalDate,
  statedTermParts: TermPart[],
): Term {
  return { signedDate, durationValue: value, durationUnit: unit, expiryDate, statedTermParts }
}

/** Tells whether a contract ends on the day that its begin and duration give, or on the day before that. */
function fits(signed: LocalDate, duration: Duration, expiry: LocalDate): boolean {
  const end = addMonths(signed, monthsOf(duration))
  return end === expiry || end === addDays(expiry, 1)
}

/**
 * Returns a duration without a unit as years, which is tried when the dates show that months are wrong. Empty for a
 * duration with a unit.
 */
function inYears({ value, unitGiven }: Duration): Duration[] {
  return unitGiven ? [] : [{ value, unit: 'years', unitGiven: true }]
}

function monthsOf({ value, unit }: Duration): number {
  return unit === 'years' ? value * 12 : value
}

/** Returns the period in a cell, in the column of periods or of another part of the term. */
function periodIn(reading: Reading) {
  for (const field of ['period', 'expiryDate', 'duration', 'startDate'] as const) {
    const period = parsePeriod(fieldTextOf(reading, field), reading.row.header.dates)
    if (period) return period
  }
  return undefined
}

/** Reads the date of a cell; undefined when it is blank, a period or wrong, which `report` then says. */
function dateIn(
  reading: Reading,
  field: 'startDate' | 'signedDate' | 'expiryDate',
  today: LocalDate,
  report: typeof refuseRow | typeof warnOfRow = refuseRow,
) {
  const text = fieldTextOf(reading, field)
  const { dates } = reading.row.header
  if (text === '' || parsePeriod(text, dates)) return undefined
  const date = parseDate(text, dates)
  const column = columnNameOf(reading, field, PART_NAMES[field])
  if (!date) report(reading, column, `${quoteCell(text)} is geen geldige datum`)
  else if (Math.abs(yearOf(date) - yearOf(today)) > FARTHEST_YEARS) {
    report(reading, column, `${quoteCell(text)} ligt meer dan ${FARTHEST_YEARS} jaar van vandaag`)
    return undefined
  }
  return date ?? undefined
}

/**
 * Reads the duration of a cell; undefined when it is blank, a period or unreadable. An unreadable one gives a warning,
 * or refuses the row when the row has no end (`expiry`).
 */
function durationIn(reading: Reading, expiry: LocalDate | undefined): Duration | undefined {
  const field = fieldTextOf(reading, 'duration') === '' ? 'period' : 'duration'
  const text = fieldTextOf(reading, field)
  if (text === '' || parsePeriod(text, reading.row.header.dates)) return undefined
  // The unit may be in a column of its own or in the header, as in 'Looptijd (jaren)'.
  const unit = parseDurationUnit(fieldTextOf(reading, 'durationUnit')) ?? unitOf(reading, field).duration
  const duration = parseDuration(text, unit)
  if (duration && monthsOf(duration) <= LONGEST_MONTHS) return duration
  const say = expiry ? warnOfRow : refuseRow
  say(reading, columnNameOf(reading, field, 'Looptijd'), `${quoteCell(text)} is geen looptijd in maanden of jaren`)
  return undefined
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
