import type { Whole } from '../../../shared/whole.ts'
import { runInParallel } from '../run-in-parallel.ts'
import { batchGet, batchWrite, TABLE_NAME } from './table.ts'

/** Options for reading a query. */
interface Reading {
  readonly order?: 'asc' | 'desc'
  readonly consistent?: true
}

/** A query of ElectroDB. */
export interface Query<T> {
  go(
    options: Reading & { limit?: number; cursor: string | null },
  ): Promise<{ data: Partial<T>[]; cursor: string | null }>
}

/** Option that skips ElectroDB's parsing of a page, which takes longer than DynamoDB and the SDK together. */
const raw = { data: 'raw' } as const
type RawPart<T> = { readonly data: { readonly Items?: readonly Stored<T>[] }; readonly cursor: string | null }
/** A row as the table holds it; rows that are keys alone have no marks of ElectroDB. */
export type Stored<T> = T & Key & { readonly __edb_e__?: string; readonly __edb_v__?: string }

/** Primary key of a row. */
export interface Key {
  readonly pk: string
  readonly sk: string
}

/** Maximum number of parts, each of at most 1 MB, that `takeRows` reads in one call. */
const MAX_PARTS = 6

export interface Batch<T> {
  readonly rows: readonly T[]
  /** Set when the query has no more rows. */
  readonly isOver: boolean
  /** Number of calls to the table. */
  readonly parts: number
}

/**
 * Reads at most the next `count` rows of a query; fewer when they are large. ElectroDB's own `count` reads a whole
 * megabyte and discards the rest. Only for partitions with one entity, whose attributes are stored under their own
 * names.
 */
export async function takeRows<T extends object>(
  query: Query<T>,
  count: number,
  reading: Reading = {},
): Promise<Batch<T>> {
  const { rows, ...batch } = await takeItems(query, count, reading)
  return { ...batch, rows: withoutKeys(rows) }
}

/** Reads at most the next `count` rows of a query as `takeRows` does, with their keys. */
export async function takeItems<T extends object>(
  query: Query<T>,
  count: number,
  reading: Reading = {},
): Promise<Batch<Stored<T>>> {
  const rows: Stored<T>[] = []
  let cursor: string | null = null
  let parts = 0
  do {
    cursor = await readPart(query, { ...reading, limit: count - rows.length, cursor }, rows)
    parts += 1
  } while (cursor !== null && rows.length < count && parts < MAX_PARTS)
  return { rows, isOver: cursor === null, parts }
}

/** Reads every row of a query, for queries that have few rows by nature. */
export const readAll = async <T extends object>(query: Query<T>, reading: Reading = {}): Promise<T[]> =>
  withoutKeys(await readItems(query, reading))

/** Reads every row of a query as `readAll` does, with its keys. */
export async function readItems<T extends object>(query: Query<T>, reading: Reading = {}): Promise<Stored<T>[]> {
  const items: Stored<T>[] = []
  let cursor: string | null = null
  do cursor = await readPart(query, { ...reading, cursor }, items)
  while (cursor !== null)
  return items
}

async function readPart<T extends object>(
  query: Query<T>,
  options: Parameters<Query<T>['go']>[0],
  items: Stored<T>[],
): Promise<string | null> {
  const reply: unknown = await query.go({ ...options, ...raw })
  const { data, cursor } = reply as RawPart<T>
  items.push(...(data.Items ?? []))
  if (items.some((item) => item.__edb_e__ !== items[0]?.__edb_e__)) throw new Error('A partition holds two entities')
  return cursor
}

const storage = new Set([
  'pk',
  'sk',
  '__edb_e__',
  '__edb_v__',
  ...[1, 2, 3, 4, 5].flatMap((n) => [`gsi${n}pk`, `gsi${n}sk`]),
])

/**
 * Returns rows without keys, each with its attributes in the same order. The table returns attributes in a different
 * order per item; rows with one order are several times faster to process.
 */
function withoutKeys<T extends object>(items: readonly Stored<T>[]): T[] {
  const names = [...new Set(items.flatMap(Object.keys))].filter((name) => !storage.has(name)).sort() as (keyof T)[]
  return items.map((item) => {
    const row: Partial<T> = {}
    for (const name of names) {
      const value = item[name]
      if (value !== undefined) row[name] = value
    }
    return row as T
  })
}

/**
 * Casts rows that ElectroDB read to the type `Whole`, in which no attribute is optional. So a copy of a row that
 * forgets an attribute does not compile.
 */
export const asWhole = <T>(read: T) => read as Whole<T>

/** The part of an ElectroDB entity from which keys are made. Its key templates use the names of attributes in rows. */
export interface Plain {
  readonly schema: {
    readonly model: { readonly entity: string; readonly version: string }
    readonly indexes: Readonly<Record<string, Index>>
  }
}
interface Index {
  readonly index?: string
  readonly pk: KeyPart
  readonly sk: KeyPart
}
interface KeyPart {
  readonly field: string
  readonly template: string
}

/** Maximum number of items that DynamoDB reads in one call. */
const GET_TOGETHER = 100
/** Maximum number of items that DynamoDB writes in one call. */
const PUT_TOGETHER = 25

/**
 * Reads rows by key in parallel batches, by default strongly consistent. The keys must be distinct; missing rows are
 * left out and the order is undefined. Bypasses ElectroDB, which takes longer to make a batch than the SDK to send it.
 */
export async function getRows<K extends object, T extends object>(
  entity: Plain & { get(keys: K[]): { go(): Promise<{ data: T[] }> } },
  keys: readonly K[],
  getting?: Getting,
): Promise<T[]> {
  const items = await getItems(
    keys.map((key) => primaryKeyOf(entity, key)),
    getting,
  )
  return withoutKeys(items as Stored<T>[])
}

/** Options for reading rows by key. */
interface Getting {
  /** False for a read that may miss the latest changes and costs half. */
  readonly consistent: boolean
}

/**
 * Reads rows of any kind by their primary keys in parallel batches, with their keys. The keys must be distinct; missing
 * rows are left out and the order is undefined.
 */
export async function getItems(
  keys: readonly Key[],
  { consistent }: Getting = { consistent: true },
): Promise<Stored<Record<string, unknown>>[]> {
  const replies = await Promise.all(
    splitIntoBatches(keys, GET_TOGETHER).map((Keys) =>
      batchGet({ RequestItems: { [TABLE_NAME]: { Keys, ConsistentRead: consistent } } }),
    ),
  )
  return replies.flat() as Stored<Record<string, unknown>>[]
}

/**
 * Writes rows in parallel batches and replaces those with the same key without any check; their keys must be distinct.
 */
export async function putRows<T extends object>(
  entity: Plain & { put(rows: T[]): unknown },
  rows: readonly T[],
): Promise<void> {
  await putItems(rows.map((row) => itemOf(entity, row)))
}

/** Writes items as they are in parallel batches, without any check; their keys must be distinct. */
export async function putItems(items: readonly object[]): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }))
  await runInParallel(splitIntoBatches(requests, PUT_TOGETHER), (batch) =>
    batchWrite({ RequestItems: { [TABLE_NAME]: batch } }),
  )
}

/** Deletes rows by key, in parallel batches; their keys must be distinct. */
export async function removeRows<K extends object>(
  entity: Plain & { get(keys: K[]): unknown },
  keys: readonly K[],
): Promise<void> {
  const requests = keys.map((key) => ({ DeleteRequest: { Key: primaryKeyOf(entity, key) } }))
  await runInParallel(splitIntoBatches(requests, PUT_TOGETHER), (batch) =>
    batchWrite({ RequestItems: { [TABLE_NAME]: batch } }),
  )
}

/**
 * Returns a row with its index keys, as DynamoDB stores it. A row without the attributes of an index's partition is not
 * in that index.
 */
export function itemOf({ schema: { model, indexes } }: Plain, row: object): Record<string, unknown> {
  const keys = Object.values(indexes).map((index) => (isIn(index, row) ? keyIn(index, row) : {}))
  return Object.assign({ ...row }, ...keys, { __edb_e__: model.entity, __edb_v__: model.version })
}

/**
 * Returns the primary key of a row as DynamoDB stores it. `key` has the attributes that the key templates of the entity
 * name.
 */
export function primaryKeyOf({ schema }: Plain, key: object): Key {
  const primary = Object.values(schema.indexes).find(({ index }) => index === undefined)
  if (!primary) throw new Error('An entity has a primary index')
  const { pk = '', sk = '' } = keyIn(primary, key)
  return { pk, sk }
}

const isIn = ({ index, pk }: Index, row: object) =>
  index === undefined ||
  [...pk.template.matchAll(/\$\{(\w+)\}/g)].every(([, name = '']) => Reflect.get(row, name) !== undefined)

function keyIn({ pk, sk }: Index, row: object): Record<string, string> {
  const filled = ({ template }: KeyPart) =>
    template.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const value: unknown = Reflect.get(row, name)
      if (value === undefined) throw new Error(`A row without ${name} has no key`)
      return String(value)
    })
  return { [pk.field]: filled(pk), [sk.field]: filled(sk) }
}

/** Splits a list into batches of at most `size` items. */
export const splitIntoBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
