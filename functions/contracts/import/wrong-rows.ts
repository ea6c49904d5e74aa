import { unprocessable } from '../../../shared/errors.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import type { Cell } from '../../export/cells.ts'
import { auditFile, countFileRequest } from '../../export/export-list.ts'
import { toXlsx } from '../../export/xlsx.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import { layoutsForUpload, layoutsOf } from '../../spreadsheets/imports/layouts.ts'
import { openUploadFile } from '../../spreadsheets/imports/upload-file.ts'
import { findUploadRow } from '../../spreadsheets/imports/uploads.ts'
import { REASON_HEADER } from '../../spreadsheets/recognition/layout-print.ts'
import { readBlocks } from '../../spreadsheets/recognition/read.ts'
import type { Problem } from '../../spreadsheets/recognition/row-reading.ts'
import { contractList, type SheetRow } from '../reading/recognise.ts'
import { contractFromRow } from '../reading/rules.ts'
import { TOO_LARGE } from './storing.ts'

/**
 * Maximum number of refused rows in one xlsx. When an upload has more, the user corrects and uploads the first ones.
 * Then the user removes these from the original sheet and uploads it, to get the next ones.
 */
const MAX_ROWS = 10_000

interface WrongRow {
  readonly row: SheetRow
  readonly problems: readonly Problem[]
}

/**
 * Returns the refused rows of an upload, at most 10,000, as an xlsx to correct and upload again, with the reasons. The
 * xlsx holds whole account numbers, so it is audited. Throws 404 for an unknown upload, 409 when its file is gone, 429
 * after 30 files in five minutes. Throws 422 when no row is wrong, the file cannot be read, or the xlsx is too large.
 */
export async function exportWrongRows(actor: Caller, id: string) {
  const permit = authorise(actor, 'contract:manage')
  await countFileRequest(actor)
  const upload = await findUploadRow('uploads', id)
  const wrong = await wrongRowsOf(upload)
  if (wrong.length === 0) throw unprocessable('Deze upload heeft geen foute rijen')
  const names = [...new Set(wrong.flatMap(({ row }) => row.header.names))]
  const rows = wrong.map((one) => [...names.map((name) => cellOf(one, name)), reasonOf(one)])
  const bytes = await toXlsx('Foute rijen', [...names, REASON_HEADER], rows)
  await auditFile(permit, 'contract', bytes, {
    format: 'xlsx',
    filter: { wrongRowsOf: upload.filename },
    count: wrong.length,
  })
  return { bytes, filename: `foute-rijen-${upload.filename.replace(/\.\w+$/, '')}.xlsx` }
}

/**
 * Reads the rows of an upload again and returns the refused ones. Uses the day of the upload as today, and the layouts
 * (meanings of columns) that the import used.
 */
async function wrongRowsOf(upload: UploadRow): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  const notStored = notStoredOf(upload)
  const today = localDateOf(upload.uploadedAt as Instant)
  const remembered = layoutsOf('contract')
  // Older uploads do not store the layouts with which they were read.
  const options = {
    filename: upload.filename,
    layoutsOf: upload.layouts ? layoutsForUpload(upload, remembered) : remembered,
  }
  try {
    for await (const { rows } of readBlocks(contractList, await openUploadFile(upload), options)) {
      for (const row of rows) {
        const result = contractFromRow(row, today)
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
 * Returns a lookup of the problems of a row that was valid but too large to store. Reading the row again does not show
 * these problems, so they come from the stored upload.
 */
function notStoredOf({ details }: UploadRow) {
  const refused: readonly Problem[] = (details as readonly Problem[]).filter(({ reason }) => reason === TOO_LARGE)
  return ({ number, sheet }: SheetRow) => refused.filter((one) => one.row === number && one.sheet === sheet)
}

function cellOf({ row: { header, cells }, problems }: WrongRow, name: string): Cell {
  const text = cells[header.names.indexOf(name)] ?? ''
  const reasons = problems.filter(({ column }) => column === name).map(({ reason }) => reason)
  return reasons.length === 0 ? text : { text, note: reasons.join('\n') }
}

const reasonOf = ({ problems }: WrongRow): string =>
  problems.map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`)).join('; ')
