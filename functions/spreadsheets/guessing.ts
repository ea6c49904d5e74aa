import { isNothing } from './cell-values.ts'
import { type Header, headerAs } from './header.ts'
import type { TableRow } from './sheet.ts'

/** Look of the cells of a field. */
export interface Look<F extends string> {
  readonly field: F
  /** Fields beside which it is not guessed: they tell the same. */
  readonly unless: readonly F[]
  readonly isLike: (text: string, header: Header<F>) => boolean
  /** Says which of several such columns it is; without it several are not told apart. */
  readonly best?: (texts: readonly string[], header: Header<F>) => string
}

/** A header with what its columns are guessed to mean besides, and which columns those are. */
export interface Guessed<F extends string> {
  readonly header: Header<F>
  readonly columns: readonly number[]
}

/** So many of the first rows tell what a column is. */
const FEWEST = 2
const SHARE = 0.8

/** Guesses columns by their values where their heads say nothing; none where a guess would be one of several. */
export function guessed<F extends string>(
  looks: readonly Look<F>[],
  header: Header<F>,
  rows: readonly TableRow[],
): Guessed<F> {
  const fields = [...header.fields]
  const columns: number[] = []
  const below = rows.filter(({ number }) => number > header.row)
  const textsOf = (column: number) => below.map(({ cells }) => cells[column] ?? '').filter((text) => !isNothing(text))
  const width = Math.max(header.width, ...below.map(({ cells }) => cells.length))
  for (const { field, unless, isLike, best } of looks) {
    if ([field, ...unless].some((one) => fields.includes(one))) continue
    const alike = Array.from({ length: width }, (_, column) => ({ column, texts: textsOf(column) })).filter(
      ({ column, texts }) => {
        if (fields[column] !== undefined || texts.length < FEWEST) return false
        return texts.filter((text) => isLike(text, header)).length >= texts.length * SHARE
      },
    )
    const ranked = alike
      .map((one) => ({ ...one, rank: best?.(one.texts, header) ?? '' }))
      .sort((one, other) => (one.rank < other.rank ? 1 : -1))
    const [first, second] = ranked
    if (!first || first.rank === second?.rank) continue
    fields[first.column] = field
    columns.push(first.column)
  }
  const whole = Array.from({ length: Math.max(header.fields.length, fields.length) }, (_, column) => fields[column])
  return { header: columns.length === 0 ? header : headerAs(header, whole), columns }
}

/** The row that most likely holds heads that mean nothing known: words alone, above rows that hold more. */
export function likelyHeader(rows: readonly TableRow[]): TableRow | undefined {
  return rows.find(({ cells }, index) => {
    const filled = cells.filter((cell) => cell !== '')
    return filled.length >= FEWEST && index < rows.length - 1 && !filled.some((cell) => /[\d@]/.test(cell))
  })
}
