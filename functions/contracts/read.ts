import { countRecognised, type Header, headerFrom, tellsExpiry } from './recognise.ts'
import { csvRows } from './spreadsheet/csv.ts'
import { HEADER_SEARCH_ROWS, MAX_FILE_BYTES, MAX_ROWS, tooLarge, tooMany } from './spreadsheet/limits.ts'
import type { Sheet, TableRow } from './spreadsheet/sheet.ts'
import { sniff } from './spreadsheet/sniff.ts'
import { SpreadsheetError } from './spreadsheet/spreadsheet-error.ts'
import { xlsSheets } from './spreadsheet/xls.ts'
import { xlsxSheets } from './spreadsheet/xlsx.ts'

export { SpreadsheetError, type SpreadsheetFault } from './spreadsheet/spreadsheet-error.ts'

/** The bytes of an uploaded file: at once, or as they arrive (a request, an S3 body). */
export type SpreadsheetSource = Uint8Array | AsyncIterable<Uint8Array>

/** A row below the header: its number as Excel shows it, and its cells as text in the order of the header's names. */
export type SheetRow = { number: number; header: Header; cells: readonly string[] }

const SNIFF_BYTES = 64 * 1024
const FEWEST_HEADERS = 2

/** The rows of `readBlocks`, one by one. */
export async function* readRows(source: SpreadsheetSource, options: { filename: string }): AsyncGenerator<SheetRow> {
  for await (const rows of readBlocks(source, options)) yield* rows
}

/**
 * The rows of the first visible sheet whose header tells when contracts end (rulings 53), blank rows left out, a number
 * of them at a time while the file is read. What the file is (.xlsx, .xls or CSV) follows from its contents; the name
 * only serves messages. Throws SpreadsheetError when the file as a whole is refused.
 */
export async function* readBlocks(
  source: SpreadsheetSource,
  { filename }: { filename: string },
): AsyncGenerator<SheetRow[]> {
  let refusal: SpreadsheetError | null = null
  for await (const sheet of sheetsOf(source, filename)) {
    const table: Table = { header: null, searched: 0, rows: 0 }
    for await (const block of sheet) {
      const rows = takeIn(table, block)
      if (rows.length > 0) yield rows
      if (table.header ? !tellsExpiry(table.header) : table.searched >= HEADER_SEARCH_ROWS) break
    }
    if (table.rows > 0) return
    if (table.header && tellsExpiry(table.header)) throw withoutContracts()
    if (table.header) refusal = withoutExpiry()
    else if (table.searched > 0) refusal ??= new SpreadsheetError('no-header')
  }
  throw refusal ?? new SpreadsheetError('empty')
}

/** A sheet while it is read: its header, the rows looked at in search of that, and the rows below it. */
type Table = { header: Header | null; searched: number; rows: number }

function takeIn(table: Table, block: TableRow[]): SheetRow[] {
  const rows: SheetRow[] = []
  for (const { number, cells } of block) {
    if (isBlank(cells)) continue
    if (table.header) {
      rows.push({ number, header: table.header, cells })
    } else if (countRecognised(cells) >= FEWEST_HEADERS) {
      table.header = headerFrom(cells, number)
      if (!tellsExpiry(table.header)) break
    } else if (++table.searched >= HEADER_SEARCH_ROWS) break
  }
  table.rows += rows.length
  if (table.rows > MAX_ROWS) throw tooMany('rijen', MAX_ROWS)
  return rows
}

async function* sheetsOf(source: SpreadsheetSource, filename: string): AsyncGenerator<Sheet> {
  const { head, chunks } = await peek(bytesOf(source))
  switch (sniff(head)) {
    case 'empty':
      throw new SpreadsheetError('empty')
    case 'other':
      throw new SpreadsheetError(
        'not-a-spreadsheet',
        `'${filename}' is geen spreadsheet. Upload een .xlsx-, .xls- of .csv-bestand.`,
      )
    case 'csv':
      return yield csvRows(chunks, countRecognised)
    case 'xls':
      return yield* xlsSheets(await collect(chunks))
    case 'xlsx':
      return yield* xlsxSheets(await collect(chunks))
  }
}

function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '') return false
  return true
}

function withoutContracts(): SpreadsheetError {
  return new SpreadsheetError('empty', 'Dit bestand bevat alleen kolomkoppen en geen contracten.')
}

function withoutExpiry(): SpreadsheetError {
  return new SpreadsheetError(
    'no-header',
    'De kolom ‘Geldig tot’ ontbreekt, en zonder ‘Tekendatum’ en ‘Looptijd’ is die niet te berekenen.',
  )
}

async function* bytesOf(source: SpreadsheetSource): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw tooLarge(MAX_FILE_BYTES)
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
}

/** The first bytes, and all bytes including those. */
async function peek(bytes: AsyncGenerator<Buffer>): Promise<{ head: Buffer; chunks: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < SNIFF_BYTES) {
    const { done, value } = await bytes.next()
    if (done) break
    head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  async function* chunks() {
    yield head
    yield* bytes
  }
  return { head: head.subarray(0, SNIFF_BYTES), chunks: chunks() }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all.length === 1 && all[0] ? all[0] : Buffer.concat(all)
}
