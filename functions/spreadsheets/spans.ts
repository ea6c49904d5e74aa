import type { TableRow } from './sheet.ts'

/** Cells of one column that are merged from a row down to another, as Excel numbers them. */
export interface Merge {
  readonly column: number
  readonly top: number
  readonly bottom: number
}

/** Keeps the texts of merged cells for the rows that they cover below their first one. */
export function newSpans() {
  const open = new Map<number, { text: string; bottom: number }>()
  return {
    begin: (column: number, text: string, bottom: number): void => {
      if (text !== '') open.set(column, { text, bottom })
    },
    clear: (): void => open.clear(),
    /** The row, with what cells above cover of it. */
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

/** The rows of a sheet, each with what merged cells above cover of it. */
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
