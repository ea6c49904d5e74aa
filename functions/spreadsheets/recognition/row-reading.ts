import { withoutIbans } from '../../platform/data/account-numbers.ts'
import { MAX_CELL_CHARACTERS } from '../formats/limits.ts'
import { isNothing } from '../values/cell-values.ts'
import { columnLetters } from './header.ts'
import type { Unit } from './header-text.ts'
import type { SheetRow } from './listed.ts'

/** Problem of one cell, in Dutch (rulings 54), with the sheet when the file has several. */
export type Problem = { row: number; column: string | null; reason: string; sheet?: string }

/** A warning; `once` shows it only at the first of the rows that have it. */
export type Warning = Problem & { once?: true }

/** A row with its texts by field and by header, its warnings, and its problems, which refuse it. */
export type Reading<F extends string> = {
  row: SheetRow<F>
  texts: { [field in F]?: string }
  /** Column of each text in `texts`. */
  sources: { [field in F]?: number }
  /** All filled cells under their own headers. */
  raw: Record<string, string>
  problems: Problem[]
  warnings: Warning[]
}

/** Maximum number of characters of a cell in a message. */
const QUOTED = 80

/** Tests by field. A cell that matches is no value of the field, so another column of the field is used. */
export type Unfit<F extends string> = { readonly [field in F]?: (text: string) => boolean }

/**
 * Returns the texts of a row by field and by header. Fields get no texts that are placeholders or match a test of
 * `unfit`. Refuses the row for an overlong cell.
 */
export function readRow<F extends string>(row: SheetRow<F>, unfit: Unfit<F> = {}): Reading<F> {
  const reading: Reading<F> = { row, texts: {}, sources: {}, raw: {}, problems: [], warnings: [] }
  const { header, cells } = row
  const { texts, sources, raw } = reading
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column] ?? ''
    if (text === '') continue
    const name = header.names[column] ?? `Kolom ${columnLetters(column)}`
    if (text.length > MAX_CELL_CHARACTERS)
      refuseRow(reading, name, `de tekst is langer dan ${MAX_CELL_CHARACTERS} tekens`)
    raw[name] = text
    const field = header.fields[column]
    if (field === undefined || isNothing(text) || unfit[field]?.(text)) continue
    if (texts[field] !== undefined && header.columns[field] !== column) continue
    texts[field] = text
    sources[field] = column
  }
  return reading
}

/** Returns the text of a field's cell; '' when the sheet has no such column or the cell has no value. */
export function fieldTextOf<F extends string>({ texts }: Reading<F>, field: F): string {
  return texts[field] ?? ''
}

/** Quotes the beginning of a cell for a message; masks account numbers before cutting the text off. */
export function quoteCell(cell: string): string {
  const text = withoutIbans(cell)
  return text.length > QUOTED ? `'${text.slice(0, QUOTED)}…'` : `'${text}'`
}

/** Returns the unit that the header gives for the cells of a field; a factor of 1 when it gives none. */
export function unitOf<F extends string>({ row, sources }: Reading<F>, field: F): Unit {
  return row.header.units[sources[field] ?? -1] ?? { factor: 1 }
}

/** Tells whether the sheet has a column for the field. */
export function hasColumn<F extends string>({ row }: Reading<F>, field: F): boolean {
  return row.header.columns[field] !== undefined
}

/** Returns the header text of a field's column; `fallback` when the sheet has no such column. */
export function columnNameOf<F extends string>(
  { row, sources }: Reading<F>,
  field: F,
  fallback: string = field,
): string {
  const column = sources[field] ?? row.header.columns[field]
  return column === undefined ? fallback : (row.header.names[column] ?? fallback)
}

/** Adds a problem in `column` to a row, so that the import refuses the row. */
export function refuseRow<F extends string>({ row, problems }: Reading<F>, column: string, reason: string): void {
  problems.push({ ...placeOf(row), column, reason })
}

/** Adds a warning to a row that is accepted. */
export function warnOfRow<F extends string>(
  { row, warnings }: Reading<F>,
  column: string | null,
  reason: string,
): void {
  warnings.push({ ...placeOf(row), column, reason })
}

/** Adds a warning about a corrected cell, shown only at the first row with that correction. */
export function warnOfCorrection<F extends string>(
  { row, warnings }: Reading<F>,
  column: string,
  reason: string,
): void {
  warnings.push({ ...placeOf(row), column, reason: `${reason}, hier en in de rijen eronder`, once: true })
}

/** Returns the number and sheet of a row, as problems name it. */
export function placeOf({ number, sheet }: Pick<SheetRow<string>, 'number' | 'sheet'>): Pick<Problem, 'row' | 'sheet'> {
  return sheet === undefined ? { row: number } : { row: number, sheet }
}

/**
 * Returns the cell of a field in its normal form; undefined when it is empty or invalid. An invalid value gives a
 * warning, made of the quoted value and `reason`. `shown` changes the value for the quote, for example to mask it.
 */
export function readValidCell<F extends string>(
  reading: Reading<F>,
  field: F,
  normalise: (text: string) => string,
  isValid: (text: string) => boolean,
  reason: string,
  shown: (text: string) => string = (text) => text,
): string | undefined {
  const text = fieldTextOf(reading, field)
  if (text === '') return undefined
  const value = normalise(text)
  if (isValid(value)) return value
  warnOfRow(reading, columnNameOf(reading, field), `${quoteCell(shown(text))} ${reason}`)
  return undefined
}
