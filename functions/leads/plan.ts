import type { NewAppointment } from '../../shared/contract/appointments.ts'
import { bookingFor } from '../appointments/service.ts'
import { stillCalled } from '../customers/service.ts'
import type { Caller } from '../platform/actor.ts'
import { leadPlanned, leadRecords } from './service.ts'

/**
 * Books an appointment for a lead within reach, in one transaction: the lead becomes contacted, was called back and both know each
 * other (rulings 32). 422 when the lead's number, or the one in the booking, is not to be called.
 */
export async function planAppointment(actor: Caller, id: string, form: NewAppointment) {
  const { row } = await leadRecords.within(actor, id, 'lead:edit')
  const booking = await bookingFor(actor, form, { leadId: id, contractId: row.contractId, consent: row.consent })
  return leadRecords.edit(
    actor,
    id,
    (before) => ({
      ...leadPlanned(before, booking.view.id),
      conditions: stillCalled([before.customerPhone, form.customerPhone]),
      also: booking.changes,
    }),
    () => booking.view,
  )
}
