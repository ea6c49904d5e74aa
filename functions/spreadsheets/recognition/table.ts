import { unseen, withoutUnseen } from '../../../shared/api/parts/fields.ts'
import { HEADER_SEARCH_ROWS } from '../formats/limits.ts'
import { type Sheet, type SheetTable, setCell, type TableRow } from '../formats/sheet.ts'
import { SpreadsheetError } from '../formats/spreadsheet-error.ts'
import {
  type DateOrder,
  dateColumnsOf,
  dateOrderIn,
  decideCommas,
  findUndecided,
  outlineColumns,
  withColumnFacts,
} from './column-facts.ts'
import { type FromAbove, fillFromAbove } from './from-above.ts'
import {
  fillFromGroup,
  type Group,
  groupFromFirstRow,
  groupFromHeading,
  isByGroup,
  isNameless,
  mayBeHeading,
} from './groups.ts'
import type { Header } from './header.ts'
import { findHeader, findRememberedHeader, mayBeHeader, readHeaderBelow } from './header-search.ts'
import type { LayoutsOf } from './layout-print.ts'
import type { Block, ListedSheet } from './listed.ts'
import { columnsLeftOut, describeHidden, listUnnamedColumns, othersIn } from './remarks.ts'
import { whyNoRow } from './row-kinds.ts'
import { cellsOf, isUnclear, type Part, rowsOf, splitIntoTables } from './side-by-side.ts'

interface Lacking {
  /** Reason why a sheet is not read. */
  readonly reason: string
  /** Returns the error for the whole file, used when no other sheet came nearer to being readable. */
  readonly error: () => SpreadsheetError
}

const OPEN_DATES = 'Staat in de datums de dag of de maand voorop? Wijs het aan, of schrijf ze als 31-12-2027.'
const UNCLEAR = 'Twee kolommen spreken elkaar tegen over klant, leverancier of einddatum. Wijs aan welke geldt.'

/**
 * Returns the reasons why a sheet is not a list of this kind. The order counts: a sheet with a later reason has more of
 * what a list needs.
 */
function lacksOf({ called, unrecognised, lacks }: Pick<ListedSheet<string>, 'called' | 'unrecognised' | 'lacks'>) {
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
    ['dates', noHeader('dag of maand voorop is onduidelijk', OPEN_DATES)],
    ['rows', { reason: 'alleen kolomkoppen', error: () => new SpreadsheetError('empty', onlyHeaders) }],
  ])
}

/**
 * Returns the error for a file in which no sheet is a list of this kind, about the sheet that lacks least. `lacks`
 * names for each sheet what that sheet lacks.
 */
export function refusalFor<F extends string>(list: ListedSheet<F>, lacks: readonly string[]): SpreadsheetError {
  const nearest = [...lacksOf(list)].findLast(([name]) => lacks.includes(name))
  return nearest?.[1].error() ?? new SpreadsheetError('empty')
}

/** Returns a block that reports a sheet as not read, with the reason. */
export function unreadableBlock<F extends string>({ name }: Sheet, reason: string): Block<F> {
  return { rows: [], leftOut: name === null ? [] : [{ kind: 'sheet', name, sheet: null, reason }], notes: [] }
}

/** State of one table while its sheet is read. */
interface Reader<F extends string> extends Omit<Part<F>, 'header'>, FromAbove {
  header: Header<F>
  /** Columns of numbers of which no row so far told what a comma separates. */
  undecided: readonly number[]
  /** Columns with dates that may prove the order of day and month; none when a person gave it. */
  readonly dated: readonly number[]
  /** Order of day and month, once a date proved it; 'open' after a date that can be read both ways. */
  order: DateOrder | undefined
  /** Shared texts of a group, for rows that do not name their customer. */
  group: Group | null
  /** Row with a single text, until the next row shows whether it is the heading of a group. */
  pending: TableRow | null
}

/** State of a sheet while it is read. */
type Reading<F extends string> = {
  list: ListedSheet<F>
  layoutsOf: LayoutsOf | undefined
  /** Name of the sheet when the file has several. */
  sheet: string | undefined
  from1904: boolean
  /**
   * Tables side by side that are being read; empty before a header is found, and below a header that is not recognised.
   */
  tables: Reader<F>[]
  hasHeader: boolean
  /** Set when rows are grouped per customer. */
  isGrouped: boolean
  /** First rows, until the header has been searched. */
  head: TableRow[]
  rows: number
  /** Number of the last row with content. */
  last: number
  /** Number of rows so far that looked like the header of another table, but were none. */
  lookups: number
  /** Reason why no row is used as the header: that of the row that is most like a header. */
  lack: string
  /** Columns without a name that have content. */
  unnamed: Set<number>
  /** Set once a note was given about removed characters. */
  hasNotedCleaning: boolean
}

/**
 * Yields the rows below the header of a sheet in blocks, without blank rows, totals, footers and repeated headers. With
 * `isOneOfMany` rows name their sheet. A stored layout decides the header, otherwise it is the first complete one among
 * the first rows. Without a header, the last block gives the reason.
 */
export async function* blocksOf<F extends string>(
  list: ListedSheet<F>,
  sheet: Sheet,
  isOneOfMany: boolean,
  layoutsOf?: LayoutsOf,
): AsyncGenerator<Block<F>> {
  const table = await sheet.open()
  if (!table) return yield buildLackingBlock(list, sheet, 'table')
  const reading: Reading<F> = {
    list,
    layoutsOf,
    sheet: isOneOfMany && sheet.name !== null ? sheet.name : undefined,
    from1904: table.from1904,
    ...{ tables: [], hasHeader: false, isGrouped: false, head: [], rows: 0, last: 0, lookups: 0 },
    ...{ lack: 'anything', unnamed: new Set(), hasNotedCleaning: false },
  }
  for await (const rows of table.rows) {
    const block = await readRows(reading, rows, table)
    if (isFilled(block)) yield block
    if (!reading.hasHeader && reading.head.length >= HEADER_SEARCH_ROWS) break
  }
  const rest = buildEmptyBlock<F>()
  if (!reading.hasHeader && reading.head.length < HEADER_SEARCH_ROWS) await findHeaderInHead(reading, table, rest)
  for (const one of reading.tables) givePending(reading, one, rest)
  if (reading.tables.some(({ order }) => order === 'open')) throw new SpreadsheetError('no-header', OPEN_DATES)
  if (isFilled(rest)) yield rest
  if (reading.unnamed.size > 0) yield { rows: [], leftOut: listUnnamedColumns(reading), notes: [] }
  if (reading.rows > 0) return
  yield buildLackingBlock(list, sheet, reading.hasHeader ? 'rows' : reading.lack)
}

/** Returns a block that names a sheet which is no list of this kind, with the reason; an empty sheet is not named. */
function buildLackingBlock<F extends string>(list: ListedSheet<F>, sheet: Sheet, lack: string): Block<F> {
  const { reason = '' } = lacksOf(list).get(lack) ?? {}
  return { ...(reason ? unreadableBlock<F>(sheet, reason) : buildEmptyBlock<F>()), lacks: lack }
}

const isFilled = ({ rows, leftOut, notes }: Block<string>) => rows.length + leftOut.length + notes.length > 0

const buildEmptyBlock = <F extends string>(): Block<F> => ({ rows: [], leftOut: [], notes: [] })

async function readRows<F extends string>(
  reading: Reading<F>,
  rows: readonly TableRow[],
  table: SheetTable,
): Promise<Block<F>> {
  const block = buildEmptyBlock<F>()
  for (const read of rows) {
    const row = cleanRow(reading, read, block)
    if (isBlank(row.cells)) continue
    if (reading.hasHeader) takeRow(reading, row, block)
    else if (reading.head.push(row) === HEADER_SEARCH_ROWS) await findHeaderInHead(reading, table, block)
  }
  return block
}

/** Finds the header among the first rows, and reads the rows below it. */
async function findHeaderInHead<F extends string>(
  reading: Reading<F>,
  table: SheetTable,
  block: Block<F>,
): Promise<void> {
  const { list, head } = reading
  const found = await findSheetHeader(list, head, table, reading.layoutsOf)
  const order = [...lacksOf(list).keys()]
  for (const lack of found.lacks) if (order.indexOf(lack) > order.indexOf(reading.lack)) reading.lack = lack
  const { header } = found
  if (!header) return
  const parts = found.isRemembered ? [{ header, first: 0 }] : splitIntoTables(checksOf(list), header)
  if (parts.some((part) => dateOrderIn(dateColumnsOf(list, part.header), rowsOf(part, head)) === 'open')) {
    reading.lack = 'dates'
    return
  }
  if (!found.isRemembered && parts.some((part) => isUnclear(list, part, head))) {
    reading.lack = 'unclear'
    return
  }
  reading.hasHeader = true
  reading.isGrouped = parts.length === 1 && isByGroup(list, header, head)
  begin(reading, parts, block, head)
  block.notes.push(...describeHidden(header, table, reading.sheet))
  for (const row of head) if (row.number > header.row) takeRow(reading, row, block)
}

/**
 * Starts reading the tables of a header, in place of the former ones. Notes their unknown columns as not read. `head`
 * has the first rows, when the header is among them.
 */
function begin<F extends string>(
  reading: Reading<F>,
  parts: readonly Part<F>[],
  block: Block<F>,
  head: readonly TableRow[] = [],
): void {
  for (const { pending } of reading.tables) if (pending) leaveOut(reading, pending, 'staat boven een tabel', block)
  reading.tables = parts.map((part) => {
    const { list } = reading
    const rows = rowsOf(part, head)
    const header = withColumnFacts(list, part.header, rows)
    const dated = dateColumnsOf(list, header)
    const outline = new Map(outlineColumns(list, header, rows).map((column) => [column, '']))
    const order = dateOrderIn(dated, rows)
    const undecided = findUndecided(list, header)
    return { ...part, header, undecided, dated, order, outline, above: [], group: null, pending: null }
  })
  for (const { header } of parts) {
    block.leftOut.push(...columnsLeftOut(header, reading.sheet))
    block.notes.push(...othersIn(reading.list, header, reading.sheet))
  }
}

/** Returns a list's vocabulary and its check of a complete header. */
const checksOf = <F extends string>(list: ListedSheet<F>) => ({
  words: list.words,
  lackOf: (header: Header<F>) => lackOf(list, header),
})

/**
 * Returns the header among the first rows of a sheet, by a stored layout or else by its words. The header is null when
 * there is none; `lacks` says what each row lacks.
 */
export async function findSheetHeader<F extends string>(
  list: ListedSheet<F>,
  head: readonly TableRow[],
  { from1904 }: Pick<SheetTable, 'from1904'>,
  layoutsOf: LayoutsOf | undefined,
) {
  const remembered = layoutsOf && (await findRememberedHeader(head, list.words, layoutsOf, { from1904 }))
  if (remembered && lackOf(list, remembered) === null) return { header: remembered, lacks: [], isRemembered: true }
  const { header, lacks } = findHeader(head, list.words, (one) => lackOf(list, one), { from1904 })
  return { header: header && withColumnFacts(list, header, head), lacks, isRemembered: false }
}

/** Returns a row without invisible and direction-changing characters; notes that once per sheet. */
function cleanRow<F extends string>(reading: Reading<F>, row: TableRow, { notes }: Block<F>): TableRow {
  const cells = cleanCells(row.cells)
  if (cells === row.cells) return row
  if (!reading.hasNotedCleaning) {
    const reason = 'bevat onzichtbare tekens; die zijn weggelaten, hier en in de rijen eronder'
    notes.push({ row: row.number, column: null, reason, ...(reading.sheet ? { sheet: reading.sheet } : {}) })
    reading.hasNotedCleaning = true
  }
  return { ...row, cells }
}

/** Removes invisible characters from cells; returns the same array when there are none. */
export const cleanCells = (cells: string[]): string[] =>
  cells.some((cell) => unusual.test(cell) && unseen.test(cell))
    ? cells.map((cell) => withoutUnseen(cell).trim())
    : cells

/** Matches an unusual character. Most cells have none, so the slower search for invisible ones is skipped for them. */
const unusual = /[^\t\n\r -~\u00a0-\u05ff]/

const FEWEST_HEADERS = 2

const lackOf = <F extends string>({ lackOf: lacking }: ListedSheet<F>, header: Header<F>): string | null =>
  Object.keys(header.columns).length < FEWEST_HEADERS ? 'header' : lacking(header)

/** Processes a row: as the header of other tables below, or as a row of the present tables. */
function takeRow<F extends string>(reading: Reading<F>, row: TableRow, block: Block<F>): void {
  const isBehindGap = row.number > reading.last + 1
  reading.last = row.number
  const below = findHeaderBelow(reading, row)
  if (below === 'unknown') {
    begin(reading, [], block)
    leaveOut(reading, row, 'begint een tabel waarvan de kolomkoppen niet zijn herkend', block)
  } else if (below) begin(reading, splitIntoTables(checksOf(reading.list), below), block)
  else if (reading.tables.length === 0) leaveOut(reading, row, 'staat onder kolomkoppen die niet zijn herkend', block)
  else for (const table of reading.tables) takeRowOf(reading, table, { row, isBehindGap }, block)
}

/**
 * Returns the header with which a row begins other tables: 'unknown' for an incomplete header, null when the row begins
 * none. Examining a row costs as much as reading a hundred rows, so the number of examined rows is limited.
 */
function findHeaderBelow<F extends string>(reading: Reading<F>, row: TableRow) {
  const { list, tables, from1904 } = reading
  if (reading.lookups >= MOST_LOOKUPS || !mayBeHeader(list.notInTotals, tables, row)) return null
  const below = readHeaderBelow(checksOf(list), row, { ...tables[0]?.header.dates, from1904 })
  if (below === null) reading.lookups++
  return below
}

/** Maximum of `lookups`: rows of a sheet that were examined in vain. After that, no further table is searched. */
const MOST_LOOKUPS = 1_000

/** Processes a row of one of the tables side by side. */
function takeRowOf<F extends string>(
  reading: Reading<F>,
  table: Reader<F>,
  { row, isBehindGap }: { readonly row: TableRow; readonly isBehindGap: boolean },
  block: Block<F>,
): void {
  const { list } = reading
  const { header } = table
  const cells = cellsOf(table, row.cells)
  if (isBlank(cells)) return
  const whole = row.covered ? cellsOf(table, fillCovered(row.cells, row.covered)) : cells
  const isOfGroup = isNameless(list, header, whole)
  if (table.pending && isOfGroup) {
    table.group = groupFromHeading(list, header, cellsOf(table, table.pending.cells))
    leaveOut(reading, table.pending, 'is een tussenkop', block)
    table.pending = null
  }
  givePending(reading, table, block)
  const reason =
    whyNoRow(list.notInTotals, header, { cells: whole, isBehindGap }) ?? list.whyNone?.(header, whole) ?? null
  if (reason) {
    table.group = null
    leaveOut(reading, row, reason, block)
  } else if (mayBeHeading(list, header, whole)) table.pending = row
  else {
    if (!isOfGroup) table.group = reading.isGrouped ? groupFromFirstRow(list, header, whole) : null
    give(reading, table, row.number, isOfGroup && table.group ? fillFromGroup(table.group, whole) : whole, block)
  }
}

/** Adds a row with a single text, which turned out to be no heading, to the block. */
function givePending<F extends string>(reading: Reading<F>, table: Reader<F>, block: Block<F>): void {
  const { pending } = table
  table.pending = null
  if (pending) give(reading, table, pending.number, cellsOf(table, pending.cells), block)
}

function give<F extends string>(
  reading: Reading<F>,
  table: Reader<F>,
  number: number,
  cells: readonly string[],
  block: Block<F>,
): void {
  block.notes.push(...decideCommas(table, { number, cells, sheet: reading.sheet }))
  const { header, first } = table
  for (let column = header.width; column < cells.length; column++)
    if (cells[column]) reading.unnamed.add(first + column)
  for (const column of header.unnamed) if (cells[column]) reading.unnamed.add(first + column)
  reading.rows++
  checkDateOrder(table, cells)
  const row = {
    ...{ number, header, cells: fillFromAbove(table, cells) },
    ...(reading.sheet === undefined ? {} : { sheet: reading.sheet }),
    ...(first === 0 ? {} : { firstColumn: first }),
  }
  block.rows.push(...(reading.list.recordsOf?.(row) ?? [row]))
}

/**
 * Notes what the dates of a row prove about the order of day and month. Throws SpreadsheetError for a date with the
 * month first, when earlier dates were read with the day first.
 */
function checkDateOrder<F extends string>(table: Reader<F>, cells: readonly string[]): void {
  if (table.dated.length === 0 || table.order === 'day first') return
  const order = dateOrderIn(table.dated, [{ cells }])
  if (order === 'month first') throw new SpreadsheetError('no-header', OPEN_DATES)
  table.order = order ?? table.order
}

function leaveOut<F extends string>(
  { sheet }: Pick<Reading<F>, 'sheet'>,
  { number }: TableRow,
  reason: string,
  { leftOut }: Block<F>,
): void {
  leftOut.push({ kind: 'row', name: String(number), sheet: sheet ?? null, reason })
}

/** Fills blank cells with the texts of merged cells that cover them. */
function fillCovered(cells: readonly string[], covered: readonly (readonly [number, string])[]): readonly string[] {
  const all = [...cells]
  for (const [column, text] of covered) setCell(all, column, all[column] || text)
  return cleanCells(all)
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '')
