import { invalid } from '../../shared/errors.ts'

/** A page of a bounded list: how many and from where (rulings 12). */
export interface Paging {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export const DEFAULT_LIMIT = 100

declare const listed: unique symbol

/**
 * A page of a list that was read within somebody's reach: what a list's endpoint must return, or it does not compile.
 * Only `listWithin` (functions/records/list.ts) makes one.
 */
export interface Page<T> {
  readonly items: readonly T[]
  /** Where the next page begins; absent on the last. */
  readonly cursor?: string
  /** The cursor of a page that ends with this item, for one whose reply would be too large. */
  readonly cursorAfter: (index: number) => string
  readonly [listed]: true
}

/** A place in a list: the values it is in order of. The partition always comes from the actor's reach. */
export type Position = readonly (string | number)[]

/** A position as an opaque cursor. */
export const encodeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Whether a part of a position is what its list has there. */
export type Part = (value: unknown) => boolean

/** The position a cursor names, or null without one; 400 when it is none of this list's (rulings 11). */
export function decodeCursor(cursor: string | undefined, parts: readonly Part[]): Position | null {
  if (!cursor) return null
  const position = parsed(cursor)
  const isOurs = Array.isArray(position) && position.length === parts.length
  if (!isOurs || !parts.every((isPart, index) => isPart(position[index]))) {
    throw invalid('Deze vervolgpagina bestaat niet. Begin opnieuw bij de eerste pagina.')
  }
  return position.map((part) => (typeof part === 'string' ? part.toWellFormed() : part))
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
