import type { Sort } from './data-table-types.ts'

/**
 * Reads a sort order from the text in an address, where a leading `-` means descending. Null without a text, for the
 * order of the server.
 */
export const sortOf = (text: string | undefined): Sort | null =>
  text ? { id: text.replace('-', ''), desc: text.startsWith('-') } : null

/** Returns a sort order as text for an address: `name`, `-name` for descending, or '' for null. */
export const sortTextOf = (sort: Sort | null): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '')
