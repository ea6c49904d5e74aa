import { isNothing } from './cell-values.ts'
import type { SheetRow } from './contract-table.ts'
import { columnLetters, type Field } from './recognise.ts'
import { MAX_CELL_CHARACTERS } from './spreadsheet/limits.ts'

/** What is wrong with one cell, in Dutch (rulings 54), with the sheet where the file has several. */
export type Problem = { row: number; column: string | null; reason: string; sheet?: string }

/** A row, its texts by field and by header, and what is found wrong on the way: problems refuse it, warnings do not. */
export type Reading = {
  row: SheetRow
  texts: { [field in Field]?: string }
  /** Every filled cell under its own header. */
  raw: Record<string, string>
  problems: Problem[]
  warnings: Problem[]
}

/** How much of a cell a message repeats. */
const QUOTED = 80

/** Reads a row's cells, each once. */
export function readingOf(row: SheetRow): Reading {
  const reading: Reading = { row, texts: {}, raw: {}, problems: [], warnings: [] }
  const { header, cells } = row
  const { texts, raw } = reading
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column] ?? ''
    if (text === '') continue
    const name = header.names[column] ?? `Kolom ${columnLetters(column)}`
    if (text.length > MAX_CELL_CHARACTERS) refuse(reading, name, `de tekst is langer dan ${MAX_CELL_CHARACTERS} tekens`)
    raw[name] = text
    const field = header.fields[column]
    if (field !== undefined && !isNothing(text)) texts[field] = text
  }
  return reading
}

/** The text of a field's cell; '' when the sheet has no such column or the cell holds nothing. */
export function textOf({ texts }: Reading, field: Field): string {
  return texts[field] ?? ''
}

/** A cell's text as a message repeats it: its beginning, in quotes. */
export function quoted(text: string): string {
  return text.length > QUOTED ? `'${text.slice(0, QUOTED)}…'` : `'${text}'`
}

/** Whether the sheet has a column for the field. */
export function hasColumn({ row }: Reading, field: Field): boolean {
  return row.header.columns[field] !== undefined
}

/** The header of a field's column as the sheet writes it, or the given Dutch name when it has none. */
export function columnOf({ row }: Reading, field: Field, otherwise: string = field): string {
  const column = row.header.columns[field]
  return column === undefined ? otherwise : (row.header.names[column] ?? otherwise)
}

/** Refuses the row. */
export function refuse({ row, problems }: Reading, column: string, reason: string): void {
  problems.push({ ...placeOf(row), column, reason })
}

/** Says what is doubtful and takes the row all the same. */
export function warn({ row, warnings }: Reading, column: string, reason: string): void {
  warnings.push({ ...placeOf(row), column, reason })
}

/** Where a row stands, as a problem names it. */
export function placeOf({ number, sheet }: SheetRow): Pick<Problem, 'row' | 'sheet'> {
  return sheet === undefined ? { row: number } : { row: number, sheet }
}
