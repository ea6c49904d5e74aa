import { removeGuards } from '../../../shared/formula-guards.ts'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, tooMany } from './limits.ts'

/**
 * One row of a sheet: its number as Excel shows it, and its cells from column A on as trimmed text, '' when blank.
 * `covered` holds the texts of merged cells from rows above, by column.
 */
export type TableRow = { number: number; cells: string[]; covered?: readonly (readonly [number, string])[] }

/** Rows of a sheet, read once from the top in blocks, and its hidden rows and columns. */
export type SheetTable = {
  rows: AsyncIterable<TableRow[]>
  /** Set when day numbers count from 1904, as on old Macs. */
  from1904: boolean
  hiddenRows: number
  /** Columns counted from 0, the last one included. */
  hiddenColumns: readonly { first: number; last: number }[]
}

/**
 * A sheet of a file. `name` is the text of its tab; null in a CSV or HTML file. `open` returns null for a sheet without
 * a table, such as a chart.
 */
export type Sheet = { name: string | null; isHidden: boolean; open: () => Promise<SheetTable | null> }

/** Returns rows as a table of a sheet without hidden rows and columns. */
export const plainTable = (rows: AsyncIterable<TableRow[]>): SheetTable => ({
  ...{ rows, from1904: false, hiddenRows: 0, hiddenColumns: [] },
})

/**
 * Sets the text of a column in the cells of a row; columns count from 0. Throws SpreadsheetError for a text beyond the
 * maximum number of columns. Ignores a blank cell there, which may only have a colour.
 */
export function setCell(cells: string[], column: number, text: string): void {
  if (column >= MAX_COLUMNS) {
    if (text === '') return
    throw tooMany('kolommen', MAX_COLUMNS)
  }
  while (cells.length < column) cells.push('')
  cells[column] = text
}

/** Returns the text of a boolean cell as a Dutch Excel shows it. */
export const truthText = (value: boolean): string => (value ? 'WAAR' : 'ONWAAR')

/**
 * Returns a cell's text, trimmed and without the apostrophes by which our csv files guard against formulas: +49 30 1234
 * for `'+49 30 1234`, also after another program saved the file. A text over the limit is cut one character after it,
 * so that the row's rules see that it was too long.
 */
export function limitCell(text: string): string {
  const whole = isTrimmed(text) ? text : text.trim()
  const trimmed = whole.includes("'") ? removeGuards(whole) : whole
  return trimmed.length > MAX_CELL_CHARACTERS ? trimmed.slice(0, MAX_CELL_CHARACTERS + 1) : trimmed
}

/** Tells whether a text begins and ends with visible ASCII, as most cells do; this is faster than trimming. */
function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first > SPACE && first < DELETE && last > SPACE && last < DELETE
}

const SPACE = 0x20
const DELETE = 0x7f

/** Bits of a letter's code that are the same for its capital. */
const CAPITAL = 0x5f

/** Returns the number of a column from its letters, large or small, counted from 0: 27 for AB. */
export function columnIndexOf(letters: string): number {
  let column = 0
  for (let place = 0; place < letters.length; place++) column = column * 26 + (letters.charCodeAt(place) & CAPITAL) - 64
  return column - 1
}
