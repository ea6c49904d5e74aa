import type { Sort } from './data-table-types.ts'

/** The order an address asks for, a column descending with `-` before it; null for the order the server gave. */
export const sortOf = (text: string | undefined): Sort | null =>
  text ? { id: text.replace('-', ''), desc: text.startsWith('-') } : null

/** The order as the address has it. */
export const sortText = (sort: Sort | null): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '')
