import type { Office } from '../../shared/api/parts/fields.ts'
import { addMonths, type Instant, localDateOf, monthOf, monthsBetween, now } from '../../shared/time.ts'
import { type Contribution, type CounterKey, Counters, placesOf } from '../platform/data/counters.ts'
import { type Query, readAll } from '../platform/data/rows.ts'
import { tryWrite } from '../platform/data/table.ts'
import { fullName, type User } from '../platform/identity/user.ts'

/** Number of months before the creation of a person or team at which the search for rows begins. */
const MONTHS_BEFORE = 13
/** Number of months after today at which the search for rows ends. */
const MONTHS_AHEAD = 120

/** Maximum number of months read in parallel, and of rows of each month written in parallel. */
const SIDE_BY_SIDE = 10

/** Maximum number of passes over all rows, as an edit may move a row into a month that a pass already covered. */
const MAX_PASSES = 4

/** Query for the rows with the name of a person or team: one for each month (`inMonth`), or one for all rows. */
type RowsOf<Id, Row> =
  | { readonly inMonth: (id: Id, month: string) => Query<Row> }
  | { readonly all: (id: Id) => Query<Row> }

/**
 * Attributes of a kind of record that hold names of people and teams, and the rows to update. It is data alone, so that
 * a bundle which only reads the kind leaves it out.
 */
export interface Named<Row extends Identified, Part extends string = keyof Row & string> {
  readonly entity: Patchable
  readonly people?: { readonly [P in Part]?: RowsOf<string, Row> }
  readonly teams?: { readonly [P in Part]?: RowsOf<number, Row> }
  /** Set when no row is in a future month. */
  readonly isPast?: true
  /** Returns a row's contributions to counters, which hold names of people too. */
  readonly contributions?: (row: Row) => readonly Contribution[]
}

interface Identified {
  readonly id: string
}

/** Any kind of record with names, whatever its rows are. */
type AnyNamed = Omit<Named<Identified, string>, 'contributions'> & {
  readonly contributions?: (row: never) => readonly Contribution[]
}

type PersonName = Pick<User, 'id' | 'firstName' | 'lastName'>
interface TeamName {
  readonly id: number
  readonly name: string
  readonly office: Office
}

/** Rows of one kind with the id of a person or team, and the name of it that they hold. */
interface Renaming<N> {
  readonly named: AnyNamed
  readonly name: N
  /** Visits each row, renamed or not. */
  readonly visit?: (row: Identified) => void
}

/**
 * Writes a new name of a person or team into the rows of some months. Each write changes only the name, while the row
 * still has that person or team. Returns the number of rows that had another name.
 */
async function renameIn<N extends PersonName | TeamName>(
  parts: Readonly<Record<string, RowsOf<N['id'], Identified> | undefined>> | undefined,
  { named, name, visit }: Renaming<N>,
  months: readonly string[],
): Promise<number> {
  let renamed = 0
  const last = named.isPast ? monthOf(localDateOf(now())) : null
  const some = months.filter((month) => last === null || month <= last)
  for (const [part, rowsOf] of Object.entries(parts ?? {})) {
    if (!rowsOf) continue
    const queries = 'all' in rowsOf ? [rowsOf.all(name.id)] : some.map((month) => rowsOf.inMonth(name.id, month))
    await inGroups(queries, async (query) => {
      const rows = await readAll(query)
      if (visit) rows.forEach(visit)
      const others = rows.filter((row) =>
        Object.entries(name).some(([field, text]) => Reflect.get(Reflect.get(row, part), field) !== text),
      )
      await inGroups(others, ({ id }) => {
        const patch = named.entity.patch({ id }).set({ [part]: name } as never)
        return tryWrite(() =>
          patch.where((stored, { eq }) => eq((stored[part] as { id: never }).id, name.id as never)).go(),
        )
      })
      renamed += others.length
    })
  }
  return renamed
}

/** Writes the current name of a person into all rows and counters that hold it. May be repeated. */
export async function propagatePersonName(user: User, kinds: readonly AnyNamed[]): Promise<void> {
  const { id, firstName, lastName } = user
  const counted = new Map<string, CounterKey>()
  const visitOf = (named: AnyNamed) => (row: Identified) => {
    for (const { key } of (named.contributions?.(row as never) ?? []).flatMap(placesOf)) {
      if (key.userId === id) counted.set(`${key.period} ${key.teamId}`, key)
    }
  }
  await repeatUntilDone(user.createdAt, kinds, (named, months) =>
    renameIn(named.people, { named, name: { id, firstName, lastName }, visit: visitOf(named) }, months),
  )
  // Counters come last: a change of a row with the old name writes that name into its counters too.
  await inGroups([...counted.values()], (key) => renameCounter(key, fullName(user)))
}

/** Writes the current name and office of a team into all rows that hold them. May be repeated. */
export const propagateTeamName = (
  { id, name, office, createdAt }: TeamName & { readonly createdAt: string },
  kinds: readonly AnyNamed[],
): Promise<void> =>
  repeatUntilDone(createdAt, kinds, (named, months) =>
    renameIn(named.teams, { named, name: { id, name, office } }, months),
  )

/**
 * Repeats passes over all rows until none needs the new name, at most four. An edit may move a row into a month that
 * was already passed.
 */
async function repeatUntilDone(
  createdAt: string,
  kinds: readonly AnyNamed[],
  rename: (named: AnyNamed, months: readonly string[]) => Promise<number>,
): Promise<void> {
  const from = addMonths(localDateOf(createdAt as Instant), -MONTHS_BEFORE)
  const months = monthsBetween(from, addMonths(localDateOf(now()), MONTHS_AHEAD))
  for (let pass = 0, isDone = false; !isDone && pass < MAX_PASSES; pass++) {
    const renamed = await Promise.all(kinds.map((named) => rename(named, months)))
    isDone = renamed.every((count) => count === 0)
  }
}

const renameCounter = (key: CounterKey, name: string) =>
  tryWrite(() =>
    Counters.patch(key)
      .set({ name })
      .where((row, { ne }) => ne(row.name, name))
      .go(),
  )

/** Does work for all items, ten at a time in parallel. */
async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += SIDE_BY_SIDE) {
    await Promise.all(items.slice(at, at + SIDE_BY_SIDE).map(work))
  }
}

/** The part of an ElectroDB entity that a rename uses. */
interface Patchable {
  patch(key: { id: string }): { set(values: never): { where(condition: Condition): { go(): Promise<unknown> } } }
}

type Condition = (
  stored: Readonly<Record<string, unknown>>,
  compare: { eq(attribute: never, value: never): string },
) => string
