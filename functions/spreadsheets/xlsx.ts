import { Readable } from 'node:stream'
import type { Cell, CellValue, Row } from 'exceljs'
import { MAX_CELL_CHARACTERS, MAX_CELLS, MAX_COLUMNS, MAX_SHARED_STRING_BYTES, tooLarge, tooMany } from './limits.ts'
import { numberText, serialDateText } from './number-text.ts'
import { plainTexts } from './plain-texts.ts'
import { type RecordKind, ROWS, type Span, STRINGS, scanRecords } from './record-scan.ts'
import type { Sheet, TableRow } from './sheet.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { readWorkbook, type Workbook } from './workbook-parts.ts'
import { endRecord, inflate, inflateAgain, openZip, storedHeader, type ZipEntry } from './zip.ts'

/**
 * The worksheets of an .xlsx, each scanned for hostile content when it is opened, before its first row is read. Throws
 * SpreadsheetError when the file is refused.
 */
export async function xlsxSheets(file: Buffer): Promise<Sheet[]> {
  const entries = openZip(file)
  const workbook = await readWorkbook(file, entries)
  const strings = await recordsOf(file, workbook.sharedStrings, STRINGS)
  return workbook.sheets.map(({ name, isHidden, entry }) => ({
    name,
    isHidden,
    open: async () => {
      const records = await recordsOf(file, entry, ROWS)
      return (
        records && {
          ...records,
          rows: rowsOf(repack(workbook, strings?.part ?? EMPTY, records.part), workbook.from1904),
        }
      )
    },
  }))
}

/** Bytes of a part whose number is known before they are read. */
type Part = { size: number; chunks: () => AsyncIterable<Buffer> | Iterable<Buffer> }

const EMPTY = literal('')

/** Only the records of a part, scanned: what stands around them is not read, so it cannot do harm. */
async function recordsOf(file: Buffer, entry: ZipEntry | undefined, kind: RecordKind) {
  if (!entry) return null
  if (kind === STRINGS && entry.size > MAX_SHARED_STRING_BYTES) throw tooLarge(MAX_SHARED_STRING_BYTES)
  const records = await scanRecords(inflate(file, entry), kind)
  if (!records) return null
  const { span, ...hidden } = records
  const element = kind === STRINGS ? 'si' : 'is'
  const chunks = () => afterTags(plainTexts(within(span, inflateAgain(file, entry)), element))
  return { part: { size: span.end - span.start, chunks }, ...hidden }
}

async function* within({ start, end }: Span, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of chunks) {
    const from = Math.max(0, start - at)
    const to = Math.min(chunk.length, end - at)
    if (from < to) yield chunk.subarray(from, to)
    at += chunk.length
    if (at >= end) return
  }
}

const PIECE_BYTES = 8 * 1024

/**
 * The same bytes in pieces that end with a tag: exceljs decodes each piece by itself, so one that ended inside a letter
 * such as ë would lose it. Small pieces keep its lists of events, and so memory, small.
 */
async function* afterTags(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer | null = null
  for await (const chunk of chunks) {
    const buffer: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let cut = pieceEnd(buffer, start); cut > start; cut = pieceEnd(buffer, start)) {
      yield buffer.subarray(start, cut)
      start = cut
    }
    rest = start < buffer.length ? buffer.subarray(start) : null
  }
  if (rest) yield rest
}

/** The offset after the last tag of the next piece, or after the first tag beyond it; `start` when no tag ends. */
function pieceEnd(buffer: Buffer, start: number): number {
  const last = buffer.lastIndexOf('>', start + PIECE_BYTES) + 1
  return last > start ? last : Math.max(start, buffer.indexOf('>', start) + 1)
}

/**
 * A zip of one worksheet in the order in which exceljs reads without temporary files: relations, workbook, styles and
 * strings before the sheet, everything else left out. Its parts are stored uncompressed, since they are inflated here.
 */
async function* repack(workbook: Workbook, strings: Part, rows: Part): AsyncGenerator<Buffer> {
  yield* stored('xl/_rels/workbook.xml.rels', RELATIONS)
  yield* stored('xl/workbook.xml', WORKBOOK)
  yield* stored('xl/styles.xml', literal(stylesXml(workbook.dateStyles)))
  yield* stored('xl/sharedStrings.xml', wrapped('<sst>', strings, '</sst>'))
  yield* stored('xl/worksheets/sheet1.xml', wrapped('<worksheet><sheetData>', rows, '</sheetData></worksheet>'))
  yield endRecord()
}

const WORKBOOK = literal(
  '<workbook><workbookPr/><sheets><sheet name="Blad1" sheetId="1" r:id="rId1"/></sheets></workbook>',
)
const RELATIONS = literal(
  '<Relationships><Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
)

/**
 * Nothing about a style matters here but whether it shows a date, so that is all the styles say: date styles have an
 * alignment and no style has a number format. exceljs then leaves dates numbers, also those that a formula gave.
 */
function stylesXml(dateStyles: boolean[]): string {
  const formats = dateStyles.map((isDate) => (isDate ? '<xf><alignment wrapText="1"/></xf>' : '<xf/>'))
  return `<styleSheet><cellXfs>${formats.join('')}</cellXfs></styleSheet>`
}

function literal(text: string): Part {
  const bytes = Buffer.from(text)
  return { size: bytes.length, chunks: () => [bytes] }
}

function wrapped(head: string, { size, chunks }: Part, tail: string): Part {
  async function* all() {
    yield Buffer.from(head)
    yield* chunks()
    yield Buffer.from(tail)
  }
  return { size: head.length + size + tail.length, chunks: all }
}

/** The checksum stays 0: the streaming reader does not look at it, and the contents were checked against their own. */
async function* stored(name: string, { size, chunks }: Part): AsyncGenerator<Buffer> {
  yield storedHeader(name, size)
  yield* chunks()
}

async function* rowsOf(packed: AsyncGenerator<Buffer>, from1904: boolean): AsyncGenerator<TableRow[]> {
  const { default: exceljs } = await import('exceljs')
  const dateTextOf = dateTexts(from1904)
  const source = Readable.from(unhanging(packed))
  const reader = new exceljs.stream.xlsx.WorkbookReader(source, { styles: 'cache', hyperlinks: 'ignore' })
  let cells = 0
  try {
    for await (const worksheet of reader) {
      const blocks = worksheet.parse()
      for (let block = await blocks.next(); !block.done; block = await blocks.next()) {
        const rows: TableRow[] = []
        for (const event of block.value as RowEvent[])
          if (event.eventType === 'row') rows.push(tableRow(event.value, dateTextOf))
        cells += rows.reduce((sum, row) => sum + row.cells.length, 0)
        if (cells > MAX_CELLS) throw tooMany('cellen', MAX_CELLS)
        yield rows
      }
    }
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('corrupt', undefined, { cause: error })
  } finally {
    source.destroy()
  }
}

/** exceljs gives the rows of a piece together; taking them so saves a wait per row. */
type RowEvent = { eventType: string; value: Row }

/**
 * exceljs waits for ever after an empty chunk, and when its input fails halfway: the first are left out, and after a
 * failure comes a tag that cannot be, which makes it stop with an error.
 */
async function* unhanging(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of packed) if (chunk.length > 0) yield chunk
  } catch {
    yield Buffer.from('<<')
  }
}

function tableRow(row: Row, dateTextOf: (serial: number) => string): TableRow {
  if (row.cellCount > MAX_COLUMNS) throw tooMany('kolommen', MAX_COLUMNS)
  const cells = new Array<string>(row.cellCount).fill('')
  row.eachCell((cell, column) => {
    cells[column - 1] = cellText(cell, dateTextOf)
  })
  return { number: row.number, cells }
}

function cellText(cell: Cell, dateTextOf: (serial: number) => string): string {
  const { value: given } = cell
  if (typeof given === 'string') return limited(given)
  const value = resultOf(given)
  if (typeof value === 'string') return limited(value)
  if (typeof value === 'number') return cell.alignment === undefined ? numberText(value) : dateTextOf(value)
  if (typeof value === 'boolean') return truthText(value)
  return ''
}

/** The plain value of a cell: of a formula what it gave, of rich text its words, of an error its name. */
function resultOf(value: CellValue): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if ('richText' in value) return value.richText.map(({ text }) => text ?? '').join('')
  if ('error' in value) return value.error
  return 'result' in value ? value.result : ''
}

/** The text of day numbers, each worked out once: a sheet has the same few thousand dates over and over. */
function dateTexts(from1904: boolean): (serial: number) => string {
  const known = new Map<number, string>()
  return (serial) => {
    const text = known.get(serial) ?? serialDateText(serial, from1904)
    if (known.size < MOST_REMEMBERED) known.set(serial, text)
    return text
  }
}

const MOST_REMEMBERED = 10_000

function truthText(value: boolean): string {
  return value ? 'WAAR' : 'ONWAAR'
}

function limited(text: string): string {
  const trimmed = isTrimmed(text) ? text : text.trim()
  return trimmed.length > MAX_CELL_CHARACTERS ? trimmed.slice(0, MAX_CELL_CHARACTERS + 1) : trimmed
}

/** True for nearly every cell, and quicker to find out than to trim. */
function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first > SPACE && first < DELETE && last > SPACE && last < DELETE
}

const SPACE = 0x20
const DELETE = 0x7f
