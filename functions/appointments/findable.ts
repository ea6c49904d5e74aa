import { fullName } from '../platform/identity/user.ts'
import { customerIn, defineFindable, readEveryMonth } from '../records/findable.ts'
import { isText } from '../records/source.ts'
import { type AppointmentRow, Appointments } from './entity.ts'

/** Definition of appointments for the search index. */
export const findableAppointments = defineFindable<'appointment', AppointmentRow>({
  kind: 'appointment',
  sortKey: 'appointment',
  readers: { team: ({ teamId }) => teamId, own: ({ agentId, createdBy }) => [agentId, createdBy] },
  dayOf: ({ date }) => date,
  shown: (row) => ({
    ...customerIn(row),
    moment: row.start,
    colleague: fullName(row.agent),
    status: row.status,
  }),
  marks: (row) => row,
})

/** Reads the appointments that the search index holds, to repair it. */
export const readEveryAppointment = () =>
  readEveryMonth<AppointmentRow>({ start: isText, id: isText }, (month) => Appointments.query.byMonth({ month }))
