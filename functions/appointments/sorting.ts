import { type AppointmentSort, statusLabelOf } from '../../shared/contract/appointments.ts'
import type { Position } from '../platform/page.ts'
import { fullName } from '../platform/user.ts'
import { moments } from '../records/months.ts'
import { byPosition, text } from '../records/source.ts'
import type { AppointmentRow } from './entity.ts'

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
  status: ({ status }) => statusLabelOf(status),
  agent: ({ agent }) => fullName(agent),
}

const dutch = new Intl.Collator('nl')

/** The order of a column by what it shows, in Dutch; equals by start, whatever the direction. */
export const orderOf = (column: Column, isDescending: boolean) => ({
  positionOf: (row: AppointmentRow): Position => [shownOf[column](row), row.start, row.id],
  parts: [text, moments.isValue, text],
  compare: ([shown, ...place]: Position, [other, ...against]: Position) => {
    const order = dutch.compare(String(shown), String(other))
    return (isDescending ? -order : order) || byPosition(place, against)
  },
})

/** Rows in the order of a column. */
export function sorted(rows: readonly AppointmentRow[], column: Column, isDescending: boolean): AppointmentRow[] {
  const { positionOf, compare } = orderOf(column, isDescending)
  return rows
    .map((row) => ({ row, position: positionOf(row) }))
    .sort((one, other) => compare(one.position, other.position))
    .map(({ row }) => row)
}
