import { decodeCursor, type Part, type Position } from '../platform/page.ts'
import { type Batch, type Query, take } from '../platform/rows.ts'

/** Rows in an order, read from a position on: what a list, an export and a walk over all rows read from. */
export interface Source<Row> {
  /** Where a reader begins: at its cursor, or at the start. 400 when the cursor is not of this source. */
  begin(cursor: string | undefined): Position | null
  /** The next rows after a position, at most `limit`; `next` is where they go on, null when there are no more. */
  read(after: Position | null, limit: number): Promise<Stretch<Row>>
  positionOf(row: Row): Position
}

interface Stretch<Row> {
  readonly rows: readonly Row[]
  readonly next: Position | null
  /** Calls that it took. */
  readonly parts: number
  /** Rows that it took, where it leaves some of them out. */
  readonly looked?: number
}

export type Order = 'asc' | 'desc'

/** A part of a sort key that is text. */
export const text: Part = (value) => typeof value === 'string'
/** A part of a sort key that is a whole number. */
export const whole: Part = (value) => Number.isSafeInteger(value)

/** The names of a sort key's values, in its order, with what each is; the last one makes a row the only one there. */
export type SortKeys<Row> = Readonly<Partial<Record<keyof Row & string, Part>>>

/** A query on an index, by its partition key. */
export interface Partition<Row> extends Query<Row> {
  gt(after: never): Query<Row>
  lt(after: never): Query<Row>
}

/** The rows of one partition, or of several as one list, in the order of their sort key. */
export function inOrder<Row extends object>(
  keys: SortKeys<Row>,
  partitions: readonly Partition<Row>[],
  order: Order = 'asc',
): Source<Row> {
  const positionOf = positionIn(keys)
  return {
    positionOf,
    begin: (cursor) => decodeCursor(cursor, Object.values(keys) as Part[]),
    read: async (after, limit) => {
      const { rows, isOver, parts } = await nextRows(keys, partitions, after, limit, order)
      const last = rows.at(-1)
      return { rows, next: isOver || !last ? null : positionOf(last), parts }
    },
  }
}

/** How many rows a walk over all of them reads at once. */
const WALK_BATCH = 500

/** Every row of a source, however many there are; for what goes over all of them, such as a recount. */
export async function* everyRow<Row>(source: Source<Row>): AsyncIterable<Row> {
  let position = source.begin(undefined)
  do {
    const { rows, next } = await source.read(position, WALK_BATCH)
    yield* rows
    position = next
  } while (position !== null)
}

/** Reads all rows of a source, in its order. */
export async function allRows<Row>(source: Source<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of everyRow(source)) rows.push(row)
  return rows
}

/** How rows that were read already stand one after another in an order of their own. */
export interface Listed<Row> {
  readonly positionOf: (row: Row) => Position
  readonly parts: readonly Part[]
  readonly compare: (one: Position, other: Position) => number
}

/** Rows that were read already: those of a list that is short by nature, or in an order that no index has. */
export function asListed<Row>(rows: readonly Row[], order?: Listed<Row>): Source<Row> {
  const { positionOf, parts, compare }: Listed<Row> = order ?? { positionOf: () => [], parts: [], compare: () => 1 }
  return {
    positionOf,
    begin: (cursor) => decodeCursor(cursor, parts),
    read: async (after, limit) => {
      const rest = after ? rows.filter((row) => compare(positionOf(row), after) > 0) : rows
      const taken = rest.slice(0, limit)
      const last = taken.at(-1)
      return { rows: taken, next: last !== undefined && rest.length > limit ? positionOf(last) : null, parts: 0 }
    },
  }
}

export const positionIn =
  <Row extends object>(keys: SortKeys<Row>) =>
  (row: Row): Position =>
    Object.keys(keys).map((name) => row[name as keyof Row] as string | number)

/** By the values of a position, the first that differs. */
export function byPosition(one: Position, other: Position): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] as typeof value
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}

/** The next rows over all partitions, each row once. */
export async function nextRows<Row extends object>(
  keys: SortKeys<Row>,
  partitions: readonly Partition<Row>[],
  after: Position | null,
  limit: number,
  order: Order,
): Promise<Batch<Row>> {
  const names = Object.keys(keys)
  const place = after && (Object.fromEntries(names.map((name, index) => [name, after[index]])) as never)
  const batches = await Promise.all(
    partitions.map((all) => take(place ? (order === 'asc' ? all.gt(place) : all.lt(place)) : all, limit, { order })),
  )
  const [only] = batches
  return only && batches.length === 1 ? only : merged(batches, positionIn(keys), limit, order)
}

/** Rows of several partitions as one; only as far as each of them was read. */
function merged<Row>(batches: readonly Batch<Row>[], positionOf: (row: Row) => Position, limit: number, order: Order) {
  const inOrder = (one: Row, other: Row) => byPosition(positionOf(one), positionOf(other)) * (order === 'asc' ? 1 : -1)
  const unread = batches.filter(({ isOver }) => !isOver).flatMap(({ rows }) => rows.slice(-1))
  const [edge] = unread.sort(inOrder)
  const once = new Map(batches.flatMap(({ rows }) => rows).map((row) => [JSON.stringify(positionOf(row)), row]))
  const known = [...once.values()].sort(inOrder).filter((row) => edge === undefined || inOrder(row, edge) <= 0)
  const rows = known.slice(0, limit)
  const isOver = edge === undefined && rows.length === known.length
  return { rows, isOver, parts: Math.max(0, ...batches.map(({ parts }) => parts)) }
}
