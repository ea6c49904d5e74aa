import type { Named } from '../records/names.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { contributionsOf } from './rules.ts'

/** Follower that copies new names of people and teams to appointments. */
export const appointmentNames: Named<AppointmentRow> = {
  entity: Appointments,
  people: {
    agent: { inMonth: (agentId, month) => Appointments.query.byAgent({ agentId, month }) },
    caller: { inMonth: (createdBy, month) => Appointments.query.byCaller({ createdBy, month }) },
  },
  teams: { team: { inMonth: (teamId, month) => Appointments.query.byTeam({ teamId, month }) } },
  contributions: contributionsOf,
}
