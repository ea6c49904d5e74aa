/** One row of a sheet: its number as Excel shows it, and its cells from column A on as trimmed text, '' when blank. */
export type TableRow = { number: number; cells: string[] }

/** A sheet is read once, from the top, a number of rows at a time. */
export type Sheet = AsyncIterable<TableRow[]>
