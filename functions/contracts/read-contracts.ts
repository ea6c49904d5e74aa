import type { LeftOut } from '../../shared/contract/contracts.ts'
import type { LocalDate } from '../../shared/time.ts'
import { readBlocks, type SpreadsheetSource } from '../spreadsheets/read.ts'
import { type Problem, placeOf } from '../spreadsheets/row-reading.ts'
import { contractList, type Header, type SheetRow } from './recognise.ts'
import { contractFromRow } from './rules.ts'
import type { ImportedRow } from './storing.ts'
import { ASSUMED_MONTHS } from './term.ts'

/** `filename` only serves messages; `today` is the Amsterdam date; `batchSize` is the number of rows in a batch. */
export type ReadOptions = { filename: string; today: LocalDate; batchSize?: number }

/** Counts up to and including a batch. `errors` is the number of rows refused, which may have several problems each. */
export type ReadStats = { totalRows: number; errors: number }

/** What a number of consecutive rows gave. */
export type ContractBatch = {
  contracts: ImportedRow[]
  /** Why rows were refused. */
  problems: Problem[]
  /** What was doubtful in rows that were taken. */
  warnings: Problem[]
  /** What of the file was not read. */
  leftOut: LeftOut[]
  stats: ReadStats
}

/** One BatchWrite; larger batches live long enough to cost the garbage collector a fifth of the time. */
const DEFAULT_BATCH_SIZE = 25

/**
 * Reads contracts from a spreadsheet in batches, as fast as they are taken and no faster, so that memory does not grow
 * with the file (rulings 53–56). A wrong row is reported in its batch; a file refused as a whole throws
 * SpreadsheetError, normally before the first batch.
 */
export async function* readContracts(source: SpreadsheetSource, options: ReadOptions): AsyncGenerator<ContractBatch> {
  const { filename, today, batchSize = DEFAULT_BATCH_SIZE } = options
  let batch = emptyBatch({ totalRows: 0, errors: 0 })
  let header: Header | null = null
  let rows = 0
  for await (const block of readBlocks(contractList, source, { filename })) {
    batch.leftOut.push(...block.leftOut)
    batch.warnings.push(...block.notes)
    for (const row of block.rows) {
      if (row.header !== header) batch.warnings.push(...assumptions(row))
      header = row.header
      take(batch, row, today)
      if (++rows % batchSize !== 0) continue
      yield batch
      batch = emptyBatch(batch.stats)
    }
  }
  if (rows % batchSize !== 0 || batch.leftOut.length > 0) yield batch
}

function take(batch: ContractBatch, row: SheetRow, today: LocalDate): void {
  batch.stats.totalRows++
  const result = contractFromRow(row, today)
  if (result.ok) {
    batch.contracts.push({ ...placeOf(row), contract: result.contract })
    batch.warnings.push(...result.warnings)
  } else {
    batch.stats.errors++
    batch.problems.push(...result.problems)
  }
}

function emptyBatch(stats: ReadStats): ContractBatch {
  return { contracts: [], problems: [], warnings: [], leftOut: [], stats: { ...stats } }
}

function assumptions({ sheet, header: { row, columns } }: SheetRow): Problem[] {
  if (columns.signedDate !== undefined || columns.duration !== undefined) return []
  const reason = `ontbreekt, net als 'Tekendatum'; er is overal ${ASSUMED_MONTHS} maanden aangenomen`
  return [{ row, column: 'Looptijd', reason, ...(sheet === undefined ? {} : { sheet }) }]
}
