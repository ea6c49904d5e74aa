import { Phone } from 'lucide-react'
import type { Appointment } from '../../../shared/contract/appointments.ts'
import '../../ui/button.css'

/** Calls the customer, beside a card on a phone. */
export function CallLink({ appointment: { customerName, customerPhone } }: { readonly appointment: Appointment }) {
  return (
    <a
      href={`tel:${customerPhone.replaceAll(' ', '')}`}
      aria-label={`${customerName} bellen`}
      className="pv-button pv-button-ghost pv-icon-button appointments-call"
    >
      <Phone aria-hidden="true" />
    </a>
  )
}
