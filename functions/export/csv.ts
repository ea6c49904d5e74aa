import { dateText } from '../../shared/time.ts'
import { type Cell, removeInvalidXml } from './cells.ts'

/** Characters that start a formula in a spreadsheet program, full-width ones included. */
const SIGNS = '=+\\-@＝＋－＠'

/** Matches a cell that would be a formula; blanks before the sign are ignored. */
const formula = new RegExp(`^[\\t\\r\\n]|^[\\s"]*[${SIGNS}]`)

/** Matches a formula within a cell, for programs that split at another separator. */
const formulaWithin = new RegExp(`([;,\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s"])*[${SIGNS}])`, 'g')

/**
 * Returns rows as a CSV for Dutch spreadsheet programs: UTF-8 with byte order mark, semicolons, dates dd-mm-yyyy,
 * amounts with a comma. An apostrophe precedes a text that a program could read as a formula.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const lines = [header, ...rows].map((cells) => cells.map(fieldOf).join(';'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

/** Returns a text without the apostrophes that `toCsv` adds, for imports of our own files. */
export function removeGuards(text: string): string {
  const whole = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
  return whole.replaceAll(guardedWithin, '$1')
}

const guardedWithin = new RegExp(`([;,\\t\\r\\n])'(?=[\\s"]*[${SIGNS}])`, 'g')

function textOf(cell: Exclude<Cell, string | { text: string }>): string {
  if ('date' in cell) return dateText(cell.date)
  return 'amount' in cell ? cell.amount.toFixed(2).replace('.', ',') : String(cell.count)
}

function fieldOf(cell: Cell): string {
  if (typeof cell !== 'string' && !('text' in cell)) return textOf(cell)
  const text = removeInvalidXml(typeof cell === 'string' ? cell : cell.text).replaceAll(formulaWithin, "$1'")
  const safe = formula.test(text) ? `'${text}` : text
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
