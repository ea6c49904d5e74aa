import { type Actor, can } from '../../shared/access.ts'
import { type LocalDate, monthsBetween } from '../../shared/time.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { ownedBy } from './rules.ts'

/**
 * Somebody's own appointments of a span of days that they may see, by start: those for them and, for a caller, those
 * they booked.
 */
export async function ownAppointments(actor: Actor, from: LocalDate, to: LocalDate): Promise<AppointmentRow[]> {
  const months = await Promise.all(
    monthsBetween(from, to).map(async (month) => {
      const ofAgent = Appointments.query.byAgent({ agentId: actor.id, month })
      const ofCaller = Appointments.query.byCaller({ createdBy: actor.id, month })
      const sources = actor.role === 'caller' ? [ofAgent, ofCaller] : [ofAgent]
      const found = await Promise.all(sources.map((source) => source.go({ pages: 'all' })))
      return found.flatMap(({ data }) => data)
    }),
  )
  const byId = new Map(months.flat().map((row) => [row.id, row]))
  return [...byId.values()]
    .filter(({ date }) => date >= from && date <= to)
    .filter((row) => can(actor, 'appointment:read', ownedBy(row)))
    .sort((one, other) => (one.start < other.start ? -1 : 1))
}
