import type { Whole } from '../../shared/whole.ts'

/** How a query is read. */
interface Reading {
  readonly order?: 'asc' | 'desc'
  readonly consistent?: true
}

/** A query of ElectroDB's, as it is run. */
export interface Query<T> {
  go(
    options: Reading & { limit?: number; cursor: string | null },
  ): Promise<{ data: Partial<T>[]; cursor: string | null }>
}

/** Rows as the table holds them: ElectroDB takes longer over a page of them than DynamoDB and the SDK together. */
const raw = { data: 'raw' } as const
type RawPart<T> = { readonly data: { readonly Items?: readonly Stored<T>[] }; readonly cursor: string | null }
type Stored<T> = T & { readonly __edb_e__: string; readonly __edb_v__: string }

/** What is read for one answer at most, in parts of a megabyte: as DynamoDB hands it over. */
const MAX_PARTS = 6

export interface Batch<T> {
  readonly rows: readonly T[]
  /** Whether the query holds no more. */
  readonly isOver: boolean
  /** Calls that it took. */
  readonly parts: number
}

/**
 * The next `count` rows of a query and no more; fewer when they are large: DynamoDB stops after so many, or goes on
 * where a megabyte was full. (ElectroDB's own `count` reads a whole megabyte and throws the rest away.) For partitions
 * that hold one entity, whose attributes are stored under their own names.
 */
export async function take<T extends object>(query: Query<T>, count: number, reading: Reading = {}): Promise<Batch<T>> {
  const rows: T[] = []
  let cursor: string | null = null
  let parts = 0
  do {
    cursor = await readPart(query, { ...reading, limit: count - rows.length, cursor }, rows)
    parts += 1
  } while (cursor !== null && rows.length < count && parts < MAX_PARTS)
  return { rows, isOver: cursor === null, parts }
}

/** Every row of a query whose rows are few by nature. */
export async function readAll<T extends object>(query: Query<T>, reading: Reading = {}): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do cursor = await readPart(query, { ...reading, cursor }, rows)
  while (cursor !== null)
  return rows
}

async function readPart<T extends object>(query: Query<T>, options: Parameters<Query<T>['go']>[0], rows: T[]) {
  const reply: unknown = await query.go({ ...options, ...raw })
  const { data, cursor } = reply as RawPart<T>
  const items = data.Items ?? []
  if (items.some((item) => item.__edb_e__ !== items[0]?.__edb_e__)) throw new Error('A partition holds two entities')
  for (const item of items) rows.push(withoutKeys(item))
  return cursor
}

const storage = new Set([
  'pk',
  'sk',
  '__edb_e__',
  '__edb_v__',
  ...[1, 2, 3, 4, 5].flatMap((n) => [`gsi${n}pk`, `gsi${n}sk`]),
])

function withoutKeys<T extends object>(item: Stored<T>): T {
  const row: Partial<T> = {}
  for (const name in item) if (!storage.has(name)) row[name as keyof T] = item[name as keyof T]
  return row as T
}

/** What ElectroDB read, as the rows are typed that may not be made without every attribute. */
export const whole = <T>(read: T) => read as Whole<T>
