import type { NewAppointment } from '../../shared/contract/schemas/appointments.ts'
import { prepareBooking } from '../appointments/service.ts'
import { requireCallable } from '../customers/service.ts'
import type { Caller } from '../platform/actor.ts'
import { leadRecords, markLeadPlanned } from './service.ts'

/**
 * Books an appointment for a lead within reach, in one transaction; the lead becomes contacted and both refer to each
 * other (rulings 32). Throws 422 for a number on the do-not-call list.
 */
export async function planAppointment(actor: Caller, id: string, form: NewAppointment) {
  const { row } = await leadRecords.within(actor, id, 'lead:edit')
  const booking = await prepareBooking(actor, form, { leadId: id, contractId: row.contractId, consent: row.consent })
  return leadRecords.edit(
    actor,
    id,
    (before) => ({
      ...markLeadPlanned(before, booking.view.id),
      conditions: requireCallable([before.customerPhone, form.customerPhone]),
      also: booking.changes,
    }),
    () => booking.view,
  )
}
