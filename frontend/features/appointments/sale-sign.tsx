import { ReceiptEuro } from 'lucide-react'
import type { Appointment } from '../../../shared/contract/appointments.ts'
import { Badge } from '../../ui/badge.tsx'

const TO_REGISTER = 'Sale nog registreren'

/** Says in a narrow place that the sale of an appointment is still to be registered (rulings 29). */
export function SaleMark({ appointment }: { readonly appointment: Appointment }) {
  if (appointment.status !== 'sale') return null
  return (
    <span className="appointments-sale-mark" data-tip={TO_REGISTER}>
      <ReceiptEuro aria-hidden="true" />
      <span className="pv-hidden">{TO_REGISTER}</span>
    </span>
  )
}

/** Says that the sale of an appointment is still to be registered (rulings 29). */
export function SaleSign({ appointment }: { readonly appointment: Appointment }) {
  if (appointment.status !== 'sale') return null
  return (
    <div className="appointments-sale">
      <Badge tone="warn">{TO_REGISTER}</Badge>
    </div>
  )
}
