import type { LayoutsOf } from '../recognition/layout-print.ts'
import type { ListedSheet, SheetRow } from '../recognition/listed.ts'
import { readBlocks, type SpreadsheetSource } from '../recognition/read.ts'
import type { Problem, Warning } from '../recognition/row-reading.ts'
import type { ReadBatch } from './tally.ts'

/**
 * Number of rows in a batch, as many as one BatchWrite takes. Larger batches stay in memory longer, so that garbage
 * collection takes a fifth of the import's time.
 */
const DEFAULT_BATCH_SIZE = 25

/** Result of a row: an item with warnings, or the problems that refuse it. */
export type RowResult<Item> =
  | { readonly ok: true; readonly item: Item; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Kind of list with the function that reads one of its rows. */
export interface Rows<F extends string, Item> {
  readonly list: ListedSheet<F>
  readonly read: (row: SheetRow<F>) => RowResult<Item>
}

/** Result of a number of consecutive rows. */
export interface Batch<Item> extends ReadBatch {
  readonly items: readonly Item[]
}

/**
 * `filename` is only for messages; `batchSize` is the number of rows in a batch; `layoutsOf` returns stored layouts of
 * headers.
 */
interface Options {
  readonly filename: string
  readonly batchSize?: number | undefined
  readonly layoutsOf?: LayoutsOf | undefined
}

/**
 * Yields the rows of a spreadsheet in batches, each row as an item or as the problems that refuse it (rulings 53–56).
 * Reads no faster than batches are consumed. Throws SpreadsheetError for a file refused as a whole, normally before the
 * first batch.
 */
export async function* readBatches<F extends string, Item>(
  { list, read }: Rows<F, Item>,
  source: SpreadsheetSource,
  { filename, batchSize = DEFAULT_BATCH_SIZE, layoutsOf }: Options,
): AsyncGenerator<Batch<Item>> {
  let batch = emptyBatch<Item>({ totalRows: 0, errors: 0 })
  let rows = 0
  const shownOnce = new Set<string>()
  for await (const block of readBlocks(list, source, { filename, layoutsOf })) {
    batch.leftOut.push(...block.leftOut)
    batch.warnings.push(...block.notes)
    for (const row of block.rows) {
      addResult(batch, read(row), shownOnce)
      if (++rows % batchSize !== 0) continue
      yield batch
      batch = emptyBatch(batch.stats)
    }
  }
  if (rows % batchSize !== 0 || batch.leftOut.length > 0) yield batch
}

type Filling<Item> = ReturnType<typeof emptyBatch<Item>>

function addResult<Item>(batch: Filling<Item>, result: RowResult<Item>, shownOnce: Set<string>): void {
  batch.stats.totalRows++
  if (result.ok) {
    batch.items.push(result.item)
    for (const { once, ...warning } of result.warnings) {
      const text = `${warning.column} ${warning.reason}`
      if (once && shownOnce.has(text)) continue
      if (once) shownOnce.add(text)
      batch.warnings.push(warning)
    }
  } else {
    batch.stats.errors++
    batch.problems.push(...result.problems)
  }
}

const emptyBatch = <Item>(stats: ReadBatch['stats']) => ({
  items: [] as Item[],
  problems: [] as Problem[],
  warnings: [] as Problem[],
  leftOut: [] as ReadBatch['leftOut'][number][],
  stats: { ...stats },
})
