import { MAX_CELL_CHARACTERS, MAX_COLUMNS, tooMany } from './limits.ts'

/**
 * One row of a sheet: its number as Excel shows it, and its cells from column A on as trimmed text, '' when blank. `covered`
 * are the texts of merged cells that begin above it, by column.
 */
export type TableRow = { number: number; cells: string[]; covered?: readonly (readonly [number, string])[] }

/** The rows of a sheet, read once, from the top, a number of them at a time, and what of them a viewer does not show. */
export type SheetTable = {
  rows: AsyncIterable<TableRow[]>
  /** Its day numbers count from 1904, as on old Macs. */
  from1904: boolean
  hiddenRows: number
  /** Columns counted from 0, the last one included. */
  hiddenColumns: readonly { first: number; last: number }[]
}

/** A sheet of a file, by what its tab says; a CSV has no tab. `open` gives null for what holds no table, as a chart. */
export type Sheet = { name: string | null; isHidden: boolean; open: () => Promise<SheetTable | null> }

/** A table that says nothing of what is hidden in it. */
export const plainTable = (rows: AsyncIterable<TableRow[]>): SheetTable => ({
  ...{ rows, from1904: false, hiddenRows: 0, hiddenColumns: [] },
})

/** Puts a cell's text in its column, counted from 0; one too far to the right may be coloured but hold nothing. */
export function put(cells: string[], column: number, text: string): void {
  if (column >= MAX_COLUMNS) {
    if (text === '') return
    throw tooMany('kolommen', MAX_COLUMNS)
  }
  while (cells.length < column) cells.push('')
  cells[column] = text
}

/** What a cell says that is true or false. */
export const truthText = (value: boolean): string => (value ? 'WAAR' : 'ONWAAR')

/** A cell's text without space around it, cut one past the most that is taken. */
export function limited(text: string): string {
  const trimmed = isTrimmed(text) ? text : text.trim()
  return trimmed.length > MAX_CELL_CHARACTERS ? trimmed.slice(0, MAX_CELL_CHARACTERS + 1) : trimmed
}

/** True for nearly every cell, and quicker to find out than to trim. */
function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first > SPACE && first < DELETE && last > SPACE && last < DELETE
}

const SPACE = 0x20
const DELETE = 0x7f
