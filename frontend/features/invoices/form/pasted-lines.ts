import { type VatRate, vatRates } from '../../../../shared/invoices/choices.ts'
import { parseClipboardCells } from '../../../lib/clipboard-cells.ts'
import { parseTypedNumber } from '../../../ui/fields/number-text.ts'
import type { LineValues } from './invoice-form.ts'

/** Columns of the line editor, in order. */
export const columns = ['description', 'quantity', 'unitPrice', 'vatRate'] as const
export type Column = (typeof columns)[number]

type Cells = readonly string[]

/** Reads the rows and cells of text pasted from a spreadsheet, without empty rows and header; null for one cell. */
export function readPastedRows(text: string): string[][] | null {
  const rows = parseClipboardCells(text).filter((cells) => cells.some((cell) => cell !== ''))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? withoutHeader(rows) : null
}

/** Drops a first row of titles over columns of numbers. */
function withoutHeader(rows: string[][]): string[][] {
  const [first = [], second = []] = rows
  const isTitle = first.every((cell) => numberIn(cell) === null)
  return isTitle && second.some((cell) => numberIn(cell) !== null) && first.length > 1 ? rows.slice(1) : rows
}

const numberIn = (cell: string) => parseTypedNumber(cell.replace('%', ''))

/**
 * Returns a line filled with pasted cells, starting at a column; two cells at the first column are description and
 * price. Empty cells and unknown VAT rates change nothing; a number that cannot be read becomes NaN.
 */
export function fillLine(line: LineValues, cells: Cells, from: Column): LineValues {
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

/** Reads a VAT rate from a cell: `21`, `21%`, or `0,21` as some spreadsheets store it; undefined for anything else. */
function rateIn(cell: string): VatRate | undefined {
  const value = numberIn(cell)
  return vatRates.find((rate) => rate === value || rate / 100 === value)
}
