import { MAX_UPLOAD_BYTES } from '../../../shared/api/parts/imports.ts'
import { readCsvRows } from '../formats/csv.ts'
import { openGuarded } from '../formats/guarded.ts'
import { readHtmlRows } from '../formats/html.ts'
import { HEADER_SEARCH_ROWS, MAX_CELLS, MAX_GLANCES, MAX_ROWS, tooLarge, tooMany } from '../formats/limits.ts'
import { refuseOtherCompounds } from '../formats/ole-compound.ts'
import { plainTable, type Sheet, type TableRow } from '../formats/sheet.ts'
import { detectFileKind } from '../formats/sniff.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import { pagesInArchive } from '../formats/web-archive.ts'
import { readXlsxSheets } from '../formats/xlsx.ts'
import { readXmlSheets } from '../formats/xml-sheets.ts'
import { findLikelyHeader, type Guessed, guessFields, type Look } from './guessing.ts'
import type { Header } from './header.ts'
import type { LayoutsOf } from './layout-print.ts'
import type { Block, ListedSheet } from './listed.ts'
import { isUnclear, splitIntoTables } from './side-by-side.ts'
import { blocksOf, cleanCells, findSheetHeader, refusalFor, unreadableBlock } from './table.ts'

/** Bytes of an uploaded file, at once or as they arrive (a request, an S3 body); or the sheets of an .xls. */
export type SpreadsheetSource = Uint8Array | AsyncIterable<Uint8Array> | { readonly sheets: readonly Sheet[] }

const PIECE_BYTES = 64 * 1024

/**
 * Yields the rows of every visible sheet that is a list of this kind, in blocks while the file is read (rulings 53,
 * 55). The kind of file follows from its contents; the name is only for messages. Throws SpreadsheetError when the file
 * as a whole is refused.
 */
export async function* readBlocks<F extends string>(
  list: ListedSheet<F>,
  source: SpreadsheetSource,
  { filename, layoutsOf }: { filename: string; layoutsOf?: LayoutsOf | undefined },
): AsyncGenerator<Block<F>> {
  const sheets = await sheetsOf(source, filename, list.words.countRecognised)
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const lacks: string[] = []
  let failure: SpreadsheetError | null = null
  let rows = 0
  let cells = 0
  for (const sheet of sheets) {
    if (sheet.isHidden) {
      yield unreadableBlock(sheet, 'verborgen')
      continue
    }
    const before = rows
    try {
      for await (const block of blocksOf(list, sheet, visible.length > 1, layoutsOf)) {
        rows += block.rows.length
        for (const row of block.rows) cells += row.cells.length
        if (cells > MAX_CELLS) throw tooMany('cellen', MAX_CELLS)
        if (rows > MAX_ROWS) throw tooMany('rijen', MAX_ROWS)
        if (block.lacks) lacks.push(block.lacks)
        yield block
      }
    } catch (error) {
      // The file is refused for an unreadable sheet only if it is the only visible one, or if some of its rows were
      // already read.
      if (!(error instanceof SpreadsheetError) || visible.length === 1 || rows > before) throw error
      failure ??= error
      yield unreadableBlock(sheet, error.message)
    }
  }
  if (rows === 0) throw failure ?? refusalFor(list, lacks)
}

/** First rows of a sheet, with the header found among them. */
export interface Glance<F extends string> {
  readonly name: string | null
  readonly rows: readonly TableRow[]
  /** Null when required columns are missing, even with guesses. */
  readonly header: Header<F> | null
  /** Header with guessed fields, also when it is incomplete. */
  readonly likely: Guessed<F> | null
  readonly isRemembered: boolean
}

/**
 * Returns the header and first rows of each visible sheet, without blank rows; at most `most` sheets. Guesses unknown
 * columns by the appearance of their cells (`looks`). Throws SpreadsheetError when the file is refused.
 */
export async function readFirstRows<F extends string>(
  list: ListedSheet<F>,
  source: SpreadsheetSource,
  {
    filename,
    layoutsOf,
    looks = [],
    most = MAX_GLANCES,
  }: { filename: string; layoutsOf: LayoutsOf; looks?: readonly Look<F>[]; most?: number },
): Promise<Glance<F>[]> {
  const glances: Glance<F>[] = []
  for (const { name, isHidden, open } of await sheetsOf(source, filename, list.words.countRecognised)) {
    if (glances.length === most) break
    const table = isHidden ? null : await open()
    if (!table) continue
    const rows: TableRow[] = []
    for await (const some of table.rows) {
      const clean = some.map(({ number, cells }) => ({ number, cells: cleanCells(cells) }))
      rows.push(...clean.filter(({ cells }) => cells.some((cell) => cell !== '')))
      if (rows.length >= HEADER_SEARCH_ROWS + SHOWN_ROWS) break
    }
    const head = rows.slice(0, HEADER_SEARCH_ROWS)
    const found = await findSheetHeader(list, head, table, layoutsOf)
    const likely = found.isRemembered ? null : likelyOf(list, looks, found.header, head)
    const isGuessed = likely !== null && likely.columns.length > 0 && list.lackOf(likely.header) === null
    const header = isGuessed ? likely.header : found.header
    glances.push({ name, rows: shownRows(rows, header?.row), header, likely, isRemembered: found.isRemembered })
  }
  return glances
}

/** Number of rows below the header that a glance shows. */
const SHOWN_ROWS = 20

/** Returns the rows up to the header in row `header` and the first rows below it; the first rows without a header. */
function shownRows(rows: readonly TableRow[], header = 0): TableRow[] {
  const above = rows.filter(({ number }) => number <= header)
  return rows.slice(0, above.length + SHOWN_ROWS)
}

/**
 * Returns the header among the first rows, with fields guessed for unknown columns. Returns null without `looks` or
 * without a header. Returns null also for a header of two rows, tables side by side, or an ambiguous header.
 */
function likelyOf<F extends string>(
  list: ListedSheet<F>,
  looks: readonly Look<F>[],
  found: Header<F> | null,
  rows: readonly TableRow[],
): Guessed<F> | null {
  if (looks.length === 0) return null
  const row = found ? rows.find(({ number }) => number === found.row) : findLikelyHeader(rows)
  if (!row) return null
  const header = found ?? list.words.headerFrom(row.cells, row.number)
  const isPlain =
    splitIntoTables(list, header).length === 1 && row.cells.every((cell, at) => (header.texts[at] ?? '') === cell)
  return isPlain && !isUnclear(list, { header, first: 0 }, rows) ? guessFields(looks, header, rows) : null
}

const sheetsOf = (
  source: SpreadsheetSource,
  filename: string,
  countRecognised: (cells: readonly string[]) => number,
): Promise<readonly Sheet[]> =>
  'sheets' in source
    ? openGuarded([], async () => source.sheets)
    : openGuarded(piecesOf(source), (pieces) => sheetsIn(pieces, filename, countRecognised))

/** Opens the sheets of a file by the kind that its first bytes show. Throws SpreadsheetError for any other file. */
async function sheetsIn(
  pieces: AsyncGenerator<Buffer>,
  filename: string,
  countRecognised: (cells: readonly string[]) => number,
): Promise<readonly Sheet[]> {
  const { head, chunks } = await peek(pieces)
  switch (detectFileKind(head)) {
    case 'empty':
      throw new SpreadsheetError('empty')
    case 'other':
      throw new SpreadsheetError(
        'not-a-spreadsheet',
        `'${filename}' is geen spreadsheet. Upload een .xlsx-, .xls- of .csv-bestand.`,
      )
    case 'csv':
      return [{ name: null, isHidden: false, open: async () => plainTable(readCsvRows(chunks, countRecognised)) }]
    case 'html':
      return [{ name: null, isHidden: false, open: async () => plainTable(readHtmlRows(chunks)) }]
    case 'archive': {
      const pages = pagesInArchive(await collect(chunks))
      return [{ name: null, isHidden: false, open: async () => plainTable(readHtmlRows(piecesOf(pages))) }]
    }
    case 'xml':
      return readXmlSheets(await collect(chunks))
    case 'xls':
      refuseOtherCompounds(await collect(chunks))
      throw new SpreadsheetError('old-workbook')
    case 'xlsx':
      return readXlsxSheets(await collect(chunks))
  }
}

/** Yields a file in chunks of one size, however it arrives, so that every reading gives the same chunks. */
async function* piecesOf(source: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let size = 0
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    size += chunk.length
    if (size > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES)
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    waiting = waiting.length === 0 ? buffer : Buffer.concat([waiting, buffer])
    for (; waiting.length >= PIECE_BYTES; waiting = waiting.subarray(PIECE_BYTES))
      yield waiting.subarray(0, PIECE_BYTES)
  }
  if (waiting.length > 0) yield waiting
}

/** Returns the first chunk, and all chunks including that one. */
async function peek(pieces: AsyncGenerator<Buffer>): Promise<{ head: Buffer; chunks: AsyncGenerator<Buffer> }> {
  const { value: head = Buffer.alloc(0) } = await pieces.next()
  async function* chunks() {
    yield head
    yield* pieces
  }
  return { head, chunks: chunks() }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all.length === 1 && all[0] ? all[0] : Buffer.concat(all)
}
