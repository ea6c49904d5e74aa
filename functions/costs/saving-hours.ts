import { MAX_HOURS, type ProjectType } from '../../shared/api/schemas/costs.ts'
import { addDays, dateText, type LocalDate, localDateOf, now, startOfWeek } from '../../shared/time.ts'
import type { Change } from '../platform/data/commit.ts'
import type { User } from '../platform/identity/user.ts'
import type { DayRow } from './day-entity.ts'
import { buildDayChanges, buildEmptyDay, type DayEntry, entriesOf, findDay, sumHours } from './days.ts'
import { rateOn, readRateCalendar, requireSameRates } from './rate-calendar.ts'
import type { RateCalendar } from './rate-entity.ts'

/**
 * Wanted hours of one kind of work on a day. Null hours remove the entry. Without a description the stored one stays;
 * null removes it.
 */
export interface Cell {
  readonly projectType: ProjectType
  /** Hours in hundredths, within the limits of an entry. */
  readonly hours: number | null
  readonly description?: string | null | undefined
}

/** Row of a day before and after a change, and the cells refused because the day would exceed its limit. */
export interface PlannedDay {
  readonly before: DayRow | null
  readonly after: DayRow
  readonly refused: readonly Cell[]
}

/** Maximum hours of a day, in hundredths. */
const DAY = MAX_HOURS * 100

/** Returns the last day for which hours can be entered. It is Sunday of this week, as people copy whole weeks. */
export const lastDayForHours = (): LocalDate => addDays(startOfWeek(localDateOf(now())), 6)

/** Explains in Dutch why hours cannot be entered for a day after this week; null up to Sunday of this week. */
export function explainLateDate(date: string): string | null {
  const last = lastDayForHours()
  return date > last ? `Vul uren in tot en met deze week (${dateText(last)})` : null
}

/**
 * Applies cells (hours of one kind of work) to the row of a day, or to `empty` when there is none; stores nothing. When
 * the day would exceed 24 hours, applies decreases first and refuses cells that do not fit.
 */
export function applyCells(
  before: DayRow | null,
  empty: DayRow,
  cells: readonly Cell[],
  rates: RateCalendar,
): PlannedDay {
  const start = before ?? empty
  const together = cells.reduce((day, cell) => withCell(day, cell, rates), start)
  if (sumHours(entriesOf(together)) <= DAY) return { before, after: together, refused: [] }
  const growth = (cell: Cell) => (cell.hours ?? 0) - (start.entries[cell.projectType]?.hours ?? 0)
  let after = start
  const refused: Cell[] = []
  for (const cell of [...cells.filter((one) => growth(one) <= 0), ...cells.filter((one) => growth(one) > 0)]) {
    const next = withCell(after, cell, rates)
    if (sumHours(entriesOf(next)) <= DAY) after = next
    else refused.push(cell)
  }
  return { before, after, refused }
}

function withCell(day: DayRow, { projectType, hours, description }: Cell, rates: RateCalendar): DayRow {
  const stored = day.entries[projectType]
  return { ...day, entries: { ...day.entries, [projectType]: hours === null ? undefined : entry(hours) } }

  function entry(hours: number): DayEntry {
    const newDescription = description === undefined ? stored?.description : (description ?? undefined)
    const rate = stored?.rate ?? rateOn(rates, day.date)
    const isSame = stored && stored.hours === hours && stored.description === newDescription && stored.rate === rate
    return isSame ? stored : { hours, description: newDescription, rate, version: (stored?.version ?? 0) + 1 }
  }
}

/** Tells whether a change leaves the row of a day as it is. */
const isUnchangedDay = ({ before, after }: Pick<PlannedDay, 'before' | 'after'>): boolean =>
  (before === null && entriesOf(after).length === 0) ||
  (before !== null &&
    Object.entries(after.entries).every(([kind, entry]) => before.entries[kind as ProjectType] === entry))

/**
 * Reads a person's day and hourly rates, and applies `cells`, the wanted hours per kind of work; stores nothing.
 * `cells` may be a function of the stored day.
 */
export async function planDay(
  person: User,
  date: LocalDate,
  cells: readonly Cell[] | ((before: DayRow | null) => readonly Cell[]),
) {
  const [before, rates] = await Promise.all([findDay(person.id, date), readRateCalendar(person.id)])
  const wanted = typeof cells === 'function' ? cells(before) : cells
  const plan = applyCells(before, buildEmptyDay(person, date, now()), wanted, rates)
  return { ...plan, rates }
}

/**
 * Returns the changes that store a day as `planDay` planned it; none when the day stays the same. They fail with 409
 * when rates or day have changed since they were read.
 */
export const buildPlannedDayChanges = ({
  before,
  after,
  rates,
}: PlannedDay & { readonly rates: RateCalendar }): Change[] =>
  isUnchangedDay({ before, after }) ? [] : buildDayChanges(before, after, { conditions: [requireSameRates(rates)] })
