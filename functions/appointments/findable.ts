import { addMonths, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { fullName } from '../platform/identity/user.ts'
import { addressOf, defineFindable, MONTHS_AHEAD, MONTHS_BACK } from '../records/findable.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type AppointmentRow, Appointments } from './entity.ts'

/** Definition of appointments for the search index. */
export const findableAppointments = defineFindable<'appointment', AppointmentRow>({
  kind: 'appointment',
  sortKey: 'appointment',
  readers: { team: ({ teamId }) => teamId, own: ({ agentId, createdBy }) => [agentId, createdBy] },
  dayOf: ({ date }) => date,
  shown: (row) => ({
    name: row.customerName,
    company: row.companyName,
    phone: row.customerPhone,
    email: row.customerEmail,
    address: addressOf(row),
    city: row.city,
    moment: row.start,
    colleague: fullName(row.agent),
    status: row.status,
  }),
  marks: (row) => row,
})

/** Reads the appointments that the search index holds, to repair it. */
export async function* readEveryAppointment() {
  const today = localDateOf(now())
  for (const month of monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, MONTHS_AHEAD))) {
    yield* iterateRows(inOrder<AppointmentRow>({ start: isText, id: isText }, [Appointments.query.byMonth({ month })]))
  }
}
