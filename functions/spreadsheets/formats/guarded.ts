import type { Sheet, SheetTable } from './sheet.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Opens a file by `read`, which takes its bytes, and returns its sheets. An error of a reader or its library, such as
 * an exhausted stack, throws the SpreadsheetError of a damaged file, there and in the sheets. An error of the source
 * itself, such as of the bucket, is thrown as it is, because another attempt may succeed.
 */
export async function openGuarded<Chunk>(
  source: AsyncIterable<Chunk> | Iterable<Chunk>,
  read: (chunks: AsyncGenerator<Chunk>) => Promise<readonly Sheet[]>,
): Promise<readonly Sheet[]> {
  let failure: unknown
  async function* watched() {
    try {
      yield* source
    } catch (error) {
      failure = error
      throw error
    }
  }
  const damageOf = (error: unknown) =>
    error === failure || error instanceof SpreadsheetError
      ? error
      : new SpreadsheetError('corrupt', undefined, { cause: error })
  const guard = <T>(step: () => Promise<T>) =>
    step().catch((error: unknown) => {
      throw damageOf(error)
    })
  async function* guardRows(rows: SheetTable['rows']) {
    try {
      yield* rows
    } catch (error) {
      throw damageOf(error)
    }
  }
  const sheets = await guard(() => read(watched()))
  return sheets.map((sheet) => ({
    ...sheet,
    open: async () => {
      const table = await guard(sheet.open)
      return table && { ...table, rows: guardRows(table.rows) }
    },
  }))
}
