import { type VatRate, vatRates } from '../../../shared/contract/invoices.ts'
import { clipboardCells } from '../../lib/clipboard-cells.ts'
import { parseNumber } from '../../ui/number-text.ts'
import type { LineValues } from './invoice-form.ts'

/** The columns of the editor, in their order. */
export const columns = ['description', 'quantity', 'unitPrice', 'vatRate'] as const
export type Column = (typeof columns)[number]

type Cells = readonly string[]

/** The rows of a text that a spreadsheet put on the clipboard; null for a text that is not of several cells. */
export function pastedRows(text: string): string[][] | null {
  const rows = clipboardCells(text).filter((cells) => cells.some((cell) => cell !== ''))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? withoutHeader(rows) : null
}

/** Titles over columns of numbers are no line. */
function withoutHeader(rows: string[][]): string[][] {
  const [first = [], second = []] = rows
  const isTitle = first.every((cell) => numberIn(cell) === null)
  return isTitle && second.some((cell) => numberIn(cell) !== null) && first.length > 1 ? rows.slice(1) : rows
}

const numberIn = (cell: string) => parseNumber(cell.replace('%', ''))

/**
 * A line with the cells of a row in it, from a column on: description, quantity, price and VAT; two cells from the first
 * column on are description and price.
 */
export function filled(line: LineValues, cells: Cells, from: Column): LineValues {
  const names =
    from === 'description' && cells.length === 2
      ? (['description', 'unitPrice'] as const)
      : columns.slice(columns.indexOf(from))
  const typed = names.flatMap((name, at) => {
    const cell = cells[at] ?? ''
    return cell === '' ? [] : [[name, valueIn(name, cell, line)]]
  })
  return { ...line, ...Object.fromEntries(typed) }
}

function valueIn(name: Column, cell: string, line: LineValues): LineValues[Column] {
  switch (name) {
    case 'description':
      return cell.slice(0, 200)
    case 'vatRate':
      return rateIn(cell) ?? line.vatRate
    default:
      return numberIn(cell) ?? Number.NaN
  }
}

/** `21`, `21%` and `0,21`, which is how a spreadsheet may hold it. */
function rateIn(cell: string): VatRate | undefined {
  const value = numberIn(cell)
  return vatRates.find((rate) => rate === value || rate / 100 === value)
}
