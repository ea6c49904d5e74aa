import { unprocessable } from '../../../shared/errors.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import { REASON_HEADER } from '../recognition/layout-print.ts'
import type { SheetRow } from '../recognition/listed.ts'
import { readBlocks } from '../recognition/read.ts'
import type { Problem } from '../recognition/row-reading.ts'
import type { Columns } from './columns.ts'
import type { UploadRow } from './entity.ts'
import { layoutsForUpload, layoutsOf } from './layouts.ts'
import { openUploadFile } from './upload-file.ts'

/**
 * Maximum number of refused rows in one xlsx. When an upload has more, the user corrects and uploads the first ones.
 * Then the user removes these from the original sheet and uploads it, to get the next ones.
 */
const MAX_ROWS = 10_000

interface WrongRow {
  readonly row: SheetRow<string>
  readonly problems: readonly Problem[]
}

/**
 * Returns the refused rows of an upload, at most 10,000, with their reasons in a last column and as notes of the cells.
 * Throws 409 when the file of the upload is gone. Throws 422 when no row is wrong or the file cannot be read.
 */
export async function readWrongRows<F extends string>(columns: Columns<F, unknown>, upload: UploadRow) {
  const wrong = await wrongRowsOf(columns, upload)
  if (wrong.length === 0) throw unprocessable('Deze upload heeft geen foute rijen')
  const names = [...new Set(wrong.flatMap(({ row }) => row.header.names))]
  return {
    headers: [...names, REASON_HEADER],
    rows: wrong.map((one) => [...names.map((name) => cellOf(one, name)), reasonOf(one)]),
  }
}

/**
 * Reads the rows of an upload again and returns the refused ones, by the layouts (meanings of columns) that the import
 * used.
 */
async function wrongRowsOf<F extends string>(columns: Columns<F, unknown>, upload: UploadRow): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  const notStored = notStoredOf(columns, upload)
  const { list, read } = columns.rowsOf(upload)
  const remembered = layoutsOf(columns.type)
  // Older uploads do not store the layouts with which they were read.
  const options = {
    filename: upload.filename,
    layoutsOf: upload.layouts ? layoutsForUpload(upload, remembered) : remembered,
  }
  try {
    for await (const { rows } of readBlocks(list, await openUploadFile(upload), options)) {
      for (const row of rows) {
        const result = read(row)
        const problems = result.ok ? notStored(row) : result.problems
        if (problems.length > 0) wrong.push({ row, problems })
        if (wrong.length === MAX_ROWS) return wrong
      }
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (wrong.length === 0) throw unprocessable(error.message)
  }
  return wrong
}

/**
 * Returns a lookup of the problems of a row that was valid but could not be stored. Reading the row again does not show
 * these problems, so they come from the stored upload.
 */
function notStoredOf({ notStored = [] }: { readonly notStored?: readonly string[] }, { details }: UploadRow) {
  const refused = (details as readonly Problem[]).filter(({ reason }) => notStored.includes(reason))
  return ({ number, sheet }: SheetRow<string>) => refused.filter((one) => one.row === number && one.sheet === sheet)
}

function cellOf({ row: { header, cells }, problems }: WrongRow, name: string) {
  const text = cells[header.names.indexOf(name)] ?? ''
  const reasons = problems.filter(({ column }) => column === name).map(({ reason }) => reason)
  return reasons.length === 0 ? text : { text, note: reasons.join('\n') }
}

const reasonOf = ({ problems }: WrongRow): string =>
  problems.map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`)).join('; ')
