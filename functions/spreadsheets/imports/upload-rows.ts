import type { SheetRows } from '../../../shared/contract/parts/imports.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import { noLayouts, sheetRows, type WrongRow } from '../recognition/first-rows.ts'
import type { LayoutsOf } from '../recognition/layout-print.ts'
import { readBlocks, readFirstRows } from '../recognition/read.ts'
import type { Rows } from './batches.ts'
import type { UploadRow } from './entity.ts'
import { openUploadFile } from './upload-file.ts'

/** Number of rows after which a preview no longer looks for refused ones. */
const LOOKED_THROUGH = 5_000

/**
 * Returns the first rows of an upload's sheets with the reasons of refused rows, for lists whose columns nobody maps by
 * hand. Account numbers are masked (rulings 62). Throws 409 when its file is gone, 422 for a file that cannot be read.
 */
export async function readFirstRowsOfUpload<F extends string, Item>(
  kind: Rows<F, Item>,
  upload: UploadRow,
): Promise<{ filename: string; sheets: SheetRows[] }> {
  const [sheets, wrong] = await Promise.all([
    openUploadFile(upload).then((file) =>
      readFirstRows(kind.list, file, { filename: upload.filename, layoutsOf: noLayouts }),
    ),
    wrongAmongFirst(kind, upload, noLayouts),
  ]).catch(throwRefusal)
  return { filename: upload.filename, sheets: sheetRows(sheets, wrong) }
}

/** Throws a SpreadsheetError as 422 with its text, and other errors as they are. */
export function throwRefusal(error: unknown): never {
  throw error instanceof SpreadsheetError ? unprocessable(error.message) : error
}

/**
 * Returns the refused rows among about the first 5,000 of an upload's file. Stops at a part that cannot be read. Throws
 * 409 when the file is gone.
 */
export async function wrongAmongFirst<F extends string, Item>(
  { list, read }: Rows<F, Item>,
  upload: UploadRow,
  layoutsOf: LayoutsOf,
): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  let looked = 0
  try {
    for await (const { rows } of readBlocks(list, await openUploadFile(upload), {
      filename: upload.filename,
      layoutsOf,
    })) {
      for (const row of rows) {
        const result = read(row)
        if (!result.ok) wrong.push({ row, problems: result.problems })
      }
      looked += rows.length
      if (looked >= LOOKED_THROUGH) break
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
  }
  return wrong
}
