import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import type { PreviewRow, SheetRows } from '../../../shared/api/parts/sheets.ts'
import { withoutIbans } from '../../platform/data/account-numbers.ts'
import type { LayoutsOf } from './layout-print.ts'
import type { ListedSheet } from './listed.ts'
import { type Glance, readFirstRows } from './read.ts'
import type { Problem } from './row-reading.ts'

/** Maximum number of characters of a cell in a preview. */
const SHOWN = 120
/** Maximum number of refused rows of a sheet that a preview shows below its first rows, and of their cells. */
const WRONG_SHOWN = 100
const WRONG_CELLS_SHOWN = 2_000

/** A refused row of a file. */
export interface WrongRow {
  readonly row: {
    readonly number: number
    readonly sheet?: string
    readonly cells: readonly string[]
    readonly firstColumn?: number
    readonly header: { readonly names: readonly string[] }
  }
  readonly problems: readonly Pick<Problem, 'column' | 'reason'>[]
}

/** Finds no layouts (meanings that people gave to columns); for lists whose columns nobody maps by hand. */
export const noLayouts: LayoutsOf = async () => new Map()

/**
 * Returns the first rows of a file's sheets, and its refused rows (`wrong`) with their reasons. Throws SpreadsheetError
 * for a file refused as a whole.
 */
export const readFirstRowsOfFile = async <F extends string>(
  list: ListedSheet<F>,
  { bytes, filename }: Pick<UploadedFile, 'bytes' | 'filename'>,
  wrong: readonly WrongRow[],
): Promise<SheetRows[]> => sheetRows(await readFirstRows(list, bytes, { filename, layoutsOf: noLayouts }), wrong)

/** Returns the first rows of sheets in the form of the API, with their header row, fields and refused rows. */
export const sheetRows = <F extends string>(glances: readonly Glance<F>[], wrong: readonly WrongRow[]): SheetRows[] =>
  glances.map((glance) => {
    const { rows, wrong: refused, width } = buildPreviewRows(glance, wrong, glances.length > 1)
    const fields = Array.from({ length: width }, (_, column) => glance.header?.fields[column] ?? null)
    return { name: glance.name, rows, wrong: refused, headerRow: glance.header?.row ?? null, fields }
  })

/**
 * Returns the first rows of a sheet and its first refused rows further down; `isOneOfMany` when the file has several
 * sheets. All rows have the same number of cells, with account numbers masked and long texts cut.
 */
export function buildPreviewRows(
  { name, rows }: Pick<Glance<never>, 'name' | 'rows'>,
  wrong: readonly WrongRow[],
  isOneOfMany: boolean,
): { readonly rows: PreviewRow[]; readonly wrong: PreviewRow[]; readonly width: number } {
  const own = wrong
    .filter(({ row }) => !isOneOfMany || row.sheet === (name ?? undefined))
    .map(({ row, problems }) => ({ row: { ...row, cells: cellsInSheet(row) }, problems }))
  const width = Math.max(0, ...[...rows, ...own.map(({ row }) => row)].map(({ cells }) => cells.length))
  const last = rows.at(-1)?.number ?? 0
  const shown = ({ number, cells }: Pick<WrongRow['row'], 'number' | 'cells'>): PreviewRow => ({
    number,
    cells: Array.from({ length: width }, (_, column) => shortenCell(cells[column] ?? '')),
    problems: problemsIn(own, number),
  })
  const below = [...new Map(own.map(({ row }) => [row.number, row])).values()].filter(({ number }) => number > last)
  const most = Math.min(WRONG_SHOWN, Math.floor(WRONG_CELLS_SHOWN / Math.max(width, 1)))
  return { rows: rows.map(shown), wrong: below.slice(0, most).map(shown), width }
}

/** Returns the cells of a row with blank ones in place of the tables before it. */
const cellsInSheet = ({ cells, firstColumn = 0 }: WrongRow['row']): string[] => [
  ...Array.from({ length: firstColumn }, () => ''),
  ...cells,
]

/** Returns the problems of a row by column; a row may hold several records. */
function problemsIn(wrong: readonly WrongRow[], number: number): PreviewRow['problems'] {
  const all = wrong
    .filter(({ row }) => row.number === number)
    .flatMap(({ row, problems }) =>
      problems.map(({ column, reason }) => {
        const at = column === null ? -1 : row.header.names.indexOf(column)
        return {
          column: at < 0 ? null : at + (row.firstColumn ?? 0),
          reason: column === null || at >= 0 ? reason : `${column} ${reason}`,
        }
      }),
    )
  return [...new Map(all.map((one) => [`${one.column} ${one.reason}`, one])).values()]
}

function shortenCell(cell: string): string {
  const text = withoutIbans(cell)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
