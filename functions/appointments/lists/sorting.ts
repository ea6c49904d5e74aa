import { type AppointmentSort, statusLabelOf } from '../../../shared/contract/schemas/appointments.ts'
import { fullName } from '../../platform/identity/user.ts'
import { moments } from '../../records/months.ts'
import { orderByText } from '../../records/shown-order.ts'
import { text } from '../../records/source.ts'
import type { AppointmentRow } from '../entity.ts'

/** A column that no index is ordered by. */
export type Column = 'customer' | 'status' | 'agent'

/** Returns column and direction of a sort; `column` is null for the date, the order of the indexes. */
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

/** Returns the order by a column's text, in Dutch; equal ones by start, in either direction. */
export const orderOf = (column: Column, isDescending: boolean) =>
  orderByText<AppointmentRow>({
    shownOf: shownOf[column],
    isDescending,
    placeOf: ({ start, id }) => [start, id],
    parts: [moments.isValue, text],
  })
