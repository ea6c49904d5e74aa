import type { TableRow } from '../formats/sheet.ts'
import { isNothing } from '../values/cell-values.ts'
import { type Header, headerWithFields } from './header.ts'

/** Appearance of a field's cells, by which its column is guessed. */
export interface Look<F extends string> {
  readonly field: F
  /** Fields with the same information; when one is present, this field is not guessed. */
  readonly unless: readonly F[]
  readonly isLike: (text: string, header: Header<F>) => boolean
  /**
   * Returns the rank of a column, for when several columns look like the field: the highest rank is chosen. With equal
   * ranks, or without this function, no column is chosen.
   */
  readonly best?: (texts: readonly string[], header: Header<F>) => string
}

/** A header with guessed fields, and the columns of the guesses. */
export interface Guessed<F extends string> {
  readonly header: Header<F>
  readonly columns: readonly number[]
}

/** Minimum number of filled cells in a column whose field is guessed, and in a row that may be the header. */
const FEWEST = 2
/** Minimum share of a column's filled cells that must look like the field. */
const SHARE = 0.8

/**
 * Guesses the fields of columns with unknown headers by the look of their values; skips ambiguous guesses. Returns the
 * header with the guessed fields.
 */
export function guessFields<F extends string>(
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
  return { header: columns.length === 0 ? header : headerWithFields(header, whole), columns }
}

/** Returns the row that most likely holds unknown headers: only words, above other rows; undefined without one. */
export function findLikelyHeader(rows: readonly TableRow[]): TableRow | undefined {
  return rows.find(({ cells }, index) => {
    const filled = cells.filter((cell) => cell !== '')
    return filled.length >= FEWEST && index < rows.length - 1 && !filled.some((cell) => /[\d@]/.test(cell))
  })
}
