import type { NewAppointment } from '../../shared/appointments/schemas.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import { localDateOf, monthOf } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { readAll } from '../platform/data/rows.ts'
import type { AppointmentRow } from './entity.ts'
import { startOf } from './rules.ts'
import { bookAppointment } from './service.ts'
import { monthQueryOfAgent } from './span.ts'

/**
 * Books an appointment that was made elsewhere, as `bookAppointment` does. The customer knows of it, so that no
 * confirmation is mailed; an appointment at the same time is no mistake of the import, and holds no time.
 */
export const importAppointment = (actor: Caller, form: NewAppointment) =>
  bookAppointment(actor, { ...form, bookAnyway: true }, { isConfirmed: false })

/** Tells whether an agent has an appointment with this phone number at this moment. */
export async function isBooked({ agentId, appointmentDate, appointmentTime, customerPhone }: NewAppointment) {
  if (!agentId) return false
  const { start } = startOf(appointmentDate, appointmentTime)
  const rows = await readAll<AppointmentRow>(monthQueryOfAgent(agentId, monthOf(localDateOf(start as never))))
  const number = normalisePhone(customerPhone)
  return rows.some((row) => row.start === start && normalisePhone(row.customerPhone) === number)
}
