import type { NewAppointment } from '../../../shared/appointments/schemas.ts'
import { prepareBooking } from '../../appointments/service.ts'
import { requireCallable } from '../../known-customers/service.ts'
import { basisFor, editLeadForBooking, findLead, leadRecords } from '../../leads/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { contractRecords, withAppointment } from '../service.ts'

/**
 * Books an appointment for a contract, in one transaction with the contract and its lead; returns the appointment.
 * Contract and lead then refer to it, and the lead becomes contacted unless converted. The contract gets the sales
 * status `afspraak_ingepland` unless it is signed (rulings 58). Throws 404 for an unknown contract, 409 when the
 * contract or its lead was changed meanwhile. Throws 422 for a refused booking, and when the phone number of the
 * contract or of the booking is on the do-not-call list.
 */
export async function bookForContract(actor: Caller, id: string, form: NewAppointment) {
  const { row } = await contractRecords.within(actor, id)
  const lead = row.leadId === undefined ? null : await findLead(row.leadId)
  const booking = await prepareBooking(actor, form, {
    ...{ leadId: lead?.id, contractId: id, consent: lead?.consent },
    contactBasis: lead ? basisFor(lead, form.contactBasis) : undefined,
  })
  const planned = lead ? editLeadForBooking(lead, booking.view.id, form.contactBasis) : null
  const ofLead = lead && planned ? leadRecords.changed(lead, planned.after, planned).changes : []
  return contractRecords.edit(
    actor,
    id,
    () => booking.view,
    (before) => ({
      verb: 'plan',
      conditions: requireCallable([before.customerPhone, form.customerPhone]),
      after: withAppointment(before, booking.view.id, actor.id),
      also: [...booking.changes, ...ofLead],
    }),
  )
}
