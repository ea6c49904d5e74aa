import { type AppointmentSort, statusLabels } from '../../shared/contract/appointments.ts'
import { decodeCursor, pageOf } from '../platform/page.ts'
import { fullName } from '../platform/user.ts'
import type { AppointmentRow } from './entity.ts'
import { byStart, type Position } from './span.ts'

/** A column that no index is ordered by. */
export type Column = 'customer' | 'status' | 'agent'

/** The column and direction of a sort; `column` is null for the date, which the indexes are in order of. */
export function sortOf(sort: AppointmentSort = 'date'): { column: Column | null; isDescending: boolean } {
  const isDescending = sort.startsWith('-')
  const name = sort.replace('-', '') as Column | 'date'
  return { column: name === 'date' ? null : name, isDescending }
}

const shownOf: Record<Column, (row: AppointmentRow) => string> = {
  customer: ({ customerName }) => customerName,
  status: ({ status }) => statusLabels[status],
  agent: ({ agent }) => fullName(agent),
}

const dutch = new Intl.Collator('nl')

interface Keyed extends Position {
  readonly value: string
}

const comparing = (isDescending: boolean) => (one: Keyed, other: Keyed) => {
  const order = dutch.compare(one.value, other.value)
  return (isDescending ? -order : order) || byStart(one, other)
}

/** Rows by what a column shows, in Dutch order; equals by start, whatever the direction. */
export function sorted(rows: readonly AppointmentRow[], column: Column, isDescending: boolean): AppointmentRow[] {
  const compare = comparing(isDescending)
  return rows
    .map((row) => ({ row, value: shownOf[column](row), start: row.start, id: row.id }))
    .sort(compare)
    .map(({ row }) => row)
}

/** The page of sorted rows after a cursor, which names the last row's place and so stands when that row is gone. */
export function sortedPage(
  rows: readonly AppointmentRow[],
  column: Column,
  isDescending: boolean,
  { limit, cursor }: { limit: number; cursor: string | undefined },
) {
  const [value = '', start = '', id = ''] = decodeCursor(cursor, 3) ?? []
  const compare = comparing(isDescending)
  const isLater = (row: AppointmentRow) =>
    id === '' || compare({ value: shownOf[column](row), start: row.start, id: row.id }, { value, start, id }) > 0
  const rest = sorted(rows, column, isDescending).filter(isLater)
  return pageOf(rest.slice(0, limit + 1), limit, (row) => [shownOf[column](row), row.start, row.id])
}
