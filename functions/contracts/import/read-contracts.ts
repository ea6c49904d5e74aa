import type { LocalDate } from '../../../shared/time.ts'
import { type Batch, type Rows, readBatches } from '../../spreadsheets/imports/batches.ts'
import type { LayoutsOf } from '../../spreadsheets/recognition/layout-print.ts'
import type { SpreadsheetSource } from '../../spreadsheets/recognition/read.ts'
import { placeOf } from '../../spreadsheets/recognition/row-reading.ts'
import { contractList, type Field, type SheetRow } from '../reading/recognise.ts'
import { contractFromRow } from '../reading/rules.ts'
import { ASSUMED_TERM } from '../reading/term.ts'
import type { ImportedRow } from './storing.ts'

/** `filename` only serves messages; `today` is the Amsterdam date; `batchSize` is the number of rows in a batch. */
type ReadOptions = { filename: string; today: LocalDate; batchSize?: number; layoutsOf?: LayoutsOf }

/**
 * Yields the contracts of a spreadsheet in batches, with the problems of refused rows. Throws SpreadsheetError for a
 * file refused as a whole.
 */
export const readContracts = (
  source: SpreadsheetSource,
  { filename, today, batchSize, layoutsOf }: ReadOptions,
): AsyncGenerator<Batch<ImportedRow>> => readBatches(contractReader(today), source, { filename, batchSize, layoutsOf })

/** Returns the kind of list and the function that reads one row as a contract. `today` is the Amsterdam date. */
export const contractReader = (today: LocalDate): Rows<Field, ImportedRow> => ({
  list: contractList,
  read: (row) => read(row, today),
})

function read(row: SheetRow, today: LocalDate) {
  const result = contractFromRow(row, today)
  if (!result.ok) return result
  const { startDate, signedDate, duration, period } = row.header.columns
  const isSilent = [startDate, signedDate, duration, period].every((column) => column === undefined)
  if (isSilent) result.warnings.push({ ...placeOf(row), column: null, reason: ASSUMED_TERM })
  return { ok: true, item: { ...placeOf(row), contract: result.contract }, warnings: result.warnings } as const
}
