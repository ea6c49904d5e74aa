import type { TableRow } from '../formats/sheet.ts'
import { isNothing } from '../values/cell-values.ts'
import type { Header } from './header.ts'
import { plainHeader } from './header-text.ts'
import type { ListedSheet } from './listed.ts'

/** One of several tables side by side: its header, and its columns of the sheet. */
export interface Part<F extends string> {
  readonly header: Header<F>
  readonly first: number
  /** Number of the column after its last one; undefined for the last table. */
  readonly end?: number
}

/** Returns the cells of a row that belong to one of several tables side by side. */
export const cellsOf = ({ first, end }: Part<string>, cells: readonly string[]): readonly string[] =>
  first === 0 && end === undefined ? cells : cells.slice(first, end)

/** Returns the rows below the header of a table, with only the cells of that table. */
export const rowsOf = (part: Part<string>, rows: readonly TableRow[]): TableRow[] =>
  rows
    .filter(({ number }) => number > part.header.row)
    .map(({ number, cells }) => ({ number, cells: [...cellsOf(part, cells)] }))

/**
 * Splits a header into tables side by side, at empty columns or where its first heading repeats, if each table is then
 * complete. Otherwise returns one table.
 */
export function splitIntoTables<F extends string>(
  { words, lackOf }: Pick<ListedSheet<F>, 'words' | 'lackOf'>,
  header: Header<F>,
): Part<F>[] {
  const { texts, row, dates } = header
  for (const starts of [startsBehindGaps(texts), startsOfRepeats(texts)]) {
    const parts = starts.map((first, index): Part<F> => {
      const end = starts[index + 1]
      const part = { first, header: words.headerFrom(texts.slice(first, end), row, dates, first) }
      return end === undefined ? part : { ...part, end }
    })
    if (parts.length > 1 && parts.every((part) => lackOf(part.header) === null)) return parts
  }
  return [{ header, first: 0 }]
}

const startsBehindGaps = (texts: readonly string[]) =>
  [...texts.keys()].filter((column) => texts[column] !== '' && (column === 0 || texts[column - 1] === ''))

function startsOfRepeats(texts: readonly string[]): number[] {
  const first = texts.findIndex((text) => text !== '')
  const heading = plainHeader(texts[first] ?? '')
  return [...texts.keys()].filter((column) => heading !== '' && plainHeader(texts[column] ?? '') === heading)
}

/**
 * Tells whether two columns match a decisive field equally well but differ, so that a person must choose (decision 58).
 */
export function isUnclear<F extends string>(
  { decisive = [], unfit = {} }: Pick<ListedSheet<F>, 'decisive' | 'unfit'>,
  part: Part<F>,
  rows: readonly TableRow[],
): boolean {
  const { rivals, columns, row } = part.header
  return decisive.some((field) => {
    const [best, others] = [columns[field], rivals[field] ?? []]
    if (best === undefined || others.length === 0) return false
    return rows.some(({ number, cells }) => {
      const own = number > row ? cellsOf(part, cells) : []
      const found = [best, ...others].map((column) => own[column] ?? '')
      const known = found.filter((text) => !isNothing(text) && !unfit[field]?.(text))
      return new Set(known.map(plainHeader)).size > 1
    })
  })
}
