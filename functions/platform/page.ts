/** A page of a bounded list: how many and from where (rulings 12). */
export interface Paging {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export const DEFAULT_LIMIT = 100

/**
 * Cuts a page out of rows read with one more than `limit`: the cursor is the last row's position, present only when
 * there is more. A position holds nothing but sort values; the partition always comes from the actor's reach.
 */
export function pageOf<T>(rows: readonly T[], limit: number, position: (row: T) => readonly (string | number)[]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return rows.length > limit && last !== undefined ? { items, cursor: encodeCursor(position(last)) } : { items }
}

/** A position as an opaque cursor. */
export const encodeCursor = (parts: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The position a cursor names: that many texts, or null when it is absent or not one of ours. */
export function decodeCursor(cursor: string | undefined, parts: number): string[] | null {
  if (!cursor) return null
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(position) && position.length === parts
      ? position.map((part) => String(part).toWellFormed())
      : null
  } catch {
    return null
  }
}

interface Rows<T> {
  go(options: {
    limit?: number
    cursor: string | null
    order?: 'asc' | 'desc'
    consistent?: true
  }): Promise<{ data: T[]; cursor: string | null }>
}

/** Rows as the table holds them: ElectroDB takes longer over a page of them than DynamoDB and the SDK together. */
const raw = { data: 'raw' } as const
type RawPage<T> = { readonly data: { readonly Items?: readonly Stored<T>[] }; readonly cursor: string | null }
type Stored<T> = T & { readonly __edb_e__: string; readonly __edb_v__: string }

/**
 * The next `count` rows of a query and no more: DynamoDB stops after so many, or goes on where a megabyte was full.
 * (ElectroDB's own `count` reads a whole megabyte and throws the rest away.) For partitions that hold one entity, whose
 * attributes are stored under their own names.
 */
export async function take<T extends object>(
  query: Rows<T>,
  count: number,
  order: 'asc' | 'desc' = 'asc',
): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do cursor = await readPart(query, { limit: count - rows.length, cursor, order }, rows)
  while (cursor !== null && rows.length < count)
  return rows
}

/** Every row of a query whose rows are few by nature. */
export async function readAll<T extends object>(query: Rows<T>, reading: { consistent?: true } = {}): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do cursor = await readPart(query, { ...reading, cursor }, rows)
  while (cursor !== null)
  return rows
}

async function readPart<T extends object>(query: Rows<T>, options: Parameters<Rows<T>['go']>[0], rows: T[]) {
  const reply: unknown = await query.go({ ...options, ...raw })
  const { data, cursor } = reply as RawPage<T>
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
