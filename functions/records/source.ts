import { type Batch, type Query, takeRows } from '../platform/data/rows.ts'
import { decodeCursor, type Part, type Position } from '../platform/http/page.ts'

/** Ordered rows that can be read from any position on. Lists, exports and recounts read their rows from a source. */
export interface Source<Row> {
  /**
   * Returns the start of reading: the cursor's position, or null for the beginning. Throws 400 for a cursor of another
   * source.
   */
  begin(cursor: string | undefined): Position | null
  /** Reads the next rows after a position, at most `limit`; `next` is where reading continues, null at the end. */
  read(after: Position | null, limit: number): Promise<Stretch<Row>>
  positionOf(row: Row): Position
}

interface Stretch<Row> {
  readonly rows: readonly Row[]
  readonly next: Position | null
  /** Number of calls to the table. */
  readonly parts: number
  /** Number of rows read, when the source leaves some out. */
  readonly looked?: number
}

/** Direction of reading. */
export type Order = 'asc' | 'desc'

/** Tells whether a value of a cursor is text. Lists pass it to `inOrder` as the check of a text in their sort key. */
export const isText: Part = (value) => typeof value === 'string'
/** Tells whether a value of a cursor is a whole number. Lists pass it as the check of a number in their sort key. */
export const isInteger: Part = (value) => Number.isSafeInteger(value)

/** Attributes of a sort key, in order, each with its check; the last one makes a row unique. */
export type SortKeys<Row> = Readonly<Partial<Record<keyof Row & string, Part>>>

/** A query on an index, by its partition key. */
export interface Partition<Row> extends Query<Row> {
  gt(after: never): Query<Row>
  lt(after: never): Query<Row>
}

/** Returns a source that reads one or several partitions as one list, in the order of their sort key. */
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

/** Number of rows that `iterateRows` reads at once. */
const EVERY_BATCH = 500

/** Yields every row of a source, without a limit, for work such as a recount. */
export async function* iterateRows<Row>(source: Source<Row>): AsyncIterable<Row> {
  let position = source.begin(undefined)
  do {
    const { rows, next } = await source.read(position, EVERY_BATCH)
    yield* rows
    position = next
  } while (position !== null)
}

/** Reads all rows of a source, in its order. */
export async function readAllRows<Row>(source: Source<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of iterateRows(source)) rows.push(row)
  return rows
}

/** Order of rows that are in memory. */
export interface MemoryOrder<Row> {
  readonly positionOf: (row: Row) => Position
  readonly parts: readonly Part[]
  readonly compare: (one: Position, other: Position) => number
}

/**
 * Returns a source of rows that are in memory: a short list, or an order that no index has. Without `order`, all rows
 * must fit on one page.
 */
export function sourceInMemory<Row>(rows: readonly Row[], order?: MemoryOrder<Row>): Source<Row> {
  const { positionOf, parts, compare }: MemoryOrder<Row> = order ?? {
    positionOf: () => [],
    parts: [],
    compare: () => 1,
  }
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

/** Returns a function that gives the position of a row: the values of its sort key. */
export const positionIn =
  <Row extends object>(keys: SortKeys<Row>) =>
  (row: Row): Position =>
    Object.keys(keys).map((name) => row[name as keyof Row] as string | number)

/**
 * Compares two positions in a list, for sorting. A position holds the values of a row's sort key, in order; the first
 * value that differs decides.
 */
export function byPosition(one: Position, other: Position): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] as typeof value
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}

/** Reads the next rows after a position, at most `limit`, merged over all partitions, each row once. */
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
    partitions.map((all) =>
      takeRows(place ? (order === 'asc' ? all.gt(place) : all.lt(place)) : all, limit, { order }),
    ),
  )
  const [only] = batches
  return only && batches.length === 1 ? only : mergeBatches(batches, positionIn(keys), limit, order)
}

/** Merges the rows of several partitions, only as far as each of them was read. */
function mergeBatches<Row>(
  batches: readonly Batch<Row>[],
  positionOf: (row: Row) => Position,
  limit: number,
  order: Order,
) {
  const inOrder = (one: Row, other: Row) => byPosition(positionOf(one), positionOf(other)) * (order === 'asc' ? 1 : -1)
  const unread = batches.filter(({ isOver }) => !isOver).flatMap(({ rows }) => rows.slice(-1))
  const [edge] = unread.sort(inOrder)
  const once = new Map(batches.flatMap(({ rows }) => rows).map((row) => [JSON.stringify(positionOf(row)), row]))
  const known = [...once.values()].sort(inOrder).filter((row) => edge === undefined || inOrder(row, edge) <= 0)
  const rows = known.slice(0, limit)
  const isOver = edge === undefined && rows.length === known.length
  return { rows, isOver, parts: Math.max(0, ...batches.map(({ parts }) => parts)) }
}
