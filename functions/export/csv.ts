import { dateText } from '../../shared/time.ts'
import { type Cell, writable } from './cells.ts'

/** What a spreadsheet program takes for the beginning of a formula, full-width signs as well. */
const SIGNS = '=+\\-@＝＋－＠'

/** A cell that would be one: blanks before the sign count as well. */
const formula = new RegExp(`^[\\t\\r\\n]|^[\\s"]*[${SIGNS}]`)

/** The same inside a cell, which becomes cells of its own in a program that splits at another separator than ours. */
const formulaWithin = new RegExp(`([;,\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s"])*[${SIGNS}])`, 'g')

/**
 * Rows as a CSV that Dutch spreadsheet programs open by themselves: UTF-8 with a byte order mark, semicolons, dates as
 * dd-mm-yyyy, amounts with a comma. What could be taken for a formula, whichever separator the file is opened with and
 * phone numbers with `+` among them, gets an apostrophe before it.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const lines = [header, ...rows].map((cells) => cells.map(fieldOf).join(';'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

/** What such a text is without its apostrophes, for a file of ours that comes back. */
export function unguarded(text: string): string {
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
