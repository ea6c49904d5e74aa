import { addDays, addMonths, type LocalDate, monthsBetween } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commit, isWritten } from '../platform/commit.ts'
import { type Contribution, type Counter, Counters, type Measure, measures, periodsOf } from '../platform/counters.ts'
import { take } from '../platform/page.ts'
import { Appointments } from './entity.ts'
import { contributionsOf } from './rules.ts'

/** Sales are counted from other records. */
const counted = measures.filter((measure) => measure !== 'sales')

/** Rows read, and counters written in one transaction, at a time. */
const READ_BATCH = 500
const WRITE_BATCH = 25

type Counts = Partial<Record<Measure, number>>

/** One period while it is counted: its counters as they were before, and what the records come to. */
interface Tally {
  readonly period: string
  /** The month after which no record can fall in it any more. */
  readonly lastMonth: string
  readonly before: Map<string, Counter>
  readonly must: Map<string, { readonly teamId: number; readonly userId: string; name: string; counts: Counts }>
}

export interface Progress {
  readonly month: string
  readonly appointments: number
  readonly counters: number
  readonly wrong: number
  readonly repaired: number
}

/**
 * Compares the counters of whole years with the appointments, month by month, and repairs those that differ when asked
 * to. Holds one month of counts at a time (and the running weeks and years). A counter that somebody's change moves
 * meanwhile is left alone. `tell` gets the sums so far after each month.
 */
export async function recount(
  { from, to, repair }: { from: number; to: number; repair: boolean },
  tell: (progress: Progress) => void,
): Promise<Progress> {
  const sums = { month: '', appointments: 0, counters: 0, wrong: 0, repaired: 0 }
  const open = new Map<string, Tally>()
  const years = { first: `${from}-01-01` as LocalDate, last: `${to}-12-31` as LocalDate }
  // A month more at either side: for the weeks that reach across.
  for (const month of monthsBetween(addMonths(years.first, -1), addMonths(years.last, 1))) {
    for (const date of daysOf(month)) await begin(open, date, years)
    for await (const row of appointmentsOf(month)) {
      if (row.date >= years.first && row.date <= years.last) sums.appointments += 1
      for (const contribution of contributionsOf(row)) add(open, contribution)
    }
    for (const tally of [...open.values()].filter(({ lastMonth }) => lastMonth <= month)) {
      open.delete(tally.period)
      const wrong = differencesOf(tally)
      const real = repair ? wrong : await stillWrong(tally, wrong)
      sums.counters += new Set([...tally.must.keys(), ...tally.before.keys()]).size
      sums.wrong += real.length
      if (repair) sums.repaired += await mend(tally, wrong)
    }
    sums.month = month
    tell(sums)
  }
  return sums
}

function daysOf(month: string): LocalDate[] {
  const first = `${month}-01` as LocalDate
  const days: LocalDate[] = []
  for (let date = first; date.startsWith(month); date = addDays(date, 1)) days.push(date)
  return days
}

/** Starts the tallies of the periods that a date falls in, those that touch the years; their counters are read now. */
async function begin(open: Map<string, Tally>, date: LocalDate, years: { first: LocalDate; last: LocalDate }) {
  const periods = periodsOf(date)
  const isWithin = date >= years.first && date <= years.last
  const monday = periods.week.slice('week-'.length) as LocalDate
  const sunday = addDays(monday, 6)
  const lastMonths = {
    [periods.week]: sunday.slice(0, 7),
    ...(isWithin
      ? { [periods.day]: date.slice(0, 7), [periods.month]: periods.month, [periods.year]: `${periods.year}-12` }
      : {}),
  }
  const reachesIn = sunday >= years.first && monday <= years.last
  for (const [period, lastMonth] of Object.entries(lastMonths)) {
    if (open.has(period) || (period === periods.week && !reachesIn)) continue
    const { data } = await Counters.query.primary({ period }).go({ pages: 'all', consistent: true })
    const before = new Map(data.map((row) => [keyOf(row), row]))
    open.set(period, { period, lastMonth, before, must: new Map() })
  }
}

const keyOf = ({ teamId, userId }: Pick<Counter, 'teamId' | 'userId'>) => `${teamId}#${userId}`

async function* appointmentsOf(month: string) {
  for (let after = { start: '', id: '' }, more = true; more; ) {
    const rows = await take(Appointments.query.byMonth({ month }).gt(after), READ_BATCH)
    yield* rows
    const last = rows.at(-1)
    after = last ? { start: last.start, id: last.id } : after
    more = rows.length >= READ_BATCH
  }
}

function add(open: Map<string, Tally>, { date, teamId, userId, name, measure }: Contribution): void {
  for (const period of Object.values(periodsOf(date))) {
    const tally = open.get(period)
    if (!tally) continue
    const key = keyOf({ teamId, userId })
    const entry = tally.must.get(key) ?? { teamId, userId, name, counts: {} }
    entry.counts[measure] = (entry.counts[measure] ?? 0) + 1
    tally.must.set(key, entry)
  }
}

interface Difference {
  readonly teamId: number
  readonly userId: string
  readonly name: string
  readonly is: Counts
  readonly must: Counts
}

const pick = (counts: Counts | undefined): Counts =>
  Object.fromEntries(counted.map((measure) => [measure, counts?.[measure] ?? 0]))

const same = (one: Counts, other: Counts) => counted.every((measure) => one[measure] === other[measure])

function differencesOf({ before, must }: Tally): Difference[] {
  return [...new Set([...must.keys(), ...before.keys()])].flatMap((key) => {
    const whose = must.get(key) ?? before.get(key)
    const [is, ought] = [pick(before.get(key)), pick(must.get(key)?.counts)]
    if (!whose || same(is, ought)) return []
    return [{ teamId: whose.teamId, userId: whose.userId, name: whose.name ?? '', is, must: ought }]
  })
}

/** Without those that somebody's change moved while they were counted. */
async function stillWrong({ period }: Tally, wrong: readonly Difference[]): Promise<Difference[]> {
  if (wrong.length === 0) return []
  const { data } = await Counters.query.primary({ period }).go({ pages: 'all', consistent: true })
  const nowIs = new Map(data.map((row) => [keyOf(row), row]))
  return wrong.filter((one) => same(pick(nowIs.get(keyOf(one))), one.is))
}

/** Repairs counters, those alone that are as they were when the counting began; returns how many. */
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
  const told = (side: 'is' | 'must') => Object.fromEntries(wrong.map((one) => [keyOf(one), one[side]]))
  return isWritten(
    commit(
      asSystem('recount'),
      {
        action: 'counter.repair',
        entity: { type: 'counter', id: period },
        before: told('is'),
        after: told('must'),
        write: wrong.map((one) => repairOf(period, one)),
      },
      undefined,
    ),
  )
}

const repairOf = (period: string, { teamId, userId, name, is, must }: Difference) =>
  Counters.update({ period, teamId, userId })
    .set({ name, ...must })
    .where((row, { eq, notExists }) =>
      counted
        .map((measure) => {
          const asSeen = eq(row[measure], is[measure] ?? 0)
          return is[measure] ? asSeen : `(${asSeen} OR ${notExists(row[measure])})`
        })
        .join(' AND '),
    )
