/** One row of a sheet: its number as Excel shows it, and its cells from column A on as trimmed text, '' when blank. */
export type TableRow = { number: number; cells: string[] }

/** The rows of a sheet, read once, from the top, a number of them at a time, and what of them a viewer does not show. */
export type SheetTable = {
  rows: AsyncIterable<TableRow[]>
  hiddenRows: number
  /** Columns counted from 0, the last one included. */
  hiddenColumns: readonly { first: number; last: number }[]
}

/** A sheet of a file, by what its tab says; a CSV has no tab. `open` gives null for what holds no table, as a chart. */
export type Sheet = { name: string | null; isHidden: boolean; open: () => Promise<SheetTable | null> }
