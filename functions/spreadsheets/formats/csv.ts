import { CsvError, parse } from 'csv-parse'
import { decodeText } from './decoded.ts'
import { HEADER_SEARCH_ROWS, MAX_COLUMNS, MAX_CSV_RECORD_CHARACTERS, MAX_SHEET_ROWS, tooMany } from './limits.ts'
import { limitCell, type TableRow } from './sheet.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

const ROWS_AT_A_TIME = 50
const DELIMITERS = [';', ',', '\t', '|'] as const

/**
 * Yields the rows of a CSV, in blocks. The separator is that of a first line `sep=`, or else `;`, `,`, tab or `|`: the
 * one by which a row near the top scores highest as a header (`scoreHeader`). Throws SpreadsheetError for too many rows
 * or columns. Yields the rows before a quote that is never closed, and then throws SpreadsheetError too.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Buffer>,
  scoreHeader: (cells: string[]) => number,
): AsyncGenerator<TableRow[]> {
  const texts = decodeText(chunks)
  const first = await texts.next()
  if (first.done) return
  const records: string[][] = []
  const parser = parse({
    // Rows are collected here, because the stream may drop rows that it read before an error.
    on_record: (record: string[]) => {
      records.push(record)
      return null
    },
    delimiter: delimiterOf(first.value, scoreHeader),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_CSV_RECORD_CHARACTERS,
  })
  // `write` already passes the error to its caller; without this listener it would also end the process.
  parser.on('error', () => undefined)
  const parseText = (text: string | null) =>
    new Promise<Error | null | undefined>((done) => (text === null ? parser.end(done) : parser.write(text, done)))
  let number = 0
  let rows: TableRow[] = []
  const areQuoted = areLinesQuoted(first.value, scoreHeader)
  for await (const text of untilEnd(first.value, texts)) {
    const fault = await parseText(areQuoted && text !== null ? withoutLineQuotes(text) : text)
    for (const record of records.splice(0)) {
      if (++number > MAX_SHEET_ROWS) throw tooMany('rijen', MAX_SHEET_ROWS)
      if (record.length > MAX_COLUMNS) throw tooMany('kolommen', MAX_COLUMNS)
      rows.push({ number, cells: record.map(cellText) })
      if (rows.length < ROWS_AT_A_TIME) continue
      yield rows
      rows = []
    }
    if (!fault) continue
    yield rows
    throw fault instanceof CsvError ? csvFault(fault) : fault
  }
  yield rows
}

/** Matches a line that is one quoted cell. */
const QUOTED_LINE = /^"((?:[^"]|"")*)"(\r?)$/gm

/** Returns the lines of a text without the quotes around each whole line. */
const withoutLineQuotes = (text: string): string =>
  text.replace(QUOTED_LINE, (_, line: string, end: string) => line.replaceAll('""', '"') + end)

/** Tells whether each line is one quoted cell that holds the cells of a row, as `"Klantnaam;Einddatum"`. */
function areLinesQuoted(text: string, scoreHeader: (cells: string[]) => number): boolean {
  const lines = text.slice(0, MAX_CSV_RECORD_CHARACTERS).split(/\r?\n/, HEADER_SEARCH_ROWS).filter(Boolean)
  if (!lines.every((line) => withoutLineQuotes(line) !== line)) return false
  const delimiter = delimiterOf(text, scoreHeader)
  return lines.some((line) => scoreHeader(withoutLineQuotes(line).split(delimiter, MAX_COLUMNS)) >= FEWEST_HEADERS)
}

const FEWEST_HEADERS = 2

function csvFault(error: CsvError): SpreadsheetError {
  const where = `Rij ${Number(error['records']) + 1} van dit CSV-bestand kan niet worden gelezen`
  return new SpreadsheetError('corrupt', `${where}: staat er een los aanhalingsteken in?`, { cause: error })
}

/** Returns the text of a cell: 0612345678 for `="0612345678"`, which some programs write to keep a leading zero. */
function cellText(cell: string): string {
  const text = limitCell(cell)
  return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text
}

/**
 * Returns the separator: the one in a first line `sep=;`, which Excel writes. Without that line, the separator that
 * gives the best header, and among equals the most frequent separator.
 */
function delimiterOf(text: string, scoreHeader: (cells: string[]) => number): string {
  const lines = text.slice(0, MAX_CSV_RECORD_CHARACTERS).split(/\r?\n|\r/, HEADER_SEARCH_ROWS + 1)
  const declared = /^"?sep=(.)"?$/i.exec(lines[0] ?? '')?.[1]
  if (declared) return declared
  const scores = DELIMITERS.map((delimiter) => {
    const rows = lines.map((line) => line.split(delimiter, MAX_COLUMNS))
    const score = Math.max(...rows.map((cells) => scoreHeader(cells.map((cell) => cell.replaceAll('"', '').trim()))))
    return { delimiter, score, count: Math.max(...rows.map((cells) => cells.length)) }
  })
  scores.sort((one, other) => other.score - one.score || other.count - one.count)
  return scores[0]?.delimiter ?? ';'
}

async function* untilEnd(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string | null> {
  yield first
  yield* rest
  yield null
}
