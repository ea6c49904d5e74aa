import { serialDateText } from '../values/date-text.ts'
import { numberText } from '../values/number-text.ts'
import { MAX_SHARED_STRING_BYTES, tooLarge } from './limits.ts'
import { type RecordKind, ROWS, type Span, STRINGS, scanRecords } from './record-scan.ts'
import { columnIndexOf, limitCell, type Sheet, setCell, type TableRow, truthText } from './sheet.ts'
import { withSpans } from './spans.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { readWorkbook, type Workbook } from './workbook-parts.ts'
import { convertToUtf8, readXmlItems } from './xml.ts'
import { inflateAgain, inflateFile, openZip, type ZipEntry } from './zip.ts'

/**
 * Returns the worksheets of an .xlsx. Each is scanned for hostile content when it is opened, before its first row is
 * read. Throws SpreadsheetError for what `openZip`, `readWorkbook` or `scanRecords` refuses.
 */
export async function readXlsxSheets(file: Buffer): Promise<Sheet[]> {
  const workbook = await readWorkbook(file, openZip(file))
  const { from1904 } = workbook
  const shared = await recordsOf(file, workbook.sharedStrings, STRINGS)
  const texts: string[] = []
  if (shared) for await (const some of readXmlItems(shared.xml, sharedTexts)) texts.push(...some)
  return workbook.sheets.map(({ name, isHidden, entry }) => ({
    name,
    isHidden,
    open: async () => {
      const records = await recordsOf(file, entry, ROWS)
      if (!records) return null
      const { xml, merges, ...hidden } = records
      const rows = readXmlItems(xml, rowsWith(texts, workbook))
      return { ...hidden, from1904, rows: merges.length > 0 ? withSpans(rows, merges) : rows }
    },
  }))
}

/**
 * Scans an XML file; returns the XML of only its rows or shared strings, and for rows what the scan found hidden or
 * merged. The text around them is not parsed, so it cannot do harm. Returns null without rows or strings.
 */
async function recordsOf(file: Buffer, entry: ZipEntry | undefined, kind: RecordKind) {
  if (!entry) return null
  if (kind === STRINGS && entry.size > MAX_SHARED_STRING_BYTES) throw tooLarge(MAX_SHARED_STRING_BYTES, 'is uitgepakt')
  const records = await scanRecords(convertToUtf8(inflateFile(file, entry)), kind)
  if (!records) return null
  const { span, ...hidden } = records
  return { xml: inRootElement(within(span, convertToUtf8(inflateAgain(file, entry)))), ...hidden }
}

async function* within({ start, end }: Span, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of chunks) {
    const from = Math.max(0, start - at)
    const to = Math.min(chunk.length, end - at)
    if (from < to) yield chunk.subarray(from, to)
    at += chunk.length
    if (at >= end) return
  }
}

async function* inRootElement(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('<records>')
  yield* chunks
  yield Buffer.from('</records>')
}

/**
 * Returns a reader of shared strings. A rich text gives the words of all its parts, without hints for pronunciation.
 */
function sharedTexts(give: (text: string) => void) {
  const words = wordsOf()
  return {
    open: (name: string) => {
      if (name === 'si') words.begin()
      else words.open(name)
    },
    close: (name: string) => {
      if (name === 'si') give(cellText(words.end()))
      else words.close(name)
    },
    text: words.add,
  }
}

/**
 * Collects the texts (`t`) and values (`v`) of one cell or shared string. Some programs write both into a cell; `end`
 * then returns the text when it is the text that counts (`isInline`), else the value.
 */
function wordsOf() {
  let value = ''
  let inline = ''
  let gathering: 'v' | 't' | null = null
  let isPhonetic = false
  return {
    begin: () => {
      value = ''
      inline = ''
    },
    open: (name: string) => {
      if (name === 'rPh') isPhonetic = true
      else if (name === 'v') gathering = 'v'
      else if (name === 't' && !isPhonetic) gathering = 't'
    },
    close: (name: string) => {
      if (name === 'rPh') isPhonetic = false
      else if (name === 'v' || name === 't') gathering = null
    },
    add: (text: string) => {
      if (gathering === 'v') value += text
      else if (gathering === 't') inline += text
    },
    end: (isInline = true) => (isInline ? inline || value : value || inline),
  }
}

/** Returns a reader of rows and cells. A row or cell without a reference comes right after the previous row or cell. */
const rowsWith =
  (texts: readonly string[], { dateStyles, from1904 }: Workbook) =>
  (give: (row: TableRow) => void) => {
    const dateTextOf = dateTexts(from1904)
    const words = wordsOf()
    let row: TableRow = { number: 0, cells: [] }
    let column = -1
    let type = ''
    let style = 0
    return {
      open: (name: string, attributes: Readonly<Record<string, string>>) => {
        if (name === 'c') {
          words.begin()
          column = attributes['r'] === undefined ? column + 1 : columnIn(attributes['r'])
          type = attributes['t'] ?? 'n'
          style = Number(attributes['s'] ?? 0)
        } else if (name === 'row') {
          row = { number: attributes['r'] === undefined ? row.number + 1 : rowIn(attributes['r']), cells: [] }
          column = -1
        } else words.open(name)
      },
      close: (name: string) => {
        if (name === 'c') setCell(row.cells, column, textOf(words.end(type === 'inlineStr')))
        else if (name === 'row') give(row)
        else words.close(name)
      },
      text: words.add,
    }

    function textOf(value: string): string {
      if (value === '') return ''
      // A formula that failed has no value.
      if (type === 'e') return ''
      if (type === 's') return texts[Number(value)] ?? ''
      if (type === 'b') return truthText(value === '1' || value === 'true')
      if (type === 'd') return /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : value
      const number = type === 'n' ? Number(value) : Number.NaN
      if (Number.isNaN(number)) return cellText(value)
      return dateStyles[style] ? dateTextOf(number) : numberText(number)
    }
  }

function columnIn(reference: string): number {
  const letters = /^([A-Za-z]{1,3})\d+$/.exec(reference)?.[1]
  if (!letters) throw new SpreadsheetError('corrupt')
  return columnIndexOf(letters)
}

function rowIn(reference: string): number {
  if (!/^\d{1,7}$/.test(reference)) throw new SpreadsheetError('corrupt')
  return Number(reference)
}

/** Decodes characters that Excel writes as _x000D_: line ends and those that XML cannot hold. */
function cellText(text: string): string {
  if (!text.includes('_x')) return limitCell(text)
  return limitCell(
    text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}

/** Returns a cached conversion of day numbers: a sheet repeats the same few thousand dates. */
function dateTexts(from1904: boolean): (serial: number) => string {
  const known = new Map<number, string>()
  return (serial) => {
    const text = known.get(serial) ?? serialDateText(serial, from1904)
    if (known.size < MOST_REMEMBERED) known.set(serial, text)
    return text
  }
}

const MOST_REMEMBERED = 10_000
