import type { Measure } from '../../shared/measures.ts'
import { addDays, addMonths, type LocalDate, monthsBetween } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commit, isWritten } from '../platform/data/commit.ts'
import {
  BOOK_NOW,
  bookPeriod,
  type Contribution,
  type Counter,
  type CounterKey,
  counterWrite,
  periodsOf,
  personSplitsPeriod,
  placesOf,
  readCounters,
  reportPeriod,
  STANDING,
  splitSumsPeriod,
  teamSumsPeriod,
} from '../platform/data/counters.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'

/** Maximum number of periods whose counters are read at the same time. */
const MAX_PARALLEL = 8

/** Maximum number of counters written in one transaction. */
const WRITE_BATCH = 25

/** A domain's measures, and the functions that count them anew. */
export interface RecountedDomain {
  readonly measures: readonly Measure[]
  /** Returns, for each record in a month, its contributions to counters; all of these have a date in that month. */
  readonly contributionsIn?: (month: string) => AsyncIterable<readonly Contribution[]>
  /** Returns the contributions of each record to the counts without a date. */
  readonly standing?: () => AsyncIterable<readonly Contribution[]>
}

type Counts = Partial<Record<string, number>>

/** One period during a recount: its stored counters and the counts from the records. */
interface Tally {
  readonly period: string
  /** Last month with records that count in it. */
  readonly lastMonth: string
  readonly before: Map<string, Counter>
  readonly must: Map<string, Pick<CounterKey, 'teamId' | 'userId'> & { name: string; counts: Counts }>
}

/** Totals of a recount so far: records read, counters compared, wrong ones and repaired ones. */
export interface Progress {
  readonly month: string
  readonly records: number
  readonly counters: number
  readonly wrong: number
  readonly repaired: number
}

/**
 * Compares the counters of the years `from` to `to` with the records, and with `repair` corrects differences; returns
 * the totals. Reports progress after each month. A counter that differs and changes meanwhile counts as wrong with
 * `repair`, but is not repaired; without `repair` it does not count as wrong.
 */
export async function recount(
  domains: readonly RecountedDomain[],
  { from, to, repair }: { from: number; to: number; repair: boolean },
  report: (progress: Progress) => void,
): Promise<Progress> {
  // `open` holds the periods being counted: those in the month that is read, and weeks and years that end later.
  const sums = { month: '', records: 0, counters: 0, wrong: 0, repaired: 0 }
  const measures = domains.flatMap((domain) => domain.measures)
  const open = new Map<string, Tally>()
  const years = { first: `${from}-01-01` as LocalDate, last: `${to}-12-31` as LocalDate }
  // Reads one more month at either side, for weeks that span two months.
  for (const month of monthsBetween(addMonths(years.first, -1), addMonths(years.last, 1))) {
    await runInParallel(
      [...startingIn(month, years)].filter(([period]) => !open.has(period)),
      async ([period, lastMonth]) => void open.set(period, await tallyOf(period, lastMonth)),
      MAX_PARALLEL,
    )
    const isWithin = month >= years.first.slice(0, 7) && month <= years.last.slice(0, 7)
    for (const domain of domains) {
      for await (const contributions of domain.contributionsIn?.(month) ?? []) {
        if (isWithin) sums.records += 1
        for (const contribution of contributions) add(open, contribution)
      }
    }
    for (const tally of [...open.values()].filter(({ lastMonth }) => lastMonth <= month)) {
      open.delete(tally.period)
      await close(tally)
    }
    sums.month = month
    report(sums)
  }
  const standing = new Map<string, Tally>()
  for (const period of [STANDING, BOOK_NOW]) standing.set(period, await tallyOf(period, ''))
  for (const domain of domains) {
    for await (const contributions of domain.standing?.() ?? []) {
      sums.records += 1
      for (const contribution of contributions) add(standing, contribution)
    }
  }
  for (const tally of standing.values()) await close(tally)
  return sums

  async function close(tally: Tally): Promise<void> {
    const wrong = differencesOf(tally, measures)
    const real = repair ? wrong : await stillWrong(tally, wrong, measures)
    sums.counters += new Set([...tally.must.keys(), ...tally.before.keys()]).size
    sums.wrong += real.length
    if (repair) sums.repaired += await mend(tally, wrong)
  }
}

/** Returns the tally of a period with its stored counters, before counting. */
async function tallyOf(period: string, lastMonth: string): Promise<Tally> {
  const before = new Map((await readCounters(period)).map((row) => [keyOf(row), row]))
  return { period, lastMonth, before, must: new Map() }
}

function daysOf(month: string): LocalDate[] {
  const first = `${month}-01` as LocalDate
  const days: LocalDate[] = []
  for (let date = first; date.startsWith(month); date = addDays(date, 1)) days.push(date)
  return days
}

interface Years {
  readonly first: LocalDate
  readonly last: LocalDate
}

/** Returns the periods that contain a day of a month and overlap the recounted years, each with its last month. */
const startingIn = (month: string, years: Years): ReadonlyMap<string, string> =>
  new Map(daysOf(month).flatMap((date) => [...periodsWith(date, years)]))

function periodsWith(date: LocalDate, { first, last }: Years): [string, string][] {
  const { week, day, month, year } = periodsOf(date)
  const monday = week.slice('week-'.length) as LocalDate
  const sunday = addDays(monday, 6)
  const weeks: [string, string][] = sunday >= first && monday <= last ? [[week, sunday.slice(0, 7)]] : []
  if (date < first || date > last) return weeks
  const ofMonth = [day, month, ...monthsOnly(month)].map((period): [string, string] => [period, month])
  return [...weeks, ...ofMonth, [year, `${year}-12`]]
}

const keyOf = ({ teamId, userId }: Pick<CounterKey, 'teamId' | 'userId'>) => `${teamId}#${userId}`

/** Returns the periods of one month only: of the book and of reports. */
function monthsOnly(month: string): string[] {
  const report = reportPeriod(month)
  return [
    ...[bookPeriod(month), report],
    ...[teamSumsPeriod(report), splitSumsPeriod(report), personSplitsPeriod(report)],
  ]
}

function add(open: Map<string, Tally>, contribution: Contribution): void {
  for (const place of placesOf(contribution)) {
    const tally = open.get(place.key.period)
    if (tally) addTo(tally, place, contribution.by)
  }
}

function addTo({ must }: Tally, { key: { teamId, userId }, name, measure }: Placed, by = 1): void {
  const key = keyOf({ teamId, userId })
  const entry = must.get(key) ?? { teamId, userId, name, counts: {} }
  entry.counts[measure] = (entry.counts[measure] ?? 0) + by
  must.set(key, entry)
}

type Placed = ReturnType<typeof placesOf>[number]

interface Difference {
  readonly key: CounterKey
  readonly name: string
  readonly is: Counts
  readonly must: Counts
}

const pick = (counts: Counts | undefined, measures: readonly Measure[]): Counts =>
  Object.fromEntries(measures.map((measure) => [measure, counts?.[measure] ?? 0]))

const same = (one: Counts, other: Counts) => Object.keys(one).every((measure) => one[measure] === other[measure])

function differencesOf({ period, before, must }: Tally, measures: readonly Measure[]): Difference[] {
  return [...new Set([...must.keys(), ...before.keys()])].flatMap((id) => {
    const whose = must.get(id) ?? before.get(id)
    const [is, ought] = [pick(before.get(id)?.counts, measures), pick(must.get(id)?.counts, measures)]
    if (!whose || same(is, ought)) return []
    return [{ key: { period, teamId: whose.teamId, userId: whose.userId }, name: whose.name, is, must: ought }]
  })
}

/** Returns the differences without those whose counters changed during the recount. */
async function stillWrong({ period }: Tally, wrong: readonly Difference[], measures: readonly Measure[]) {
  if (wrong.length === 0) return []
  const nowIs = new Map((await readCounters(period)).map((row) => [keyOf(row), row]))
  return wrong.filter(({ key, is }) => same(pick(nowIs.get(keyOf(key))?.counts, measures), is))
}

/** Repairs counters that have not changed since the recount began; returns their number. */
async function mend({ period }: Tally, wrong: readonly Difference[]): Promise<number> {
  let repaired = 0
  for (let at = 0; at < wrong.length; at += WRITE_BATCH) {
    const batch = wrong.slice(at, at + WRITE_BATCH)
    if (await repairs(period, batch)) repaired += batch.length
    else for (const one of batch) repaired += (await repairs(period, [one])) ? 1 : 0
  }
  return repaired
}

function repairs(period: string, wrong: readonly Difference[]): Promise<boolean> {
  const countsOf = (side: 'is' | 'must') => Object.fromEntries(wrong.map((one) => [keyOf(one.key), one[side]]))
  return isWritten(
    commit(asSystem('recount'), {
      action: 'counter.repair',
      entity: { type: 'counter', id: period },
      before: countsOf('is'),
      after: countsOf('must'),
      write: wrong.map(({ key, name, is, must }) => {
        const by = Object.fromEntries(
          Object.keys(must).map((measure) => [measure, (must[measure] ?? 0) - (is[measure] ?? 0)]),
        )
        return counterWrite({ key, name, by }, is)
      }),
    }),
  )
}
