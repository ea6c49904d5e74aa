import type { Reach } from '../../../shared/access.ts'
import type { Measure } from '../../../shared/measures.ts'
import { addDays, addMonths, type LocalDate, startOfWeek } from '../../../shared/time.ts'
import { readAll } from './rows.ts'
import { defineEntity, gsi1, primary } from './table.ts'

/**
 * Counts per person and period (a day, a week, a month, a year), changed in the transaction of the record that moves
 * them (rulings 27). Reading one period costs the same however many records there are. Each measure, such as the
 * number of sales, is an attribute of its own.
 *
 * | Read                       | Index   | Key                     |
 * | all counters of a period   | primary | period                  |
 * | those of one team          | primary | period · teamId         |
 * | months of reports of one person or team | gsi1 | userId · period (sparse) |
 */
export const Counters = defineEntity('counter', {
  attributes: {
    period: { type: 'string', required: true },
    teamId: { type: 'number', required: true },
    userId: { type: 'string', required: true },
    name: { type: 'string' },
  },
  indexes: {
    primary: primary('count#${period}', 'team#${teamId}#user#${userId}'),
    reports: gsi1('counts#${userId}', '${period}#${teamId}', ({ period }) => isReportPeriod(String(period))),
  },
})

export interface CounterKey {
  readonly period: string
  readonly teamId: number
  readonly userId: string
}

type Counts<M extends string> = Readonly<Partial<Record<M, number>>>

/** A counter, with the measures that were ever counted in it. */
export interface Counter<M extends string = string> extends CounterKey {
  readonly name: string
  readonly counts: Counts<M>
}

/** Returns the names of the periods that contain a date: its day, week (by its Monday), month and year. */
export const periodsOf = (date: LocalDate) => ({
  day: date as string,
  week: `week-${startOfWeek(date)}`,
  month: date.slice(0, 7),
  year: date.slice(0, 4),
})

/**
 * Returns the periods that together cover a span of days, both ends included: years, months, weeks within a month, and
 * days.
 */
export function periodsCovering(first: LocalDate, last: LocalDate): string[] {
  const names: string[] = []
  for (let date = first; date <= last; ) {
    const { day, week, month, year } = periodsOf(date)
    const monthAfter = addMonths(`${month}-01` as LocalDate, 1)
    const whole = [
      { name: year, from: `${year}-01-01`, end: addMonths(`${year}-01-01` as LocalDate, 12) },
      { name: month, from: `${month}-01`, end: monthAfter },
      { name: week, from: startOfWeek(date), end: addDays(date, 7) },
    ].find(({ name, from, end }) => from === date && addDays(end, -1) <= last && (name !== week || end <= monthAfter))
    names.push(whole?.name ?? day)
    date = whole?.end ?? addDays(date, 1)
  }
  return names
}

/** Period of counts that describe the current state and have no date, such as the leads of each status. */
export const STANDING = 'now'

/**
 * Counter period of the ledger: a month of balances, or the current state. The counters of people have other periods.
 */
export type BookPeriod = `book-${string}`

/** Returns the counter period for a month `yyyy-mm` of the book (the ledger): `book-2026-11`. */
export const bookPeriod = (month: string): BookPeriod => `book-${month}`

/** Period under which the present balances of the book are counted. */
export const BOOK_NOW: BookPeriod = 'book-now'

/**
 * A period of reports: one month. Each contribution counts for the person and for the team, in total and for its split
 * (such as a provider).
 */
export type ReportPeriod = `report-${string}`

/** Returns the counter period for a month `yyyy-mm` of reports: `report-2026-11`. */
export const reportPeriod = (month: string): ReportPeriod => `report-${month}`

/** Returns the counter period for the sums of whole teams in a month of reports: `report-2026-11-teams`. */
export const teamSumsPeriod = (period: ReportPeriod): string => `${period}-teams`

/**
 * Returns the counter period for the sums of teams by split (such as one provider) in a month of reports:
 * `report-2026-11-splits`.
 */
export const splitSumsPeriod = (period: ReportPeriod): string => `${period}-splits`

/**
 * Returns the counter period for the counts of people by split in a month of reports: `report-2026-11-people`. Reports
 * read them only by provider, so they are apart from the counts of people in total.
 */
export const personSplitsPeriod = (period: ReportPeriod): string => `${period}-people`

/** Returns the `userId` of counters that hold the sum of a whole team, in place of a user's id. */
export const teamSumId = (teamId: number): string => `team-${teamId}`

/** Returns the `userId` of counters that hold a team's sums per split (such as a provider), in place of a user's id. */
export const teamSplitsId = (teamId: number): string => `splits-${teamId}`

/** Returns the name under which a measure is counted for one split (`of`, such as a provider). */
export const splitMeasure = <M extends string, S extends string>(measure: M, of: S) => `${measure}-${of}` as const

/** Time of a contribution: a date, the current state, or a period of the ledger or of reports. */
type When = LocalDate | typeof STANDING | BookPeriod | ReportPeriod

const isBookPeriod = (date: string): date is BookPeriod => date.startsWith('book-')
const isReportPeriod = (date: string): date is ReportPeriod => date.startsWith('report-')

/** Returns the names of the periods in which a contribution of a date counts. */
const periodNames = (date: Exclude<When, ReportPeriod>): string[] =>
  date === STANDING || isBookPeriod(date) ? [date] : Object.values(periodsOf(date))

/** Amount that one record adds to a measure of one person, on one date or for as long as the record has this state. */
export interface Contribution<M extends string = string> {
  readonly date: When
  readonly teamId: number
  readonly userId: string
  readonly name: string
  readonly measure: M
  /** Amount to add, a whole number; 1 by default. */
  readonly by?: number
  /**
   * For a period of reports: a split, such as a provider. The amount is then counted for this split and for the whole.
   */
  readonly of?: string | undefined
}

/** A counter and the measure in it that a contribution changes. */
interface Place {
  readonly key: CounterKey
  readonly name: string
  readonly measure: string
}

/** Returns every counter and measure that a contribution changes. */
export function placesOf({ date, teamId, userId, name, measure, of }: Contribution): Place[] {
  const own = { teamId, userId }
  if (!isReportPeriod(date)) return periodNames(date).map((period) => ({ key: { ...own, period }, name, measure }))
  const team = { key: { teamId, userId: teamSumId(teamId), period: teamSumsPeriod(date) }, name: '', measure }
  const whole = [{ key: { ...own, period: date }, name, measure }, team]
  if (of === undefined) return whole
  const split = splitMeasure(measure, of)
  return [
    ...whole,
    { key: { ...own, period: personSplitsPeriod(date) }, name, measure: split },
    { key: { teamId, userId: teamSplitsId(teamId), period: splitSumsPeriod(date) }, name: '', measure: split },
  ]
}

/** Change of one counter: an amount for each measure. */
export interface Move {
  readonly key: CounterKey
  readonly name: string
  readonly by: Counts<string>
}

const idOf = ({ period, teamId, userId }: CounterKey) => `${period}#${teamId}#${userId}`

/** Adds up the moves of the same counter; leaves out sums of 0. */
function addUp(moves: readonly Move[]): Move[] {
  const sums = new Map<string, Move & { by: Record<string, number> }>()
  for (const { key, name, by } of moves) {
    const sum = sums.get(idOf(key)) ?? { key, name, by: {} }
    for (const [measure, count = 0] of Object.entries(by)) sum.by[measure] = (sum.by[measure] ?? 0) + count
    sums.set(idOf(key), { ...sum, name: name || sum.name })
  }
  return [...sums.values()]
    .map((move) => ({ ...move, by: Object.fromEntries(Object.entries(move.by).filter(([, count]) => count !== 0)) }))
    .filter(({ by }) => Object.keys(by).length > 0)
}

/**
 * Returns the counter changes of a record whose contributions change from `before` to `after`; either list may be
 * empty. Leaves out changes that cancel each other out.
 */
export function movesOf(before: readonly Contribution[], after: readonly Contribution[]): Move[] {
  const moves = (contributions: readonly Contribution[], sign: 1 | -1) =>
    contributions.flatMap((one) =>
      placesOf(one).map(({ key, name, measure }) => ({ key, name, by: { [measure]: sign * (one.by ?? 1) } })),
    )
  return addUp([...moves(before, -1), ...moves(after, 1)])
}

/** Returns the writes of counter changes for a transaction, one per counter. */
export const counterWrites = (moves: readonly Move[]) => addUp(moves).map((move) => counterWrite(move))

interface UpdateParams {
  readonly UpdateExpression: string
  readonly ExpressionAttributeNames: Record<string, string>
  readonly ExpressionAttributeValues: Record<string, unknown>
}

/**
 * Returns the write of one counter change. With `seen` the write fails unless the counter still has those values; an
 * absent measure counts as 0. The entity does not declare measures as attributes, so this function adds them to the
 * parameters that ElectroDB makes.
 */
export function counterWrite({ key, name, by }: Move, seen: Counts<string> = {}) {
  const update = Counters.update(key)
    .set(name === '' ? {} : { name })
    .params<UpdateParams>()
  const names = { ...update.ExpressionAttributeNames }
  const values = { ...update.ExpressionAttributeValues }
  const placed = (
    kind: string,
    counts: Counts<string>,
    write: (name: string, value: string, count: number) => string,
  ) =>
    Object.entries(counts).map(([measure, count = 0], index) => {
      names[`#${kind}${index}`] = measure
      values[`:${kind}${index}`] = count
      return write(`#${kind}${index}`, `:${kind}${index}`, count)
    })
  const moves = placed('by', by, (name, value) => `${name} ${value}`)
  const conditions = placed('seen', seen, (name, value, count) =>
    count === 0 ? `(${name} = ${value} OR attribute_not_exists(${name}))` : `${name} = ${value}`,
  )
  const params = {
    ...update,
    UpdateExpression: `${update.UpdateExpression} ADD ${moves.join(', ')}`,
    ...(conditions.length > 0 ? { ConditionExpression: conditions.join(' AND ') } : {}),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
  return { params: () => params }
}

/** Returns all counters of one period, of every team and person, strongly consistent. */
export async function readCounters(period: string): Promise<Counter[]> {
  return (await readAll(Counters.query.primary({ period }), { consistent: true })).map(counterOf)
}

/** Returns the counters of one period within a reach: of everybody, of a team, or of one person. */
export async function readCountersWithin<M extends string>(period: string, reach: Reach): Promise<Counter<M>[]> {
  const all = Counters.query.primary({ period })
  const query = reach.scope === 'team' ? all.begins({ teamId: reach.teamId }) : all
  const rows = (await readAll(query)).map(counterOf)
  if (reach.scope === 'team') return rows.filter((row) => row.teamId === reach.teamId)
  return reach.scope === 'own' ? rows.filter((row) => row.userId === reach.userId) : rows
}

/**
 * Returns the report counters from month `first` to month `last` (`yyyy-mm`), both included. `userId` is the id of a
 * person, or for a team the id that `teamSumId` or `teamSplitsId` gives.
 */
export async function readReportMonths(userId: string, { first, last }: { first: string; last: string }) {
  const until = addMonths(`${last}-01` as LocalDate, 1).slice(0, 7)
  const query = Counters.query
    .reports({ userId })
    .between({ period: reportPeriod(first) }, { period: reportPeriod(until) })
  return (await readAll(query)).map(counterOf)
}

function counterOf({
  period,
  teamId,
  userId,
  name = '',
  ...counts
}: CounterKey & { name?: string | undefined }): Counter {
  return { period, teamId, userId, name, counts: counts as Counts<string> }
}

/** Returns one total: the measures `of`, added up over all counters in `rows`. */
export const sumMeasures = (rows: readonly Counter[], of: readonly Measure[]) =>
  rows.reduce((total, row) => total + of.reduce((part, measure) => part + (row.counts[measure] ?? 0), 0), 0)
