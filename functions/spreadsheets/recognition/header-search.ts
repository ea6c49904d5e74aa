import type { TableRow } from '../formats/sheet.ts'
import type { DateReading } from '../values/cell-values.ts'
import { type Header, headerWithFields, type Vocabulary } from './header.ts'
import { LONGEST_HEADER } from './header-text.ts'
import { headerFingerprint, type LayoutsOf } from './layout-print.ts'
import { cellsOf, type Part } from './side-by-side.ts'

/**
 * Returns the first complete header among a sheet's first rows, or null. `lackOf` names what a header lacks, null for a
 * complete one; `lacks` has these names for the rows before the header. A header may span two rows, such as 'Klant'
 * above 'Naam' and 'Plaats'; its row number is then that of the lower row.
 */
export function findHeader<F extends string>(
  rows: readonly TableRow[],
  words: Vocabulary<F>,
  lackOf: (header: Header<F>) => string | null,
  dates: DateReading,
): { header: Header<F> | null; lacks: string[] } {
  const lacks: string[] = []
  const headerIn = (row: TableRow, above?: TableRow) =>
    words.headerFrom(above ? joinRows(above.cells, row.cells, words) : row.cells, row.number, dates)
  for (const [index, row] of rows.entries()) {
    const alone = headerIn(row)
    const above = rows[index - 1]
    const below = rows[index + 1]
    const withAbove = above?.number === row.number - 1 ? headerIn(row, above) : null
    if (withAbove && lackOf(withAbove) === null && isBetter(withAbove, alone)) return { header: withAbove, lacks }
    const lack = lackOf(alone)
    if (lack !== null) {
      lacks.push(lack)
      continue
    }
    const withBelow = below?.number === row.number + 1 ? headerIn(below, row) : null
    const isSplit =
      withBelow && below && isHeading(below, withBelow, words) && countFields(withBelow) > countFields(alone)
    return { header: isSplit ? withBelow : alone, lacks }
  }
  return { header: null, lacks }
}

/**
 * Tells whether a row may be the header of another table, below the current `tables`. A row with a digit in the column
 * of a `notInTotals` field, such as an end date, is no header but a record.
 */
export function mayBeHeader<F extends string>(
  notInTotals: readonly F[],
  tables: readonly Part<F>[],
  { cells }: TableRow,
): boolean {
  for (const { header, first } of tables) {
    for (const field of notInTotals)
      if (DIGIT.test(cells[first + (header.columns[field] ?? -first - 1)] ?? '')) return false
  }
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length < 2 || filled.some((cell) => cell.length > LONGEST_HEADER || cell.includes('@'))) return false
  return !tables.some((table) => isSame(table.header, cellsOf(table, cells)))
}

/**
 * Reads a row below a table as the header of a further table. Returns null when it is no header, or 'unknown' for an
 * incomplete header.
 */
export function readHeaderBelow<F extends string>(
  { words, lackOf }: { readonly words: Vocabulary<F>; readonly lackOf: (header: Header<F>) => string | null },
  { number, cells }: TableRow,
  dates: DateReading,
): Header<F> | 'unknown' | null {
  const header = words.headerFrom(cells, number, dates)
  if (lackOf(header) === null) return header
  const filled = cells.filter((cell) => cell !== '')
  const known = countFields(header)
  const isHeader = known >= FEWEST_OF_UNKNOWN && known * 2 >= filled.length && !filled.some((cell) => DIGIT.test(cell))
  return isHeader ? 'unknown' : null
}

const DIGIT = /\d/
/** Minimum number of known cells in a row that counts as the header of another kind of table. */
const FEWEST_OF_UNKNOWN = 3

const isSame = ({ texts }: Header<string>, cells: readonly string[]) =>
  cells.every((cell, column) => cell === '' || cell === texts[column])

/** Returns the first row for which a person stored a layout, as a header with the layout's fields; null without one. */
export async function findRememberedHeader<F extends string>(
  rows: readonly TableRow[],
  words: Vocabulary<F>,
  layoutsOf: LayoutsOf,
  dates: DateReading,
): Promise<Header<F> | null> {
  const layouts = await layoutsOf(rows.map(({ cells }) => headerFingerprint(cells)))
  for (const { cells, number } of layouts.size > 0 ? rows : []) {
    const layout = layouts.get(headerFingerprint(cells))
    if (!layout) continue
    const { fields, monthFirst } = layout
    const known = fields.map((field) => words.fieldOf(field))
    return headerWithFields(words.headerFrom(cells, number, { ...dates, monthFirst }), known)
  }
  return null
}

/**
 * Returns the texts of a header of two rows. A column has both texts where together they are a known header, or where
 * the lower text occurs twice. Any other column has the lower text, or the upper one above a blank cell.
 */
function joinRows<F extends string>(
  above: readonly string[],
  cells: readonly string[],
  { recogniseHeader }: Vocabulary<F>,
): string[] {
  let group = ''
  return Array.from({ length: Math.max(above.length, cells.length) }, (_, column) => {
    group = above[column] || group
    const text = cells[column] ?? ''
    if (text === '') return above[column] ?? ''
    const both = `${group} ${text}`.trim()
    const isAmbiguous = cells.indexOf(text) !== cells.lastIndexOf(text)
    return isAmbiguous || recogniseHeader(both) !== undefined ? both : text
  })
}

const countFields = ({ columns }: Header<string>) => Object.keys(columns).length

/** Tells whether two rows together give more, or other, fields than the lower one. */
const isBetter = (both: Header<string>, lower: Header<string>) =>
  countFields(both) > countFields(lower) ||
  (countFields(both) === countFields(lower) && both.fields.some((field, column) => field !== lower.fields[column]))

/** Tells whether all filled cells of a row are headings. */
const isHeading = <F extends string>({ cells }: TableRow, header: Header<F>, { recogniseHeader }: Vocabulary<F>) =>
  cells.every(
    (cell, column) => cell === '' || header.fields[column] !== undefined || recogniseHeader(cell) !== undefined,
  )
