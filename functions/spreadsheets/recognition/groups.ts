import type { TableRow } from '../formats/sheet.ts'
import type { Header } from './header.ts'
import type { ListedSheet } from './listed.ts'
import { isFigure, isSurelyRecord, isTotal } from './row-kinds.ts'

/**
 * Texts by column that a group of rows has in common: rows for one customer, below each other. Only the heading or the
 * first row of the group holds these texts.
 */
export type Group = ReadonlyMap<number, string>

type Kind<F extends string> = Pick<ListedSheet<F>, 'notInTotals' | 'grouped' | 'words'>

/**
 * Tells whether a row is surely a record, but its cells do not name the customer. In a sheet with groups of rows, only
 * the heading or the first row of a group names the customer. False for kinds of sheet without groups.
 */
export function isNameless<F extends string>(
  { notInTotals, grouped }: Kind<F>,
  header: Header<F>,
  cells: readonly string[],
): boolean {
  if (!grouped) return false
  for (let column = 0; column < cells.length; column++) {
    const field = cells[column] ? header.fields[column] : undefined
    if (field !== undefined && grouped.names.includes(field)) return false
  }
  return isSurelyRecord(notInTotals, header, cells)
}

/** Tells whether a row may be the heading of a group of rows: one text that is no number. */
export function mayBeHeading<F extends string>(
  { notInTotals, grouped }: Kind<F>,
  header: Header<F>,
  cells: readonly string[],
): boolean {
  let text = ''
  for (const cell of cells) {
    if (cell !== '' && text !== '') return false
    text ||= cell
  }
  return Boolean(grouped) && text !== '' && !isFigure(text) && !isSurelyRecord(notInTotals, header, cells)
}

/**
 * Returns the texts, by column, that the rows below a heading share. A heading such as `Plaats: Venlo` names the field
 * itself; any other heading is the customer's name.
 */
export function groupFromHeading<F extends string>(
  { grouped, words }: Kind<F>,
  header: Header<F>,
  cells: readonly string[],
): Group {
  const text = cells.find((cell) => cell !== '') ?? ''
  const [, label = '', rest = ''] = /^([^:]{2,40}):\s*(.+)$/.exec(text) ?? []
  const field = words.recogniseHeader(label) ?? grouped?.names[0]
  const [name] = columnsOf(header, grouped?.names ?? [])
  const column = header.columns[field as F] ?? name
  return new Map(column === undefined ? [] : [[column, rest || text]])
}

/**
 * Returns the texts about the customer in the first of several rows for one customer. The rows below leave those cells
 * blank.
 */
export function groupFromFirstRow<F extends string>(
  { grouped }: Kind<F>,
  header: Header<F>,
  cells: readonly string[],
): Group {
  const columns = columnsOf(header, grouped?.shared ?? [])
  return new Map(columns.map((column) => [column, cells[column] ?? '']))
}

/** Returns the cells of a row; fills blank cells with the texts that the rows of its group share. */
export const fillFromGroup = (group: Group, cells: readonly string[]): readonly string[] => {
  const width = Math.max(cells.length, ...[...group.keys()].map((column) => column + 1))
  return Array.from({ length: width }, (_, column) => cells[column] || (group.get(column) ?? ''))
}

/**
 * Tells whether a list names each customer once for several rows. It does when the rows of one customer end with a
 * subtotal, or with a total that has the customer's name.
 */
export function isByGroup<F extends string>(kind: Kind<F>, header: Header<F>, rows: readonly TableRow[]): boolean {
  let name = ''
  let count = 0
  for (const { number, cells } of rows) {
    if (number <= header.row) continue
    const [first = ''] = cells.filter((cell) => cell !== '')
    if (isTotal(first) && count > 0 && (/^sub/i.test(first) || first.toLowerCase().includes(name.toLowerCase())))
      return true
    if (isNameless(kind, header, cells)) count += name === '' ? 0 : 1
    else {
      const [column = -1] = columnsOf(header, kind.grouped?.names ?? []).filter((one) => cells[one])
      name = isTotal(first) ? '' : (cells[column] ?? '')
      count = 0
    }
  }
  return false
}

const columnsOf = <F extends string>({ fields }: Header<F>, of: readonly F[]): number[] =>
  [...fields.keys()].filter((column) => of.includes(fields[column] as F))
