import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import * as z from '../../zod.ts'
import { type Endpoint, ok } from './endpoint.ts'
import { orNull } from './fields.ts'

/**
 * Problem of a row of a preview. `column` is the index of the column, from 0; null when the problem is about the whole
 * row or about a column that the preview does not show.
 */
const CellProblem = z.object({ column: z.int().nullable(), reason: z.string() })

/** A row of a preview, as text, with the reasons why it would be refused. */
export const PreviewRow = z.object({ number: z.int(), cells: z.array(z.string()), problems: z.array(CellProblem) })
export type PreviewRow = z.output<typeof PreviewRow>

/** The first rows of a sheet before it is stored. */
export const SheetRows = z.object({
  /** Name on its tab; null where the file has no tabs. */
  name: z.string().nullable(),
  rows: z.array(PreviewRow),
  /** Up to a hundred refused rows that come after `rows`; fewer in a sheet of more than twenty columns. */
  wrong: z.array(PreviewRow),
  /** Number of the row with the headers; null when none was recognised. */
  headerRow: z.int().nullable(),
  /** Field of each column; null for a column that is not recognised. */
  fields: z.array(z.string().nullable()),
})
export type SheetRows = z.output<typeof SheetRows>

/** Maximum number of bytes of an imported sheet. */
export const MAX_SHEET_BYTES = 4 * 1024 * 1024
/** Maximum number of rows of an imported sheet. */
export const MAX_SHEET_ROWS = 5_000
const sheet = { field: 'file', maxBytes: MAX_SHEET_BYTES, extensions: ['.xlsx', '.csv'] } as const

/** Result of an imported sheet. The other rows are stored when a row is refused. */
export const SheetResult = z.object({
  totalRows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ row: z.int(), column: orNull(z.string()), message: z.string() })),
  /** Names of the columns that were not read. */
  ignoredColumns: z.array(z.string()),
})
export type SheetResult = z.output<typeof SheetResult>

/** Result that the import of a sheet would have, with its first rows. */
export const SheetPlan = SheetResult.extend({
  /** Identifies the file and the result of its import. An import request sends back the value that its user saw. */
  reading: z.string(),
  sheets: z.array(SheetRows),
})
export type SheetPlan = z.output<typeof SheetPlan>

/** `seenReading` is the `reading` that the user saw; 409 when the import would now have another result. */
const sheetQuery = z.object({ seenReading: z.string().max(64).optional() })

interface SheetCall<Path extends string, Allow extends Action> {
  readonly path: Path
  readonly allow: Allow
  readonly summary: string
  readonly changes: readonly RecordKind[]
}

/** Makes the endpoint that imports a sheet. */
export const sheetImport = <const Path extends `/api/${string}`, const Allow extends Action>(
  call: SheetCall<Path, Allow>,
) =>
  ({ ...call, method: 'POST', query: sheetQuery, upload: sheet, result: ok(SheetResult) }) as const satisfies Endpoint

/** Makes the endpoint that shows what the import of a sheet would do. */
export const sheetCheck = <const Path extends `/api/${string}`, const Allow extends Action>(
  call: Omit<SheetCall<Path, Allow>, 'changes'>,
) =>
  ({ ...call, method: 'POST', writesNothing: true, upload: sheet, result: ok(SheetPlan) }) as const satisfies Endpoint
