import { measures } from '../../shared/measures.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { contributionsOf } from './rules.ts'

/** Recount of the measures of appointments, by the month of their date. */
export const countedAppointments: RecountedDomain = {
  measures: measures.appointments,
  contributionsIn: async function* (month) {
    const source = inOrder<AppointmentRow>({ start: isText, id: isText }, [Appointments.query.byMonth({ month })])
    for await (const row of iterateRows(source)) yield contributionsOf(row)
  },
}
