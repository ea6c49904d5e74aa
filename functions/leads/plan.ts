import type { NewAppointment } from '../../shared/appointments/schemas.ts'
import { prepareBooking } from '../appointments/service.ts'
import { requireCallable } from '../known-customers/service.ts'
import type { Caller } from '../platform/actor.ts'
import { basisFor, editLeadForBooking, leadRecords } from './service.ts'

/**
 * Books an appointment for a lead within reach, in one transaction, and returns the appointment. The lead becomes
 * contacted unless converted, and both refer to each other (rulings 32). Throws 404 for a lead out of reach, 409 when
 * it was changed meanwhile, 403 when the actor may not book or an agent books for a colleague. Throws 422 for a refused
 * booking, and when the phone number of the lead or of the booking is on the do-not-call list.
 */
export async function bookForLead(actor: Caller, id: string, form: NewAppointment) {
  const { row } = await leadRecords.within(actor, id, 'lead:edit')
  const booking = await prepareBooking(actor, form, {
    ...{ leadId: id, contractId: row.contractId, consent: row.consent },
    contactBasis: basisFor(row, form.contactBasis),
  })
  return leadRecords.edit(
    actor,
    id,
    () => booking.view,
    (before) => ({
      ...editLeadForBooking(before, booking.view.id, form.contactBasis),
      conditions: requireCallable([before.customerPhone, form.customerPhone]),
      also: booking.changes,
    }),
  )
}
