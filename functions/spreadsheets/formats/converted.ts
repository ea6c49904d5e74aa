import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { openGuarded } from './guarded.ts'
import { MAX_CONVERTED_BYTES, tooLarge } from './limits.ts'
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
 * left out. Throws SpreadsheetError for a damaged file, and for one with too much text.
 */
export async function convertOldWorkbook(file: Buffer, readOld: ReadOldWorkbook): Promise<Buffer> {
  const sheets = await openGuarded([file], () => readOld(file))
  const chunks: Buffer[] = []
  await pipeline(linesOf(sheets), createGzip(), async (zipped: AsyncIterable<Buffer>) => {
    for await (const chunk of zipped) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

async function* linesOf(sheets: readonly Sheet[]): AsyncGenerator<string> {
  let size = 0
  for await (const line of contentsOf(sheets)) {
    const text = `${JSON.stringify(line)}\n`
    size += text.length
    if (size > MAX_CONVERTED_BYTES) throw tooLarge(MAX_CONVERTED_BYTES, 'is uitgepakt')
    yield text
  }
}

async function* contentsOf(sheets: readonly Sheet[]): AsyncGenerator<Line> {
  for (const { name, isHidden, open } of sheets) {
    const { rows, ...table } = (isHidden ? null : await open()) ?? { rows: null }
    yield { sheet: { name, isHidden }, table: rows && (table as Omit<SheetTable, 'rows'>) }
    try {
      for await (const some of rows ?? []) for (const row of some) yield { row }
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      yield { fault: error.fault, message: error.message }
    }
  }
}

/** Returns the sheets of a file that `convertOldWorkbook` made. */
export function readConverted(bytes: Uint8Array): Sheet[] {
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n')
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
