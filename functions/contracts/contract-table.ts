import type { LeftOut } from '../../shared/contract/contracts.ts'
import { unseen } from '../../shared/contract/fields.ts'
import {
  columnLetters,
  countRecognised,
  type Header,
  headerFrom,
  namesCustomers,
  recogniseHeader,
  tellsExpiry,
} from './recognise.ts'
import type { Problem } from './row-reading.ts'
import { HEADER_SEARCH_ROWS } from './spreadsheet/limits.ts'
import type { Sheet, SheetTable, TableRow } from './spreadsheet/sheet.ts'
import { SpreadsheetError } from './spreadsheet/spreadsheet-error.ts'

/**
 * A row below the header: its number as Excel shows it, its sheet where the file has several, and its cells as text in
 * the order of the header's names.
 */
export type SheetRow = { number: number; sheet?: string; header: Header; cells: readonly string[] }

/** Rows of one sheet, what was left out since the block before, and what is to be known of it. */
export type Block = { rows: SheetRow[]; leftOut: LeftOut[]; notes: Problem[]; lacks?: Lack }

/** What keeps a sheet from being a list of contracts; the further down, the nearer it came. */
const lacks = {
  anything: { reason: '', error: () => new SpreadsheetError('empty') },
  table: { reason: 'bevat geen tabel', error: () => new SpreadsheetError('corrupt') },
  header: { reason: 'kolomkoppen zijn niet herkend', error: () => new SpreadsheetError('no-header') },
  expiry: {
    reason: 'zegt niet wanneer contracten eindigen',
    error: () =>
      new SpreadsheetError(
        'no-header',
        'De kolom ‘Geldig tot’ ontbreekt, en zonder ‘Tekendatum’ en ‘Looptijd’ is die niet te berekenen.',
      ),
  },
  customers: {
    reason: 'heeft geen kolom met de naam van de klant',
    error: () =>
      new SpreadsheetError('no-header', 'Geen enkele kolom zegt wie de klant is, zoals ‘Klantnaam’ of ‘Bedrijfsnaam’.'),
  },
  rows: {
    reason: 'bevat alleen kolomkoppen',
    error: () => new SpreadsheetError('empty', 'Dit bestand bevat alleen kolomkoppen en geen contracten.'),
  },
} as const
export type Lack = keyof typeof lacks

/** Why a file whose sheets lack this much is refused: by what the best of them lacks. */
export function refusalFor(found: readonly Lack[]): SpreadsheetError {
  const nearest = (Object.keys(lacks) as Lack[]).findLast((lack) => found.includes(lack))
  return lacks[nearest ?? 'anything'].error()
}

/** Names a sheet that is not read. */
export function without({ name }: Sheet, reason: string): Block {
  return { rows: [], leftOut: name === null ? [] : [{ kind: 'sheet', name, sheet: null, reason }], notes: [] }
}

/** A sheet while it is read. */
type Reading = {
  /** Where the file has several: the sheet's name. */
  sheet: string | undefined
  header: Header | null
  searched: number
  rows: number
  /** What the best row of those searched lacks of being the header. */
  lack: Lack
  /** Columns without a name that turn out to hold something. */
  unnamed: Set<number>
  /** Whether it is told that characters were left out of cells. */
  isCleanedTold: boolean
}

/**
 * The rows below the header of a sheet, blank ones and totals left out. The header is the first of its first rows that
 * says whose contracts the sheet lists and when they end; without one, the last block says what is lacking.
 */
export async function* blocksOf(sheet: Sheet, isOneOfMany: boolean): AsyncGenerator<Block> {
  const table = await sheet.open()
  if (!table) return yield { ...without(sheet, lacks.table.reason), lacks: 'table' }
  const reading: Reading = {
    sheet: isOneOfMany && sheet.name !== null ? sheet.name : undefined,
    ...{ header: null, searched: 0, rows: 0, lack: 'anything', unnamed: new Set(), isCleanedTold: false },
  }
  for await (const rows of table.rows) {
    const block = takeIn(reading, rows, table)
    if (block.rows.length > 0 || block.leftOut.length > 0 || block.notes.length > 0) yield block
    if (!reading.header && reading.searched >= HEADER_SEARCH_ROWS) break
  }
  if (reading.unnamed.size > 0) yield { rows: [], leftOut: unnamedIn(reading), notes: [] }
  if (reading.rows > 0) return
  const lack = reading.header ? 'rows' : reading.lack
  yield { ...(lack === 'anything' ? nothing() : without(sheet, lacks[lack].reason)), lacks: lack }
}

const nothing = (): Block => ({ rows: [], leftOut: [], notes: [] })

function takeIn(reading: Reading, rows: readonly TableRow[], table: SheetTable): Block {
  const block = nothing()
  for (const read of rows) {
    const row = cleaned(reading, read, block)
    if (isBlank(row.cells)) continue
    if (reading.header) takeRow(reading, reading.header, row, block)
    else if (reading.searched < HEADER_SEARCH_ROWS) {
      search(reading, row)
      if (reading.header) {
        block.leftOut.push(...columnsLeftOut(reading.header, row.cells, reading.sheet))
        block.notes.push(...hiddenIn(reading.header, table, reading.sheet))
      }
    }
  }
  return block
}

/** A row without what cannot be seen in its cells or turns their text around, which is told once of a sheet. */
function cleaned(reading: Reading, row: TableRow, { notes }: Block): TableRow {
  if (!row.cells.some((cell) => unusual.test(cell) && unseen.test(cell))) return row
  if (!reading.isCleanedTold) {
    const reason = 'bevat onzichtbare tekens; die zijn weggelaten, hier en in de rijen eronder'
    notes.push({ row: row.number, column: null, reason, ...(reading.sheet ? { sheet: reading.sheet } : {}) })
    reading.isCleanedTold = true
  }
  return { ...row, cells: row.cells.map(withoutUnseen) }
}

/** What most cells have nothing of; asked first, as it is the quicker question. */
const unusual = /[^\t\n\r -~\u00a0-\u05ff]/

const withoutUnseen = (cell: string) =>
  cell
    .replace(/[\v\f\u0085]/g, ' ')
    .replace(new RegExp(unseen, 'gu'), '')
    .trim()

function search(reading: Reading, { number, cells }: TableRow): void {
  reading.searched++
  const lack = lackOf(cells)
  if (lack === null) reading.header = headerFrom(cells, number)
  else if (order.indexOf(lack) > order.indexOf(reading.lack)) reading.lack = lack
}

const order = Object.keys(lacks) as Lack[]
const FEWEST_HEADERS = 2

function lackOf(cells: readonly string[]): Lack | null {
  if (countRecognised(cells) < FEWEST_HEADERS) return 'header'
  const header = headerFrom(cells, 0)
  if (!tellsExpiry(header)) return 'expiry'
  return namesCustomers(header) ? null : 'customers'
}

function takeRow(reading: Reading, header: Header, { number, cells }: TableRow, block: Block): void {
  const reason = whyNoContract(header, cells)
  if (reason) {
    block.leftOut.push({ kind: 'row', name: String(number), sheet: reading.sheet ?? null, reason })
    return
  }
  for (let column = header.width; column < cells.length; column++) if (cells[column]) reading.unnamed.add(column)
  for (const column of header.unnamed) if (cells[column]) reading.unnamed.add(column)
  reading.rows++
  block.rows.push({ number, header, cells, ...(reading.sheet === undefined ? {} : { sheet: reading.sheet }) })
}

const TOTAL =
  /^((sub|eind|generaal|algemeen)?\s?-?tota(a)?l(en)?|som|aantal|gemiddelde?|grand total|sum|count|average)\b/i
const FIGURE = /^[-€\s]*\d[\d.,\s]*[-%]?$/

/** Totals below a list say nothing of when a contract ends; a row that might be a contract is never one of them. */
function whyNoContract({ columns }: Header, cells: readonly string[]): string | null {
  const isFilled = (column: number | undefined) => column !== undefined && (cells[column] ?? '') !== ''
  if (isFilled(columns.expiryDate) || isFilled(columns.signedDate)) return null
  const filled = cells.filter((cell) => cell !== '')
  if (TOTAL.test(filled[0] ?? '')) return 'is een totaalregel'
  return filled.every((cell) => FIGURE.test(cell)) ? 'bevat alleen getallen' : null
}

/** Columns that mean nothing known, or less than another one; what they hold stays with the contract's original row. */
function columnsLeftOut(header: Header, cells: readonly string[], sheet: string | undefined): LeftOut[] {
  return header.names.flatMap((name, column): LeftOut[] => {
    const text = cells[column] ?? ''
    if (text === '' || header.fields[column] !== undefined) return []
    const field = recogniseHeader(text)
    const other = field && header.names[header.columns[field] ?? -1]
    const reason = other ? `kolom '${other}' is daarvoor gebruikt` : 'de kop is niet herkend'
    return [{ kind: 'column', name, sheet: sheet ?? null, reason }]
  })
}

function unnamedIn({ unnamed, sheet }: Reading): LeftOut[] {
  const columns = [...unnamed].sort((one, other) => one - other)
  return columns.map((column) => ({
    ...{ kind: 'column', name: columnLetters(column), sheet: sheet ?? null, reason: 'heeft geen kop' },
  }))
}

function hiddenIn({ row, names }: Header, { hiddenRows, hiddenColumns }: SheetTable, sheet: string | undefined) {
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
