import type { AppointmentSort } from '../../../shared/api/schemas/appointments.ts'
import { statusLabelOf } from '../../../shared/appointments/choices.ts'
import { fullName } from '../../platform/identity/user.ts'
import { moments } from '../../records/months.ts'
import { orderByText } from '../../records/shown-order.ts'
import { isText } from '../../records/source.ts'
import type { AppointmentRow } from '../entity.ts'

/** Column that no index sorts by. */
export type Column = 'customer' | 'status' | 'agent'

/**
 * Splits a sort such as `-customer` into its column and direction. `column` is null for the date, which the indexes
 * sort by.
 */
export function parseSort(sort: AppointmentSort = 'date'): { column: Column | null; isDescending: boolean } {
  const isDescending = sort.startsWith('-')
  const name = sort.replace('-', '') as Column | 'date'
  return { column: name === 'date' ? null : name, isDescending }
}

/** Text of each column, as the list shows it. */
const shownOf: Record<Column, (row: AppointmentRow) => string> = {
  customer: ({ customerName }) => customerName,
  status: ({ status }) => statusLabelOf(status),
  agent: ({ agent }) => fullName(agent),
}

/**
 * Returns the order of appointments by the text of a column, in Dutch alphabetical order, for lists sorted in memory.
 * `isDescending` reverses it; equal texts are always in order of start.
 */
export const orderByColumn = (column: Column, isDescending: boolean) =>
  orderByText<AppointmentRow>({
    shownOf: shownOf[column],
    isDescending,
    placeOf: ({ start, id }) => [start, id],
    parts: [moments.isValue, isText],
  })
