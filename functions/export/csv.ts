import { dateText } from '../../shared/time.ts'
import { type Cell, writable } from './cells.ts'

/** Characters that start a formula in a spreadsheet program, full-width ones included. */
const SIGNS = '=+\\-@＝＋－＠'

/** Matches a cell that would be a formula; blanks before the sign are ignored. */
const formula = new RegExp(`^[\\t\\r\\n]|^[\\s"]*[${SIGNS}]`)

/** Matches a formula within a cell, for programs that split at another separator. */
const formulaWithin = new RegExp(`([;,\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s"])*[${SIGNS}])`, 'g')

/**
 * Returns rows as a CSV that Dutch spreadsheet programs open directly: UTF-8 with a byte order mark, semicolons, dates
 * as dd-mm-yyyy, amounts with a comma. A text that could be read as a formula with any separator, such as a phone
 * number with `+`, gets an apostrophe before it.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const lines = [header, ...rows].map((cells) => cells.map(fieldOf).join(';'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

/** Removes the apostrophes of `toCsv` from a text, for a file of ours that is imported. */
export function removeGuards(text: string): string {
  const whole = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
  return whole.replaceAll(guardedWithin, '$1')
}

const guardedWithin = new RegExp(`([;,\\t\\r\\n])'(?=[\\s"]*[${SIGNS}])`, 'g')

function writtenOf(cell: Exclude<Cell, string | { text: string }>): string {
  if ('date' in cell) return dateText(cell.date)
  return 'amount' in cell ? cell.amount.toFixed(2).replace('.', ',') : String(cell.count)
}

function fieldOf(cell: Cell): string {
  if (typeof cell !== 'string' && !('text' in cell)) return writtenOf(cell)
  const text = writable(typeof cell === 'string' ? cell : cell.text).replaceAll(formulaWithin, "$1'")
  const safe = formula.test(text) ? `'${text}` : text
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
