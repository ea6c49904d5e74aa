import type { Sort } from './data-table-types.ts'

/** Reads the sort order of an address, with `-` before a descending column; null for the order of the server. */
export const sortOf = (text: string | undefined): Sort | null =>
  text ? { id: text.replace('-', ''), desc: text.startsWith('-') } : null

/** Writes the sort order as the address stores it. */
export const sortText = (sort: Sort | null): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '')
