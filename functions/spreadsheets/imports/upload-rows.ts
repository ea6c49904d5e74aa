import { unprocessable } from '../../../shared/errors.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import type { WrongRow } from '../recognition/first-rows.ts'
import type { LayoutsOf } from '../recognition/layout-print.ts'
import { readBlocks } from '../recognition/read.ts'
import type { Rows } from './batches.ts'
import type { UploadRow } from './entity.ts'
import { openUploadFile } from './upload-file.ts'

/** Number of rows after which a preview no longer looks for refused ones. */
const LOOKED_THROUGH = 5_000

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
