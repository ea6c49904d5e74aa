import { withoutIbans } from '../platform/account-numbers.ts'
import { isNothing } from './cell-values.ts'
import { columnLetters } from './header.ts'
import type { Unit } from './header-text.ts'
import { MAX_CELL_CHARACTERS } from './limits.ts'
import type { SheetRow } from './listed.ts'

/** What is wrong with one cell, in Dutch (rulings 54), with the sheet where the file has several. */
export type Problem = { row: number; column: string | null; reason: string; sheet?: string }

/** What is told once of a file, at its first row, since the rows below it may say the same by the thousand. */
export type Warning = Problem & { once?: true }

/** A row, its texts by field and by header, and what is found wrong on the way: problems refuse it, warnings do not. */
export type Reading<F extends string> = {
  row: SheetRow<F>
  texts: { [field in F]?: string }
  /** From which column each of these texts is. */
  sources: { [field in F]?: number }
  /** Every filled cell under its own header. */
  raw: Record<string, string>
  problems: Problem[]
  warnings: Warning[]
}

/** How much of a cell a message repeats. */
const QUOTED = 80

/** What a cell of a field cannot be: another column of that field counts then. */
export type Unfit<F extends string> = { readonly [field in F]?: (text: string) => boolean }

/** Reads a row's cells, each once. */
export function readingOf<F extends string>(row: SheetRow<F>, unfit: Unfit<F> = {}): Reading<F> {
  const reading: Reading<F> = { row, texts: {}, sources: {}, raw: {}, problems: [], warnings: [] }
  const { header, cells } = row
  const { texts, sources, raw } = reading
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column] ?? ''
    if (text === '') continue
    const name = header.names[column] ?? `Kolom ${columnLetters(column)}`
    if (text.length > MAX_CELL_CHARACTERS) refuse(reading, name, `de tekst is langer dan ${MAX_CELL_CHARACTERS} tekens`)
    raw[name] = text
    const field = header.fields[column]
    if (field === undefined || isNothing(text) || unfit[field]?.(text)) continue
    if (texts[field] !== undefined && header.columns[field] !== column) continue
    texts[field] = text
    sources[field] = column
  }
  return reading
}

/** The text of a field's cell; '' when the sheet has no such column or the cell holds nothing. */
export function textOf<F extends string>({ texts }: Reading<F>, field: F): string {
  return texts[field] ?? ''
}

/** Quotes the beginning of a cell for a message; masks account numbers before cutting the text off. */
export function quoted(cell: string): string {
  const text = withoutIbans(cell)
  return text.length > QUOTED ? `'${text.slice(0, QUOTED)}…'` : `'${text}'`
}

/** What the number in a field's cell is counted in, as its header says. */
export function unitOf<F extends string>({ row, sources }: Reading<F>, field: F): Unit {
  return row.header.units[sources[field] ?? -1] ?? { factor: 1 }
}

/** Whether the sheet has a column for the field. */
export function hasColumn<F extends string>({ row }: Reading<F>, field: F): boolean {
  return row.header.columns[field] !== undefined
}

/** The header of the column that tells a field as the sheet writes it, or the given Dutch name when it has none. */
export function columnOf<F extends string>({ row, sources }: Reading<F>, field: F, otherwise: string = field): string {
  const column = sources[field] ?? row.header.columns[field]
  return column === undefined ? otherwise : (row.header.names[column] ?? otherwise)
}

/** Refuses the row. */
export function refuse<F extends string>({ row, problems }: Reading<F>, column: string, reason: string): void {
  problems.push({ ...placeOf(row), column, reason })
}

/** Says what is doubtful and takes the row all the same. */
export function warn<F extends string>({ row, warnings }: Reading<F>, column: string | null, reason: string): void {
  warnings.push({ ...placeOf(row), column, reason })
}

/** Says what of a cell was put right, once of all rows in which that is done. */
export function mend<F extends string>({ row, warnings }: Reading<F>, column: string, reason: string): void {
  warnings.push({ ...placeOf(row), column, reason: `${reason}, hier en in de rijen eronder`, once: true })
}

/** Where a row stands, as a problem names it. */
export function placeOf({ number, sheet }: Pick<SheetRow<string>, 'number' | 'sheet'>): Pick<Problem, 'row' | 'sheet'> {
  return sheet === undefined ? { row: number } : { row: number, sheet }
}
