import type { Sort } from './data-table-types.ts'

/**
 * Reads a sort order from the text in an address, where `-` marks a descending column. Null for the order of the
 * server.
 */
export const sortOf = (text: string | undefined): Sort | null =>
  text ? { id: text.replace('-', ''), desc: text.startsWith('-') } : null

/** Returns a sort order as text for an address: `name`, or `-name` for descending. */
export const sortText = (sort: Sort | null): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '')
