import { unseen } from '../../shared/contract/fields.ts'
import type { LeftOut } from '../../shared/contract/imports.ts'
import { columnLetters, type Header, type Vocabulary } from './header.ts'
import { headerAmong, rememberedHeader } from './header-search.ts'
import type { LayoutsOf } from './layout-print.ts'
import { HEADER_SEARCH_ROWS } from './limits.ts'
import type { Problem } from './row-reading.ts'
import type { Sheet, SheetTable, TableRow } from './sheet.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * A row below the header: its number as Excel shows it, its sheet where the file has several, and its cells as text in
 * the order of the header's names. `part` says which of the records of its row it is, where that has several.
 */
export type SheetRow<F extends string> = {
  number: number
  sheet?: string
  header: Header<F>
  cells: readonly string[]
  part?: string
}

/** Rows of one sheet, what was left out since the block before, and what is to be known of it. */
export type Block<F extends string> = { rows: SheetRow<F>[]; leftOut: LeftOut[]; notes: Problem[]; lacks?: string }

/** What makes a sheet a list of one kind. */
export interface Listed<F extends string> {
  readonly words: Vocabulary<F>
  /** What its rows are, as a sentence names many. */
  readonly called: string
  /** What to say of a file whose headers mean nothing known. */
  readonly unrecognised: string
  /** What a header may lack of being one; the further down, the nearer it came. */
  readonly lacks: Readonly<Record<string, { readonly reason: string; readonly message: string }>>
  readonly lackOf: (header: Header<F>) => string | null
  /** What a row of totals never fills. */
  readonly never: readonly F[]
  /** Fields of which each column counts. */
  readonly every?: readonly F[]
  /** The records that a row tells of; one unless it says otherwise. */
  readonly recordsOf?: (row: SheetRow<F>) => readonly SheetRow<F>[]
}

interface Lacking {
  /** Why a sheet is not read. */
  readonly reason: string
  /** With what a file is refused that has no better sheet. */
  readonly error: () => SpreadsheetError
}

/** What keeps a sheet from being such a list; the further down, the nearer it came. */
function lacksOf({ called, unrecognised, lacks }: Pick<Listed<string>, 'called' | 'unrecognised' | 'lacks'>) {
  const noHeader = (reason: string, message: string): Lacking => ({
    reason,
    error: () => new SpreadsheetError('no-header', message),
  })
  const onlyHeaders = `Dit bestand bevat alleen kolomkoppen en geen ${called}.`
  return new Map<string, Lacking>([
    ['anything', { reason: '', error: () => new SpreadsheetError('empty') }],
    ['table', { reason: 'bevat geen tabel', error: () => new SpreadsheetError('corrupt') }],
    ['header', noHeader('kolomkoppen zijn niet herkend', unrecognised)],
    ...Object.entries(lacks).map(([name, { reason, message }]) => [name, noHeader(reason, message)] as const),
    ['rows', { reason: 'bevat alleen kolomkoppen', error: () => new SpreadsheetError('empty', onlyHeaders) }],
  ])
}

/** Why a file whose sheets lack this much is refused: by what the best of them lacks. */
export function refusalFor<F extends string>(list: Listed<F>, found: readonly string[]): SpreadsheetError {
  const nearest = [...lacksOf(list)].findLast(([name]) => found.includes(name))
  return nearest?.[1].error() ?? new SpreadsheetError('empty')
}

/** Names a sheet that is not read. */
export function without<F extends string>({ name }: Sheet, reason: string): Block<F> {
  return { rows: [], leftOut: name === null ? [] : [{ kind: 'sheet', name, sheet: null, reason }], notes: [] }
}

/** A sheet while it is read. */
type Reading<F extends string> = {
  list: Listed<F>
  layoutsOf: LayoutsOf | undefined
  /** Where the file has several: the sheet's name. */
  sheet: string | undefined
  header: Header<F> | null
  /** Its first rows, until they are looked through for the header. */
  head: TableRow[]
  rows: number
  /** What the best row of those searched lacks of being the header. */
  lack: string
  /** Columns without a name that turn out to hold something. */
  unnamed: Set<number>
  /** Whether it is told that characters were left out of cells. */
  isCleanedTold: boolean
}

/**
 * The rows below the header of a sheet, blank ones and totals left out. The header is the first of its first rows that is
 * one of such a list; without one, the last block says what is lacking.
 */
export async function* blocksOf<F extends string>(
  list: Listed<F>,
  sheet: Sheet,
  isOneOfMany: boolean,
  layoutsOf?: LayoutsOf,
): AsyncGenerator<Block<F>> {
  const table = await sheet.open()
  if (!table) return yield lacking(list, sheet, 'table')
  const reading: Reading<F> = {
    list,
    layoutsOf,
    sheet: isOneOfMany && sheet.name !== null ? sheet.name : undefined,
    ...{ header: null, head: [], rows: 0, lack: 'anything', unnamed: new Set(), isCleanedTold: false },
  }
  for await (const rows of table.rows) {
    const block = await takeIn(reading, rows, table)
    if (isTelling(block)) yield block
    if (!reading.header && reading.head.length >= HEADER_SEARCH_ROWS) break
  }
  if (!reading.header && reading.head.length < HEADER_SEARCH_ROWS) {
    const block = nothing<F>()
    await settle(reading, table, block)
    if (isTelling(block)) yield block
  }
  if (reading.unnamed.size > 0) yield { rows: [], leftOut: unnamedIn(reading), notes: [] }
  if (reading.rows > 0) return
  yield lacking(list, sheet, reading.header ? 'rows' : reading.lack)
}

/** A sheet that is no such list, named with why unless there is nothing in it. */
function lacking<F extends string>(list: Listed<F>, sheet: Sheet, lack: string): Block<F> {
  const { reason = '' } = lacksOf(list).get(lack) ?? {}
  return { ...(reason ? without<F>(sheet, reason) : nothing<F>()), lacks: lack }
}

const isTelling = ({ rows, leftOut, notes }: Block<string>) => rows.length + leftOut.length + notes.length > 0

const nothing = <F extends string>(): Block<F> => ({ rows: [], leftOut: [], notes: [] })

async function takeIn<F extends string>(
  reading: Reading<F>,
  rows: readonly TableRow[],
  table: SheetTable,
): Promise<Block<F>> {
  const block = nothing<F>()
  for (const read of rows) {
    const row = cleaned(reading, read, block)
    if (isBlank(row.cells)) continue
    if (reading.header) takeRow(reading, reading.header, row, block)
    else if (reading.head.push(row) === HEADER_SEARCH_ROWS) await settle(reading, table, block)
  }
  return block
}

/** Looks for the header among the first rows; those below it are rows of the list. */
async function settle<F extends string>(reading: Reading<F>, table: SheetTable, block: Block<F>): Promise<void> {
  const { list, head } = reading
  const found = await headerOf(list, head, table, reading.layoutsOf)
  const order = [...lacksOf(list).keys()]
  for (const lack of found.lacks) if (order.indexOf(lack) > order.indexOf(reading.lack)) reading.lack = lack
  const { header } = found
  if (!header) return
  reading.header = header
  block.leftOut.push(...columnsLeftOut(header, reading.sheet))
  block.notes.push(...hiddenIn(header, table, reading.sheet), ...othersIn(list, header, reading.sheet))
  for (const row of head) if (row.number > header.row) takeRow(reading, header, row, block)
}

/** The header among the first rows of a sheet, as somebody told it before or else as it is recognised. */
export async function headerOf<F extends string>(
  list: Listed<F>,
  head: readonly TableRow[],
  { from1904 }: Pick<SheetTable, 'from1904'>,
  layoutsOf: LayoutsOf | undefined,
) {
  const told = layoutsOf && (await rememberedHeader(head, list.words, layoutsOf, { from1904 }))
  if (told && lackOf(list, told) === null) return { header: told, lacks: [], isRemembered: true }
  const found = headerAmong(head, list.words, (header) => lackOf(list, header), { from1904 })
  return { ...found, isRemembered: false }
}

/** A row without what cannot be seen in its cells or turns their text around, which is told once of a sheet. */
function cleaned<F extends string>(reading: Reading<F>, row: TableRow, { notes }: Block<F>): TableRow {
  const cells = cleanCells(row.cells)
  if (cells === row.cells) return row
  if (!reading.isCleanedTold) {
    const reason = 'bevat onzichtbare tekens; die zijn weggelaten, hier en in de rijen eronder'
    notes.push({ row: row.number, column: null, reason, ...(reading.sheet ? { sheet: reading.sheet } : {}) })
    reading.isCleanedTold = true
  }
  return { ...row, cells }
}

/** Cells without what cannot be seen in them; the very same when there is none. */
export const cleanCells = (cells: string[]): string[] =>
  cells.some((cell) => unusual.test(cell) && unseen.test(cell)) ? cells.map(withoutUnseen) : cells

/** What most cells have nothing of; asked first, as it is the quicker question. */
const unusual = /[^\t\n\r -~\u00a0-\u05ff]/

const withoutUnseen = (cell: string) =>
  cell
    .replace(/[\v\f\u0085]/g, ' ')
    .replace(new RegExp(unseen, 'gu'), '')
    .trim()

const FEWEST_HEADERS = 2

const lackOf = <F extends string>({ lackOf: lacking }: Listed<F>, header: Header<F>): string | null =>
  Object.keys(header.columns).length < FEWEST_HEADERS ? 'header' : lacking(header)

function takeRow<F extends string>(
  reading: Reading<F>,
  header: Header<F>,
  { number, cells }: TableRow,
  block: Block<F>,
): void {
  const reason = whyNoRow(reading.list, header, cells)
  if (reason) {
    block.leftOut.push({ kind: 'row', name: String(number), sheet: reading.sheet ?? null, reason })
    return
  }
  for (let column = header.width; column < cells.length; column++) if (cells[column]) reading.unnamed.add(column)
  for (const column of header.unnamed) if (cells[column]) reading.unnamed.add(column)
  reading.rows++
  const row = { number, header, cells, ...(reading.sheet === undefined ? {} : { sheet: reading.sheet }) }
  block.rows.push(...(reading.list.recordsOf?.(row) ?? [row]))
}

const TOTAL =
  /^((sub|eind|generaal|algemeen)?\s?-?tota(a)?l(en)?|som|aantal|gemiddelde?|grand total|sum|count|average)\b/i
const FIGURE = /^[-€\s]*\d[\d.,\s]*[-%]?$/

/** How many rows there are, under any column; no date is as short. */
const COUNT = /^\d{1,4}$/

/** Totals below a list fill nothing that is of one row alone; a row that might be one of the list is never one of them. */
function whyNoRow<F extends string>(
  { never }: Listed<F>,
  { columns, texts }: Header<F>,
  cells: readonly string[],
): string | null {
  if (isRepeated(texts, cells)) return 'herhaalt de kolomkoppen'
  const isFilled = (column: number | undefined) => {
    const cell = column === undefined ? '' : (cells[column] ?? '')
    return cell !== '' && !COUNT.test(cell)
  }
  if (never.some((field) => isFilled(columns[field]))) return null
  const filled = cells.filter((cell) => cell !== '')
  if (TOTAL.test(filled[0] ?? '')) return 'is een totaalregel'
  return filled.every((cell) => FIGURE.test(cell)) ? 'bevat alleen getallen' : null
}

/** Whether a row says what the header says, as at the top of every printed page. */
const isRepeated = (texts: readonly string[], cells: readonly string[]): boolean =>
  cells.every((cell, column) => cell === '' || cell === texts[column]) && cells.some((cell) => cell !== '')

/** Columns that mean nothing known; what they hold stays with the record's original row. */
const columnsLeftOut = <F extends string>({ names, texts, fields }: Header<F>, sheet: string | undefined): LeftOut[] =>
  names.flatMap((name, column): LeftOut[] =>
    texts[column] === '' || fields[column] !== undefined
      ? []
      : [{ kind: 'column', name, sheet: sheet ?? null, reason: 'de kop is niet herkend' }],
  )

/** Columns that say what another column says better (rulings 58a); of what every column counts for none. */
function othersIn<F extends string>(
  { every = [] }: Listed<F>,
  { row, names, columns, fields }: Header<F>,
  sheet: string | undefined,
): Problem[] {
  return fields.flatMap((field, column) => {
    const best = field === undefined || every.includes(field) ? undefined : columns[field]
    if (best === undefined || best === column) return []
    const reason = `zegt hetzelfde als '${names[best]}' en telt alleen waar die kolom leeg is`
    return [{ row, column: names[column] ?? null, reason, ...(sheet === undefined ? {} : { sheet }) }]
  })
}

function unnamedIn({ unnamed, sheet }: Pick<Reading<string>, 'unnamed' | 'sheet'>): LeftOut[] {
  const columns = [...unnamed].sort((one, other) => one - other)
  return columns.map((column) => ({
    ...{ kind: 'column', name: columnLetters(column), sheet: sheet ?? null, reason: 'heeft geen kop' },
  }))
}

function hiddenIn(
  { row, names }: Pick<Header<string>, 'row' | 'names'>,
  { hiddenRows, hiddenColumns }: SheetTable,
  sheet: string | undefined,
) {
  const isHidden = (column: number) => hiddenColumns.some(({ first, last }) => column >= first && column <= last)
  const columns = names.filter((_, column) => isHidden(column)).length
  const parts = [
    ...(hiddenRows > 0 ? [hiddenRows === 1 ? '1 verborgen rij' : `${hiddenRows} verborgen rijen`] : []),
    ...(columns > 0 ? [columns === 1 ? '1 verborgen kolom' : `${columns} verborgen kolommen`] : []),
  ]
  if (parts.length === 0) return []
  const reason = `${parts.join(' en ')} ${hiddenRows + columns === 1 ? 'is' : 'zijn'} meegelezen`
  return [{ row, column: null, reason, ...(sheet === undefined ? {} : { sheet }) }]
}

function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '') return false
  return true
}
