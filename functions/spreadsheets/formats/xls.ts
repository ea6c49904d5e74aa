import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { isoDateOf, serialDateText } from '../values/date-text.ts'
import { numberText } from '../values/number-text.ts'
import { MAX_MERGES, MAX_SHEET_ROWS, tooMany } from './limits.ts'
import { refuseOtherCompounds } from './ole-compound.ts'
import { limitCell, type Sheet, type SheetTable, setCell, type TableRow, truthText } from './sheet.ts'
import { withSpans } from './spans.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Returns the sheets of an old binary .xls (rulings 57). SheetJS reads the whole file at once, so this kind has a lower
 * size limit; hidden columns are not reported. Throws SpreadsheetError for a file that is too large, damaged, locked,
 * of another kind, or has macros.
 */
export async function readXlsSheets(file: Buffer): Promise<Sheet[]> {
  refuseOtherCompounds(file)
  const [sheetjs, codePages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')])
  sheetjs.set_cptable(codePages)
  const isDate = cacheResults((format: string) => sheetjs.SSF.is_date(format))
  const book = open(() =>
    sheetjs.read(file, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      sheetRows: MAX_SHEET_ROWS + 1,
    }),
  )
  return book.SheetNames.map((name, index) => ({
    name,
    isHidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden),
    open: async () => tableOf(book.Sheets[name], book, isDate),
  }))
}

function tableOf(sheet: WorkSheet | undefined, book: WorkBook, isDate: (format: string) => boolean): SheetTable | null {
  if (!sheet || (sheet['!type'] ?? 'sheet') !== 'sheet') return null
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const isFilled = (index: number) => data[index]?.some((cell) => cell?.v !== undefined) ?? false
  const hidden = (sheet['!rows'] ?? []).filter((row, index) => row?.hidden && isFilled(index))
  const from1904 = book.Workbook?.WBProps?.date1904 ?? false
  const merges = (sheet['!merges'] ?? []).flatMap(({ s: { r, c }, e }) =>
    r < e.r ? [{ column: c, top: r + 1, bottom: e.r + 1 }] : [],
  )
  const rows = withSpans(rowsOf(sheet, from1904, isDate), merges)
  return { rows, from1904, hiddenRows: hidden.length, hiddenColumns: [] }
}

function open(read: () => WorkBook): WorkBook {
  try {
    return read()
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new SpreadsheetError(isLocked ? 'encrypted' : 'corrupt', undefined, { cause: error })
  }
}

async function* rowsOf(
  sheet: WorkSheet,
  from1904: boolean,
  isDate: (format: string) => boolean,
): AsyncGenerator<TableRow[]> {
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? []
  if ((sheet['!merges']?.length ?? 0) > MAX_MERGES) throw tooMany('samengevoegde cellen', MAX_MERGES)
  if (rows.length > MAX_SHEET_ROWS) throw tooMany('rijen', MAX_SHEET_ROWS)
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (!row) continue
    const cells: string[] = []
    row.forEach((cell, column) => {
      if (cell) setCell(cells, column, cellText(cell, isDate, from1904))
    })
    yield [{ number: index + 1, cells }]
  }
}

function cellText(cell: CellObject, isDate: (format: string) => boolean, from1904: boolean): string {
  const { v: value, t: type, z: format } = cell
  if (type === 'e') return ''
  if (typeof value === 'string') return limitCell(value)
  if (typeof value === 'boolean') return truthText(value)
  if (value instanceof Date) return isoDateOf(value)
  if (typeof value !== 'number') return ''
  return format !== undefined && isDate(String(format)) ? serialDateText(value, from1904) : numberText(value)
}

function cacheResults(test: (format: string) => boolean): (format: string) => boolean {
  const answers = new Map<string, boolean>()
  return (format) => {
    const known = answers.get(format) ?? test(format)
    answers.set(format, known)
    return known
  }
}
