import { createHash } from 'node:crypto'
import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import { MAX_SHEET_ROWS, type SheetPlan, type SheetResult } from '../../../shared/api/parts/sheets.ts'
import { AppError, type FieldErrors, previewConflict, unprocessable } from '../../../shared/errors.ts'
import { foldText } from '../../../shared/folded.ts'
import type { Permit } from '../../platform/actor.ts'
import { type Committed, commitNothing } from '../../platform/data/commit.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import { readFirstRowsOfFile, type WrongRow } from '../recognition/first-rows.ts'
import type { ListedSheet } from '../recognition/listed.ts'
import { readBlocks } from '../recognition/read.ts'
import { columnNameOf, fieldTextOf, quoteCell, type Reading, readRow, refuseRow } from '../recognition/row-reading.ts'
import { parseDate } from '../values/cell-values.ts'

/** Refused row, and its column where the reason is about one column. */
interface Refused {
  readonly row: WrongRow['row']
  readonly column: string | null
  readonly message: string
}

/** Number of rows by outcome, and the refused rows, of a sheet that is imported or planned. */
export interface Tally {
  created: number
  updated: number
  unchanged: number
  readonly refused: Refused[]
}

/** Rows that were dealt with while the sheet was read, and are not stored: repeated and refused rows. */
export type Found = Pick<Tally, 'unchanged' | 'refused'>

/**
 * Sheet that has been read: its rows, the rows that need no storing (`read`), and how to plan or store the remaining
 * rows.
 */
export interface Opened<F extends string> {
  readonly list: ListedSheet<F>
  readonly sheet: Read<F>
  readonly read: Found
  /** Counts what storing the rows would do. */
  readonly compare: (tally: Tally) => Promise<void>
  readonly store: (permit: Permit, tally: Tally) => Promise<void>
}

/** Returns what the import of a sheet would do, with its first rows; stores nothing (decision 62). */
export async function planSheet<F extends string>(file: UploadedFile, opened: Opened<F>): Promise<SheetPlan> {
  const tally = newTally(opened)
  await opened.compare(tally)
  const result = resultOf(opened, tally)
  const wrong = tally.refused.map(({ row, column, message }) => ({ row, problems: [{ column, reason: message }] }))
  return { ...result, reading: planPrint(file, result), sheets: await readFirstRowsOfFile(opened.list, file, wrong) }
}

/**
 * Stores the rows of a sheet; returns the number of rows by outcome, and the refused rows. `seenReading` is the hash of
 * the plan that the user confirmed, if any; throws 409 when the plan has changed since.
 */
export async function storeSheet<F extends string>(
  permit: Permit,
  file: UploadedFile,
  opened: Opened<F>,
  seenReading: string | undefined,
): Promise<Committed<SheetResult>> {
  if (seenReading !== undefined) {
    const planned = newTally(opened)
    await opened.compare(planned)
    if (planPrint(file, resultOf(opened, planned)) !== seenReading) throw previewConflict()
  }
  const tally = newTally(opened)
  await opened.store(permit, tally)
  return commitNothing(permit, resultOf(opened, tally))
}

/** Returns a hash of a file and of its import's expected result, which shows that neither changed since the preview. */
const planPrint = ({ bytes }: UploadedFile, result: SheetResult): string =>
  createHash('sha256').update(bytes).update(JSON.stringify(result)).digest('base64url')

const newTally = ({ read }: { readonly read: Found }): Tally => ({
  ...{ created: 0, updated: 0, unchanged: read.unchanged },
  refused: [...read.refused],
})

/** Returns the result of an import, with refused rows in the order of the sheet. */
const resultOf = <F extends string>({ sheet }: Opened<F>, { refused, ...counts }: Tally): SheetResult => ({
  ...counts,
  totalRows: sheet.rows.length,
  refused: refused
    .map(refusalView)
    .sort((one, other) => one.row - other.row || one.message.localeCompare(other.message)),
  ignoredColumns: sheet.ignoredColumns,
})

/** Returns the refusal of a row for the API, with the sheet's name when the file has several. */
const refusalView = ({ row: { number, sheet }, column, message }: Refused): SheetResult['refused'][number] => ({
  ...{ row: number, column },
  message: sheet === undefined ? message : `${message} (blad ${sheet})`,
})

/** Rows of a sheet, and the names of the columns that the import ignores. */
interface Read<F extends string> {
  readonly rows: readonly Reading<F>[]
  readonly ignoredColumns: string[]
}

/** Reads all rows of a sheet. Throws 422 at `file` for a file that cannot be read as this list, or has too many rows. */
export async function readSheet<F extends string>(
  list: ListedSheet<F>,
  file: UploadedFile,
  most = MAX_SHEET_ROWS,
): Promise<Read<F>> {
  const rows: Reading<F>[] = []
  const ignored = new Set<string>()
  try {
    for await (const block of readBlocks(list, file.bytes, { filename: file.filename })) {
      for (const row of block.rows) {
        rows.push(readRow(row))
        row.header.fields.forEach((field, column) => {
          if (field === undefined && row.header.texts[column]) ignored.add(row.header.names[column] ?? '')
        })
      }
      if (rows.length > most) throw tooManyRows(most)
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw unprocessable(error.message, 'file')
    throw error
  }
  return { rows, ignoredColumns: [...ignored] }
}

const tooManyRows = (most: number) =>
  unprocessable(
    `Dit bestand heeft te veel rijen: het maximum is ${most.toLocaleString('nl-NL')}. Splits het bestand.`,
    'file',
  )

/** Returns the refusal of a row, with the first problem of its reading as the reason. */
export const rowRefusalOf = <F extends string>({ row, problems: [problem] }: Reading<F>): Refused =>
  buildRefusal(row, problem?.column ?? null, problem?.reason ?? '')

/** Builds the refusal of a row; without a column it is about the whole row. */
export const buildRefusal = (row: Refused['row'], column: string | null, message: string): Refused => ({
  ...{ row, column, message },
})

/** Reads the text of a cell as one line. */
export const readCellLine = <F extends string>(reading: Reading<F>, field: F): string =>
  fieldTextOf(reading, field).replaceAll(/\s+/g, ' ')

/**
 * Reads the date of a cell; undefined when it is empty or wrong. Refuses the row for a wrong date, and for a missing
 * one when `isNeeded`. When the sheet lacks the column, the refusal calls it `name`.
 */
export function readCellDate<F extends string>(
  reading: Reading<F>,
  field: F,
  name: string,
  isNeeded: boolean,
): string | undefined {
  const text = fieldTextOf(reading, field)
  if (text === '') {
    if (isNeeded) refuseRow(reading, columnNameOf(reading, field, name), 'Kies een datum')
    return undefined
  }
  const date = parseDate(text, reading.row.header.dates)
  if (!date) refuseRow(reading, columnNameOf(reading, field, name), `${quoteCell(text)} is geen geldige datum`)
  return date ?? undefined
}

/** Returns the stored value of a choice whose label or value is in a cell; refuses the row for another text. */
export function readCellChoice<F extends string, V extends string>(
  reading: Reading<F>,
  field: F,
  labels: Readonly<Record<V, string>>,
  text = readCellLine(reading, field),
): V | undefined {
  if (text === '') return undefined
  const all = Object.entries(labels) as [V, string][]
  const [value] = all.find(([one, label]) => [one, label].some((name) => foldText(name) === foldText(text))) ?? []
  if (!value) {
    const known = all.map(([, label]) => label).join(', ')
    refuseRow(reading, columnNameOf(reading, field), `${quoteCell(text)} is geen van ${known}`)
  }
  return value
}

/** Kinds of errors that are about a row; others, such as a busy table, end the import. */
const aboutRow = ['invalid', 'conflict', 'unprocessable', 'forbidden', 'notFound'] as const

/** Does work; returns the texts of its refusal by field, or null when it was done. */
export async function findRefusal(work: () => Promise<unknown>): Promise<FieldErrors | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof AppError && aboutRow.some((kind) => kind === error.kind)) {
      return error.errors ?? { '': [error.message] }
    }
    throw error
  }
}
