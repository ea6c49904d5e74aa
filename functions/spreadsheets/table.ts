import { unseen } from '../../shared/contract/fields.ts'
import type { LeftOut } from '../../shared/contract/imports.ts'
import { begunBy, type Group, headedBy, isByGroup, isNameless, mayBeHeading, within } from './groups.ts'
import { columnLetters, type Header } from './header.ts'
import { headerAmong, headerBelow, mayBeHeader, rememberedHeader } from './header-search.ts'
import type { LayoutsOf } from './layout-print.ts'
import { HEADER_SEARCH_ROWS } from './limits.ts'
import type { Block, Listed } from './listed.ts'
import { whyNoRow } from './row-kinds.ts'
import type { Problem } from './row-reading.ts'
import { put, type Sheet, type SheetTable, type TableRow } from './sheet.ts'
import { cellsOf, isUnclear, type Part, partsOf } from './side-by-side.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

interface Lacking {
  /** Why a sheet is not read. */
  readonly reason: string
  /** With what a file is refused that has no better sheet. */
  readonly error: () => SpreadsheetError
}

const UNCLEAR = 'Twee kolommen spreken elkaar tegen over klant, leverancier of einddatum. Wijs aan welke geldt.'

/** What keeps a sheet from being such a list; the further down, the nearer it came. */
function lacksOf({ called, unrecognised, lacks }: Pick<Listed<string>, 'called' | 'unrecognised' | 'lacks'>) {
  const noHeader = (reason: string, message: string): Lacking => ({
    reason,
    error: () => new SpreadsheetError('no-header', message),
  })
  const onlyHeaders = `Dit bestand bevat alleen kolomkoppen en geen ${called}.`
  return new Map<string, Lacking>([
    ['anything', { reason: '', error: () => new SpreadsheetError('empty') }],
    ['table', { reason: 'geen tabel', error: () => new SpreadsheetError('corrupt') }],
    ['header', noHeader('geen klantgegevens', unrecognised)],
    ...Object.entries(lacks).map(([name, { reason, message }]) => [name, noHeader(reason, message)] as const),
    ['unclear', noHeader('twee kolommen spreken elkaar tegen', UNCLEAR)],
    ['rows', { reason: 'alleen kolomkoppen', error: () => new SpreadsheetError('empty', onlyHeaders) }],
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

/** A table of a sheet while it is read. */
interface Reader<F extends string> extends Part<F> {
  /** What its rows have in common that say not who they are about. */
  group: Group | null
  /** A row of one text, until the next one shows whether it is the heading of a group. */
  pending: TableRow | null
}

/** A sheet while it is read. */
type Reading<F extends string> = {
  list: Listed<F>
  layoutsOf: LayoutsOf | undefined
  /** Where the file has several: the sheet's name. */
  sheet: string | undefined
  from1904: boolean
  /** The tables that are read, side by side; none before a header is found, and below one that means nothing known. */
  tables: Reader<F>[]
  hasHeader: boolean
  /** Whether it names a customer once for several rows. */
  isGrouped: boolean
  /** Its first rows, until they are looked through for the header. */
  head: TableRow[]
  rows: number
  /** The number of the last row that held something. */
  last: number
  /** How many of its rows were looked at for another header, and were none. */
  lookups: number
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
    from1904: table.from1904,
    ...{ tables: [], hasHeader: false, isGrouped: false, head: [], rows: 0, last: 0, lookups: 0 },
    ...{ lack: 'anything', unnamed: new Set(), isCleanedTold: false },
  }
  for await (const rows of table.rows) {
    const block = await takeIn(reading, rows, table)
    if (isTold(block)) yield block
    if (!reading.hasHeader && reading.head.length >= HEADER_SEARCH_ROWS) break
  }
  const rest = nothing<F>()
  if (!reading.hasHeader && reading.head.length < HEADER_SEARCH_ROWS) await settle(reading, table, rest)
  for (const one of reading.tables) giveUp(reading, one, rest)
  if (isTold(rest)) yield rest
  if (reading.unnamed.size > 0) yield { rows: [], leftOut: unnamedIn(reading), notes: [] }
  if (reading.rows > 0) return
  yield lacking(list, sheet, reading.hasHeader ? 'rows' : reading.lack)
}

/** A sheet that is no such list, named with why unless there is nothing in it. */
function lacking<F extends string>(list: Listed<F>, sheet: Sheet, lack: string): Block<F> {
  const { reason = '' } = lacksOf(list).get(lack) ?? {}
  return { ...(reason ? without<F>(sheet, reason) : nothing<F>()), lacks: lack }
}

const isTold = ({ rows, leftOut, notes }: Block<string>) => rows.length + leftOut.length + notes.length > 0

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
    if (reading.hasHeader) takeRow(reading, row, block)
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
  const parts = found.isRemembered ? [{ header, first: 0 }] : partsOf(own(list), header)
  if (!found.isRemembered && parts.some((part) => isUnclear(list, part, head))) {
    reading.lack = 'unclear'
    return
  }
  reading.hasHeader = true
  reading.isGrouped = parts.length === 1 && isByGroup(list, header, head)
  begin(reading, parts, block)
  block.notes.push(...hiddenIn(header, table, reading.sheet))
  for (const row of head) if (row.number > header.row) takeRow(reading, row, block)
}

/** Goes on with the tables of a header, and says what of it is not read. */
function begin<F extends string>(reading: Reading<F>, parts: readonly Part<F>[], block: Block<F>): void {
  for (const { pending } of reading.tables) if (pending) leaveOut(reading, pending, 'staat boven een tabel', block)
  reading.tables = parts.map((part) => ({ ...part, group: null, pending: null }))
  for (const { header } of parts) {
    block.leftOut.push(...columnsLeftOut(header, reading.sheet))
    block.notes.push(...othersIn(reading.list, header, reading.sheet))
  }
}

/** A list with what every header of one has to have. */
const own = <F extends string>(list: Listed<F>) => ({
  words: list.words,
  lackOf: (header: Header<F>) => lackOf(list, header),
})

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

/** A row of the sheet, which may begin other tables below those that were read. */
function takeRow<F extends string>(reading: Reading<F>, row: TableRow, block: Block<F>): void {
  const isBehindGap = row.number > reading.last + 1
  reading.last = row.number
  const below = belowIn(reading, row)
  if (below === 'unknown') {
    begin(reading, [], block)
    leaveOut(reading, row, 'begint een tabel waarvan de kolomkoppen niet zijn herkend', block)
  } else if (below) begin(reading, partsOf(own(reading.list), below), block)
  else if (reading.tables.length === 0) leaveOut(reading, row, 'staat onder kolomkoppen die niet zijn herkend', block)
  else for (const table of reading.tables) takeOwn(reading, table, { row, isBehindGap }, block)
}

/** The header that a row is of tables below, as far as that may still be asked: it costs as much as a hundred rows. */
function belowIn<F extends string>(reading: Reading<F>, row: TableRow) {
  const { list, tables, from1904 } = reading
  if (reading.lookups >= MOST_LOOKUPS || !mayBeHeader(list.never, tables, row)) return null
  const below = headerBelow(own(list), row, { ...tables[0]?.header.dates, from1904 })
  if (below === null) reading.lookups++
  return below
}

/** How many rows of a sheet are taken for a header that they are not, before no other table is looked for. */
const MOST_LOOKUPS = 1_000

/** A row of one of the tables that stand side by side. */
function takeOwn<F extends string>(
  reading: Reading<F>,
  table: Reader<F>,
  { row, isBehindGap }: { readonly row: TableRow; readonly isBehindGap: boolean },
  block: Block<F>,
): void {
  const { list } = reading
  const { header } = table
  const cells = cellsOf(table, row.cells)
  if (isBlank(cells)) return
  const whole = row.covered ? cellsOf(table, covering(row.cells, row.covered)) : cells
  const isOfGroup = isNameless(list, header, whole)
  if (table.pending && isOfGroup) {
    table.group = headedBy(list, header, cellsOf(table, table.pending.cells))
    leaveOut(reading, table.pending, 'is een tussenkop', block)
    table.pending = null
  }
  giveUp(reading, table, block)
  const reason = whyNoRow(list.never, header, { cells: whole, isBehindGap })
  if (reason) {
    table.group = null
    leaveOut(reading, row, reason, block)
  } else if (mayBeHeading(list, header, whole)) table.pending = row
  else {
    if (!isOfGroup) table.group = reading.isGrouped ? begunBy(list, header, whole) : null
    give(reading, table, row.number, isOfGroup && table.group ? within(table.group, whole) : whole, block)
  }
}

/** A row that stood alone and turned out to be no heading is one as any other. */
function giveUp<F extends string>(reading: Reading<F>, table: Reader<F>, block: Block<F>): void {
  const { pending } = table
  table.pending = null
  if (pending) give(reading, table, pending.number, cellsOf(table, pending.cells), block)
}

function give<F extends string>(
  reading: Reading<F>,
  { header, first }: Reader<F>,
  number: number,
  cells: readonly string[],
  block: Block<F>,
): void {
  for (let column = header.width; column < cells.length; column++)
    if (cells[column]) reading.unnamed.add(first + column)
  for (const column of header.unnamed) if (cells[column]) reading.unnamed.add(first + column)
  reading.rows++
  const row = { number, header, cells, ...(reading.sheet === undefined ? {} : { sheet: reading.sheet }) }
  block.rows.push(...(reading.list.recordsOf?.(row) ?? [row]))
}

function leaveOut<F extends string>(
  { sheet }: Pick<Reading<F>, 'sheet'>,
  { number }: TableRow,
  reason: string,
  { leftOut }: Block<F>,
): void {
  leftOut.push({ kind: 'row', name: String(number), sheet: sheet ?? null, reason })
}

/** Cells with the texts of merged cells that cover them. */
function covering(cells: readonly string[], covered: readonly (readonly [number, string])[]): readonly string[] {
  const all = [...cells]
  for (const [column, text] of covered) put(all, column, all[column] || text)
  return cleanCells(all)
}

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
