import { invalid } from '../../../shared/errors.ts'

/** Page size and cursor of a bounded list (rulings 12). */
export interface Paging {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export const DEFAULT_LIMIT = 100

declare const listed: unique symbol

/**
 * A page of a list that was read within an actor's reach. A list endpoint that returns anything else does not compile.
 * Only `listWithin` (functions/records/list.ts) makes pages.
 */
export interface Page<T> {
  readonly items: readonly T[]
  /** Cursor of the next page; absent on the last. */
  readonly cursor?: string
  /** Returns the cursor after an item, for a page that is cut there because its reply would be too large. */
  readonly cursorAfter: (index: number) => string
  readonly [listed]: true
}

/** A place in a list: the values of the sort key of a row. The partition always comes from the actor's reach. */
export type Position = readonly (string | number)[]

/** Encodes a position as an opaque cursor. */
export const encodeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** A check of one value of a position, as a cursor from outside may hold anything. */
export type Part = (value: unknown) => boolean

/**
 * Decodes a cursor into a position; null without a cursor. Throws 400 when a value fails the check of its place in
 * `parts` (rulings 11).
 */
export function decodeCursor(cursor: string | undefined, parts: readonly Part[]): Position | null {
  if (!cursor) return null
  const position = parseJson(cursor)
  const isOurs = Array.isArray(position) && position.length === parts.length
  if (!isOurs || !parts.every((isPart, index) => isPart(position[index]))) {
    throw invalid('Deze vervolgpagina bestaat niet. Begin opnieuw bij de eerste pagina.')
  }
  return position.map((part) => (typeof part === 'string' ? part.toWellFormed() : part))
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
