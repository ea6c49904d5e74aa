import { isNothing } from './cell-values.ts'
import type { SheetRow } from './read.ts'
import type { Field } from './recognise.ts'

/** What is wrong with one cell, in Dutch (rulings 54); `problemText` makes the whole sentence. */
export type Problem = { row: number; column: string; reason: string }

/** A row and what is found wrong on the way: problems refuse it, warnings do not. */
export type Reading = { row: SheetRow; problems: Problem[]; warnings: Problem[] }

/** The sentence a user reads: "Rij 12, kolom 'Geldig tot': '31-02-2027' is geen geldige datum". */
export function problemText({ row, column, reason }: Problem): string {
  return `Rij ${row}, kolom '${column}': ${reason}`
}

/** The text of a field's cell; '' when the sheet has no such column or the cell holds nothing. */
export function textOf({ row }: Reading, field: Field): string {
  const column = row.header.columns[field]
  if (column === undefined) return ''
  const text = row.cells[column] ?? ''
  return isNothing(text) ? '' : text
}

/** The same, undefined when there is nothing. */
export function filledOf(reading: Reading, field: Field): string | undefined {
  return textOf(reading, field) || undefined
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
  problems.push({ row: row.number, column, reason })
}

/** Says what is doubtful and takes the row all the same. */
export function warn({ row, warnings }: Reading, column: string, reason: string): void {
  warnings.push({ row: row.number, column, reason })
}
