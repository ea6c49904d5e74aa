/** Texts of a table that also hold for the rows below them. */
export interface FromAbove {
  /** Columns whose texts hold until the next text, with the text of the last row that had one. */
  readonly outline: Map<number, string>
  /** Cells of the row before, for a cell that says 'idem'. */
  above: readonly string[]
}

/**
 * Returns the cells of a row with texts of the rows above: below the outer label of a pivot table, and in a cell that
 * says 'idem'.
 */
export function fillFromAbove(table: FromAbove, cells: readonly string[]): readonly string[] {
  const { outline, above } = table
  let filled = cells
  if (outline.size > 0 || cells.some(isIdem)) {
    filled = cells.map((cell, column) => {
      if (isIdem(cell)) return above[column] ?? ''
      return cell || (outline.get(column) ?? '')
    })
    for (const column of outline.keys()) outline.set(column, filled[column] ?? '')
  }
  table.above = filled
  return filled
}

/** Tells whether a cell says that it means the same as the one above. */
const isIdem = (cell: string) => cell.length <= LONGEST_IDEM && IDEM.has(cell.toLowerCase())

const IDEM = new Set(['idem', 'idem.', 'id.', 'dito', 'ditto', ',,', '"', "''", '\u3003', '\u2033'])
const LONGEST_IDEM = 5
