import type { TableRow } from './sheet.ts'

/** Merged cells of one column, from a row to another, as Excel numbers them. */
export interface Merge {
  readonly column: number
  readonly top: number
  readonly bottom: number
}

/**
 * Returns a store of merged cells. `begin` adds a merged cell with its text and last row; `over` adds that text to
 * `covered` of the rows below, up to that row. Rows must come in order.
 */
export function newSpans() {
  const open = new Map<number, { text: string; bottom: number }>()
  return {
    begin: (column: number, text: string, bottom: number): void => {
      if (text !== '') open.set(column, { text, bottom })
    },
    clear: (): void => open.clear(),
    /** Returns a row with the texts of merged cells that cover its blank cells. */
    over: (row: TableRow): TableRow => {
      if (open.size === 0) return row
      const covered: [number, string][] = []
      for (const [column, { text, bottom }] of open) {
        if (bottom < row.number) open.delete(column)
        else if (!row.cells[column]) covered.push([column, text])
      }
      return covered.length === 0 ? row : { ...row, covered }
    },
  }
}

/** Yields the rows of a sheet, each with the texts of merged cells from above that cover its blank cells. */
export async function* withSpans(
  rows: AsyncIterable<TableRow[]>,
  merges: readonly Merge[],
): AsyncGenerator<TableRow[]> {
  const from = Map.groupBy(merges, ({ top }) => top)
  const spans = newSpans()
  for await (const some of rows) {
    yield some.map((row) => {
      const over = spans.over(row)
      for (const { column, bottom } of from.get(row.number) ?? []) spans.begin(column, row.cells[column] ?? '', bottom)
      return over
    })
  }
}
