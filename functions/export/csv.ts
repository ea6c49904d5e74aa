import { guardFormulas } from '../../shared/formula-guards.ts'
import { dateText } from '../../shared/time.ts'
import { type Cell, removeInvalidXml } from './cells.ts'

/**
 * Returns rows as a CSV for Dutch spreadsheet programs: UTF-8 with byte order mark, semicolons, dates dd-mm-yyyy,
 * amounts with a comma. An apostrophe precedes a text that a program could read as a formula.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const lines = [header, ...rows].map((cells) => cells.map(fieldOf).join(';'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

function textOf(cell: Exclude<Cell, string | { text: string }>): string {
  if ('date' in cell) return dateText(cell.date)
  return 'amount' in cell ? cell.amount.toFixed(2).replace('.', ',') : String(cell.count)
}

function fieldOf(cell: Cell): string {
  if (typeof cell !== 'string' && !('text' in cell)) return textOf(cell)
  const safe = guardFormulas(removeInvalidXml(typeof cell === 'string' ? cell : cell.text))
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
