import { type Cell, writable } from './columns.ts'

/** A spreadsheet program takes a cell that starts so for a formula; blanks before it and full-width signs count as well. */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/

/**
 * Rows as a CSV that Dutch spreadsheet programs open by themselves: UTF-8 with a byte order mark, semicolons, dates as
 * dd-mm-yyyy. What could be taken for a formula, phone numbers with `+` among them, gets an apostrophe before it.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const lines = [header, ...rows].map((cells) => cells.map(fieldOf).join(';'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

function fieldOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell.date.split('-').reverse().join('-')
  const text = writable(cell)
  const safe = formula.test(text) ? `'${text}` : text
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
