import { decodeText } from './decoded.ts'
import { MAX_COLUMNS, MAX_RECORD_BYTES, tooMany } from './limits.ts'
import { limitCell, setCell, type TableRow } from './sheet.ts'
import { newSpans } from './spans.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Yields the rows of all HTML tables of a page, in order; many programs write such a page as .xls. A cell over several
 * columns fills only the first column; a cell over several rows is in `covered` of the rows below. Throws
 * SpreadsheetError for a tag of more than a million characters and for too many columns.
 */
export async function* readHtmlRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<TableRow[]> {
  let rest = ''
  const rows = tableRows()
  for await (const text of decodeText(chunks)) {
    rest = rows.take(rest + text)
    if (rest.length > MAX_RECORD_BYTES) throw new SpreadsheetError('corrupt')
    const done = rows.done()
    if (done.length > 0) yield done
  }
  rows.end()
  yield rows.done()
}

interface Cell {
  readonly column: number
  readonly columns: number
  readonly rows: number
  text: string
}

/**
 * Collects the rows of a table from the text of its page, piece by piece. A cell that spans rows or columns is in
 * each.
 */
function tableRows() {
  let done: TableRow[] = []
  let number = 0
  let row: TableRow | null = null
  let cell: Cell | null = null
  let column = 0
  /** Per column, the number of following rows that a cell further up still covers. */
  let taken: number[] = []
  const spans = newSpans()

  function endCell() {
    if (row && cell) {
      const text = limitCell(plainText(cell.text))
      setCell(row.cells, cell.column, text)
      if (cell.rows > 1) spans.begin(cell.column, text, row.number + cell.rows - 1)
    }
    cell = null
  }
  function endRow() {
    endCell()
    if (row) {
      done.push(spans.over(row))
      // Cells from further up also cover the columns behind the last cell of this row.
      for (let at = column; at < taken.length; at++) taken[at] = Math.max((taken[at] ?? 0) - 1, 0)
    }
    row = null
  }
  function beginCell(tag: string) {
    endCell()
    if (!row) beginRow()
    for (let rows = taken[column] ?? 0; rows > 0; rows = taken[column] ?? 0) taken[column++] = rows - 1
    const columns = spanOf(tag, 'colspan', MAX_COLUMNS)
    const rows = spanOf(tag, 'rowspan', MOST_SPANNED)
    cell = { column, columns, rows, text: '' }
    if (column + columns > MAX_COLUMNS * 2) throw tooMany('kolommen', MAX_COLUMNS)
    for (let end = column + columns; column < end; column++) taken[column] = rows - 1
  }
  function beginRow() {
    endRow()
    row = { number: ++number, cells: [] }
    column = 0
  }
  function take(text: string): string {
    let at = 0
    for (;;) {
      const start = text.indexOf('<', at)
      add(text.slice(at, start < 0 ? undefined : start))
      if (start < 0) return ''
      const isComment = text.startsWith('<!--', start)
      const end = isComment ? text.indexOf('-->', start) : text.indexOf('>', start)
      if (end < 0) return text.slice(start)
      if (!isComment) takeTag(text.slice(start + 1, end))
      at = end + (isComment ? 3 : 1)
    }
  }
  function add(text: string) {
    if (cell && text !== '') cell.text += text
  }
  function takeTag(tag: string) {
    const name = /^\/?[a-z0-9]+/i.exec(tag)?.[0].toLowerCase()
    if (name === 'td' || name === 'th') beginCell(tag)
    else if (name === '/td' || name === '/th') endCell()
    else if (name === 'tr') beginRow()
    else if (name === '/tr') endRow()
    else if (name === 'table' || name === '/table') {
      endRow()
      taken = []
      spans.clear()
    } else if (name === 'br' || name === '/p' || name === '/div') add(' ')
  }
  return {
    take,
    end: endRow,
    done: () => {
      const all = done
      done = []
      return all
    },
  }
}

const MOST_SPANNED = 1000

function spanOf(tag: string, name: string, most: number): number {
  const span = Number(new RegExp(`\\s${name}\\s?=\\s?["']?(\\d{1,6})`, 'i').exec(tag)?.[1] ?? 1)
  return Math.min(Math.max(span, 1), most)
}

/** Returns the text of a part of a page, with entities decoded and whitespace collapsed to single spaces. */
const plainText = (text: string) => unescapeHtml(text.replace(/\s+/g, ' ')).replaceAll('\u00a0', ' ')

const SIGNS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', szlig: 'ß', ndash: '–', mdash: '—' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', sup2: '²', sup3: '³', deg: '°', middot: '·' },
}
/** Combining characters of the suffixes in entity names such as `eacute`. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a' },
  ...{ cedil: '\u0327', caron: '\u030c' },
}

function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d?));?/gi, (whole, decimal, hex, name: string) => {
    if (name) return SIGNS[name] ?? withAccent(name) ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function withAccent(name: string): string | undefined {
  const accent = ACCENTS[name.slice(1)]
  return accent && `${name.charAt(0)}${accent}`.normalize('NFC')
}
