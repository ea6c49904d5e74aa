import { ReceiptEuro } from 'lucide-react'
import type { Appointment } from '../../../shared/contract/appointments.ts'
import { saleRegistration, useSaleRegistration } from '../../lib/sale-registration.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

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

/** Says that the sale is still to be registered, and offers to where something can (rulings 29). */
export function SaleSign({ appointment }: { readonly appointment: Appointment }) {
  const register = useSaleRegistration()
  if (appointment.status !== 'sale') return null
  return (
    <div className="appointments-sale">
      <Badge tone="warn">{TO_REGISTER}</Badge>
      {register && (
        <Button size="small" icon={<ReceiptEuro />} onClick={() => register(appointment)}>
          Sale registreren
        </Button>
      )}
    </div>
  )
}

/** Tells that an appointment was saved; one that has just become a sale offers to register it (rulings 29). */
export function tellSaved(title: string, before: Appointment | null, after: Appointment): void {
  const register = saleRegistration()
  const isNewSale = after.status === 'sale' && before?.status !== 'sale'
  toast({
    title,
    ...(isNewSale && register ? { action: { label: 'Sale registreren', onClick: () => register(after) } } : {}),
  })
}
