import { MAX_HOURS, type ProjectType } from '../../shared/contract/costs.ts'
import { addDays, dateText, type LocalDate, localDateOf, now, startOfWeek } from '../../shared/time.ts'
import type { Change } from '../platform/commit.ts'
import type { User } from '../platform/user.ts'
import type { DayRow } from './day-entity.ts'
import { type DayEntry, dayChanges, emptyDay, entriesOf, findDay, hoursIn } from './days.ts'
import { calendarOf, rateOn, ratesStand } from './rate-calendar.ts'
import type { RateCalendar } from './rate-entity.ts'

/** One kind of work on a day, as somebody wants it; without hours it is emptied, an absent description stays. */
export interface Cell {
  readonly projectType: ProjectType
  /** Hundredths of hours, within the limits of an entry. */
  readonly hours: number | null
  readonly description?: string | null | undefined
}

/** What a day comes to, and the cells that would take it beyond its limit. */
export interface Planned {
  readonly before: DayRow | null
  readonly after: DayRow
  readonly refused: readonly Cell[]
}

/** Hundredths of hours that a day has. */
const DAY = MAX_HOURS * 100

/** Returns the last day that hours are entered for: the end of this week, as whole weeks are copied. */
export const lastDayForHours = (): LocalDate => addDays(startOfWeek(localDateOf(now())), 6)

/** Returns why hours are not entered for a day; null where they are. */
export function whyNoHours(date: string): string | null {
  const last = lastDayForHours()
  return date > last ? `Vul uren in tot en met deze week (${dateText(last)})` : null
}

/** Puts cells into a day: all of them, or where they are too many hours those that fit, emptied and fewer hours first. */
export function planned(before: DayRow | null, empty: DayRow, cells: readonly Cell[], rates: RateCalendar): Planned {
  const start = before ?? empty
  const together = cells.reduce((day, cell) => withCell(day, cell, rates), start)
  if (hoursIn(entriesOf(together)) <= DAY) return { before, after: together, refused: [] }
  const growth = (cell: Cell) => (cell.hours ?? 0) - (start.entries[cell.projectType]?.hours ?? 0)
  let after = start
  const refused: Cell[] = []
  for (const cell of [...cells.filter((one) => growth(one) <= 0), ...cells.filter((one) => growth(one) > 0)]) {
    const next = withCell(after, cell, rates)
    if (hoursIn(entriesOf(next)) <= DAY) after = next
    else refused.push(cell)
  }
  return { before, after, refused }
}

function withCell(day: DayRow, { projectType, hours, description }: Cell, rates: RateCalendar): DayRow {
  const stored = day.entries[projectType]
  return { ...day, entries: { ...day.entries, [projectType]: hours === null ? undefined : entry(hours) } }

  function entry(hours: number): DayEntry {
    const told = description === undefined ? stored?.description : (description ?? undefined)
    const rate = stored?.rate ?? rateOn(rates, day.date)
    const isSame = stored && stored.hours === hours && stored.description === told && stored.rate === rate
    return isSame ? stored : { hours, description: told, rate, version: (stored?.version ?? 0) + 1 }
  }
}

/** Returns whether nothing of a day changes. */
export const isSameDay = ({ before, after }: Pick<Planned, 'before' | 'after'>): boolean =>
  (before === null && entriesOf(after).length === 0) ||
  (before !== null &&
    Object.entries(after.entries).every(([kind, entry]) => before.entries[kind as ProjectType] === entry))

/** Reads a day with the rates that count in it, and plans what cells make of it. */
export async function planDay(
  person: User,
  date: LocalDate,
  cells: readonly Cell[] | ((before: DayRow | null) => readonly Cell[]),
) {
  const [before, rates] = await Promise.all([findDay(person.id, date), calendarOf(person.id)])
  const wanted = typeof cells === 'function' ? cells(before) : cells
  const plan = planned(before, emptyDay(person, date, now()), wanted, rates)
  return { ...plan, rates }
}

/** Returns the changes that store a planned day, on condition that rates and day are still as they were read. */
export const changesOf = ({ before, after, rates }: Planned & { readonly rates: RateCalendar }): Change[] =>
  isSameDay({ before, after }) ? [] : dayChanges(before, after, { conditions: [ratesStand(rates)] })
