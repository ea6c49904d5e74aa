import { MAX_SHEETS } from '../formats/limits.ts'
import type { Look } from '../recognition/guessing.ts'
import { plainHeader } from '../recognition/header-text.ts'
import { headerFingerprint, type Layout } from '../recognition/layout-print.ts'
import type { ListedSheet } from '../recognition/listed.ts'
import { type Glance, readFirstRows, type SpreadsheetSource } from '../recognition/read.ts'
import type { Rows } from './batches.ts'
import type { UploadRow } from './entity.ts'
import type { Proposal } from './importing.ts'
import type { ImportKind } from './kinds.ts'
import { findLayouts, layoutsOf } from './layouts.ts'

/** Columns of a kind of import: how they are recognised, guessed and read. People may give them another meaning. */
export interface Columns<F extends string, Item> {
  readonly type: ImportKind
  readonly list: ListedSheet<F>
  /** Our own column names, besides those of the labels, which need no check. */
  readonly names: ReadonlySet<string>
  /** Returns the tests that guess unknown columns by their cells. */
  readonly findLooks: () => Promise<readonly Look<F>[]>
  /** Reasons for which storing refuses a row that was read without a problem. */
  readonly notStored?: readonly string[]
  /** Returns the reader of the rows of an upload. */
  readonly rowsOf: (upload: UploadRow) => Rows<F, Item>
}

/** Returns names of columns in their plain form: those given, separated by '|', and the labels. */
export const columnNames = (given: string, labels: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set([...given.split('|'), ...Object.values(labels).map(plainHeader)])

/**
 * Returns the first rows of each sheet of a file, of at most `most` sheets. Each has its recognised header and guesses
 * for unknown columns.
 */
export async function readGlances<F extends string>(
  { type, list, findLooks }: Columns<F, unknown>,
  filename: string,
  source: SpreadsheetSource,
  most: number,
): Promise<readonly Glance<F>[]> {
  return readFirstRows(list, source, { filename, layoutsOf: layoutsOf(type), looks: await findLooks(), most })
}

/** Returns the texts of a sheet's header row; none without a header. */
export const headerCellsOf = <F extends string>({ rows, header }: Glance<F>): readonly string[] =>
  rows.find(({ number }) => number === header?.row)?.cells ?? []

/**
 * Returns whether a person must check a file before it is stored (`asks`), by its headers and the `check` of its
 * upload. `layouts` has the guessed meanings of columns, and is empty without a check.
 */
export async function proposeLayouts<F extends string>(
  columns: Columns<F, unknown>,
  { filename, check }: UploadRow,
  source: SpreadsheetSource,
): Promise<Proposal> {
  const lists = (await readGlances(columns, filename, source, MAX_SHEETS)).filter(({ header }) => header !== null)
  const known = await findLayouts(
    columns.type,
    lists.map((list) => headerFingerprint(headerCellsOf(list))),
  )
  const layouts: Record<string, Layout> = {}
  for (const list of lists) {
    const layout = guessOf(list)
    if (layout) layouts[headerFingerprint(headerCellsOf(list))] = layout
  }
  const isOurs = (cell: string) => cell === '' || columns.names.has(plainHeader(cell))
  const isKnown = (list: Glance<F>) =>
    known.has(headerFingerprint(headerCellsOf(list))) || (check === 'unnamed' && headerCellsOf(list).every(isOurs))
  const isNew = lists.length > 0 && (check === 'all' || !lists.every(isKnown))
  return isNew ? { asks: true, layouts } : { asks: false, layouts: {} }
}

/**
 * Returns the meanings of a sheet's columns, recognised and guessed. Undefined when nothing was guessed, or when
 * somebody gave the meanings before.
 */
function guessOf<F extends string>({ header, likely, isRemembered }: Glance<F>): Layout | undefined {
  if (isRemembered || !header || !likely || likely.columns.length === 0) return undefined
  return { fields: header.fields.map((field) => field ?? ''), monthFirst: header.dates.monthFirst ?? false }
}
