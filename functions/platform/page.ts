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
    limit: number
    cursor: string | null
    order?: 'asc' | 'desc'
  }): Promise<{ data: T[]; cursor: string | null }>
}

/**
 * The next `count` rows of a query and no more: DynamoDB stops after so many, or goes on where a megabyte was full.
 * (ElectroDB's own `count` reads a whole megabyte and throws the rest away.)
 */
export async function take<T>(query: Rows<T>, count: number, order: 'asc' | 'desc' = 'asc'): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: { data: T[]; cursor: string | null } = await query.go({ limit: count - rows.length, cursor, order })
    rows.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null && rows.length < count)
  return rows
}
