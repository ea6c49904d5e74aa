import { gunzipSync, gzipSync } from 'node:zlib'
import { openGuarded } from './guarded.ts'
import type { Sheet, SheetTable, TableRow } from './sheet.ts'
import { SpreadsheetError, type SpreadsheetFault } from './spreadsheet-error.ts'

/** One line of a converted file: a sheet, one of its rows, or the error at which its rows end. */
type Line =
  | { readonly sheet: Pick<Sheet, 'name' | 'isHidden'>; readonly table: Omit<SheetTable, 'rows'> | null }
  | { readonly row: TableRow }
  | { readonly fault: SpreadsheetFault; readonly message: string }

/** Reads the sheets of an .xls. Only the import functions have it: its library is in no other bundle (rulings 57). */
export type ReadOldWorkbook = (file: Buffer) => Promise<readonly Sheet[]>

/**
 * Returns the sheets of an .xls as bytes from which `readConverted` makes the same sheets; rows of hidden sheets are
 * left out. Throws SpreadsheetError for a damaged file.
 */
export async function convertOldWorkbook(file: Buffer, readOld: ReadOldWorkbook): Promise<Buffer> {
  const lines: string[] = []
  const add = (line: Line) => lines.push(JSON.stringify(line))
  for (const { name, isHidden, open } of await openGuarded([file], () => readOld(file))) {
    const opened = isHidden ? null : await open()
    const { rows, ...table } = opened ?? { rows: null }
    add({ sheet: { name, isHidden }, table: rows === null ? null : (table as Omit<SheetTable, 'rows'>) })
    try {
      for await (const some of rows ?? []) for (const row of some) add({ row })
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      add({ fault: error.fault, message: error.message })
    }
  }
  return gzipSync(lines.join('\n'))
}

/** Returns the sheets of a file that `convertOldWorkbook` made. */
export function readConverted(bytes: Uint8Array): Sheet[] {
  const lines = gunzipSync(bytes).toString().split('\n')
  const starts = lines.flatMap((line, at) => (line.startsWith('{"sheet"') ? [at] : []))
  return starts.map((start, nth) => {
    const { sheet, table } = JSON.parse(lines[start] ?? '') as Extract<Line, { sheet: unknown }>
    const rows = () => rowsOf(lines.slice(start + 1, starts[nth + 1]))
    return { ...sheet, open: async () => table && { ...table, rows: rows() } }
  })
}

async function* rowsOf(lines: readonly string[]): AsyncGenerator<TableRow[]> {
  for (const text of lines) {
    const line = JSON.parse(text) as Line
    if ('fault' in line) throw new SpreadsheetError(line.fault, line.message)
    if ('row' in line) yield [line.row]
  }
}
