import { numberText } from '../values/number-text.ts'
import { MAX_SHEETS, tooMany } from './limits.ts'
import { limitCell, type Sheet, type SheetTable, setCell, type TableRow, truthText } from './sheet.ts'
import { newSpans } from './spans.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { convertToUtf8, readXmlItems } from './xml.ts'

type Attributes = Readonly<Record<string, string>>
const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[`ss:${name}`] ?? attributes[name]

type FoundSheet = Omit<SheetTable, 'rows' | 'hiddenColumns'> & {
  name: string
  isHidden: boolean
  hiddenColumns: { first: number; last: number }[]
}

/**
 * Returns the sheets of an XML Spreadsheet 2003, which supplier portals often name .xls. They must be opened in order,
 * each once, because one reading of the file gives the rows of all sheets. Throws SpreadsheetError for a damaged or
 * unsafe file, and for none or too many sheets.
 */
export async function readXmlSheets(file: Buffer): Promise<Sheet[]> {
  const sheets: FoundSheet[] = []
  for await (const some of readXmlItems(pieces(file), sheetWatcher)) sheets.push(...some)
  if (sheets.length === 0) throw new SpreadsheetError('empty')
  const rowsOf = bySheet(readXmlItems(pieces(file), rowWatcher))
  return sheets.map(({ name, isHidden, ...table }, index) => ({
    ...{ name, isHidden },
    open: async () => ({ ...table, rows: rowsOf(index) }),
  }))
}

/** A row and the index of its sheet, or the error that ends that sheet. */
type SheetItem = { readonly sheet: number; readonly row: TableRow | SpreadsheetError }

/** Returns a function that yields the rows of a sheet by its index. Skips rows of sheets before it in the reading. */
function bySheet(reading: AsyncGenerator<SheetItem[]>) {
  let left: readonly SheetItem[] = []
  return async function* rowsOf(index: number): AsyncGenerator<TableRow[]> {
    for (;;) {
      const rows: TableRow[] = []
      const others: SheetItem[] = []
      for (const one of left) {
        if (one.sheet > index) others.push(one)
        else if (one.sheet < index) continue
        else if (one.row instanceof SpreadsheetError) throw one.row
        else rows.push(one.row)
      }
      left = others
      yield rows
      if (left.length > 0) return
      const next = await reading.next()
      if (next.done) return
      left = next.value
    }
  }
}

const PIECE_BYTES = 64 * 1024

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  function* slices() {
    for (let start = 0; start < file.length; start += PIECE_BYTES) yield file.subarray(start, start + PIECE_BYTES)
  }
  yield* convertToUtf8(slices())
}

/** Returns the handlers of tags that call `give` with each sheet, without its rows. */
function sheetWatcher(give: (sheet: FoundSheet) => void) {
  let sheet: FoundSheet | null = null
  let count = 0
  let text = ''
  let from1904 = false
  let column = 0
  return {
    open: (name: string, attributes: Attributes) => {
      text = ''
      if (name === 'Worksheet') {
        if (++count > MAX_SHEETS) throw tooMany('bladen', MAX_SHEETS)
        const title = attributeOf(attributes, 'Name') ?? ''
        sheet = { name: title, isHidden: false, from1904, hiddenRows: 0, hiddenColumns: [] }
        column = 0
      } else if (name === 'Date1904') from1904 = true
      else if (!sheet || attributeOf(attributes, 'Hidden') !== '1') {
        if (name === 'Column') column = lastOf(attributes, column)
      } else if (name === 'Row') sheet.hiddenRows++
      else if (name === 'Column') {
        const last = lastOf(attributes, column)
        sheet.hiddenColumns.push({ first: last - 1 - Number(attributeOf(attributes, 'Span') ?? 0), last: last - 1 })
        column = last
      }
    },
    close: (name: string) => {
      if (name === 'Visible' && sheet && /Hidden$/.test(text)) sheet.isHidden = true
      if (name === 'Worksheet' && sheet) give(sheet)
    },
    text: (more: string) => {
      if (text.length < 'SheetVeryHidden'.length) text += more
    },
  }
}

/** Returns the last column that a tag covers, counted from 1; `before` is the last column of the previous tag. */
const lastOf = (attributes: Attributes, before: number) =>
  (Number(attributeOf(attributes, 'Index')) || before + 1) + Number(attributeOf(attributes, 'Span') ?? 0)

/** Returns the handlers of tags that call `give` with each row. */
function rowWatcher(give: (item: SheetItem) => void) {
  let sheet = -1
  let row: TableRow = { number: 0, cells: [] }
  let column = -1
  let across = 0
  let down = 0
  const spans = newSpans()
  let type = ''
  let text = ''
  let isData = false
  let isComment = false
  return {
    open: (name: string, attributes: Attributes) => {
      if (name === 'Worksheet') {
        sheet++
        spans.clear()
        row = { number: 0, cells: [] }
      } else if (name === 'Row') {
        row = { number: Number(attributeOf(attributes, 'Index')) || row.number + 1, cells: [] }
        column = -1
        across = 0
      } else if (name === 'Cell') {
        column =
          Number(attributeOf(attributes, 'Index')) - 1 || (attributeOf(attributes, 'Index') ? 0 : column + across + 1)
        across = Number(attributeOf(attributes, 'MergeAcross') ?? 0)
        down = Number(attributeOf(attributes, 'MergeDown') ?? 0)
        text = ''
      } else if (name === 'Comment') isComment = true
      else if (name === 'Data' && !isComment) {
        type = attributeOf(attributes, 'Type') ?? 'String'
        isData = true
      }
    },
    close: (name: string) => {
      if (name === 'Data') isData = false
      else if (name === 'Comment') isComment = false
      else if (name === 'Row') give({ sheet, row: spans.over(row) })
      else if (name === 'Cell') {
        try {
          setCell(row.cells, column, cellText(type, text))
          if (down > 0) spans.begin(column, row.cells[column] ?? '', row.number + down)
        } catch (error) {
          if (!(error instanceof SpreadsheetError)) throw error
          give({ sheet, row: error })
        }
      }
    },
    text: (more: string) => {
      if (isData) text += more
    },
  }
}

function cellText(type: string, text: string): string {
  if (type === 'Error') return ''
  if (type === 'Number') return Number.isNaN(Number(text)) || text === '' ? limitCell(text) : numberText(Number(text))
  if (type === 'DateTime') return text.slice(0, 10)
  return type === 'Boolean' && text !== '' ? truthText(text === '1') : limitCell(text)
}
