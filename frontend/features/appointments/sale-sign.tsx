import { ReceiptEuro } from 'lucide-react'
import type { Appointment } from '../../../shared/contract/appointments.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { useCan } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Of an appointment that ended in a sale which nobody registered yet. */
export const TO_REGISTER = 'Sale nog registreren'

/** Whether a sale is still to be registered for an appointment, or may be anew since the first was rejected. */
const isToRegister = ({ status, saleId, saleRejected }: Appointment) =>
  status === 'sale' && (saleId === null || saleRejected)

interface SignProps {
  readonly appointment: Appointment
}

/** Says in a narrow place that the sale of an appointment is still to be registered (rulings 29). */
export function SaleMark({ appointment }: SignProps) {
  if (!isToRegister(appointment) || appointment.saleId !== null) return null
  return (
    <span className="appointments-sale-mark" data-tip={TO_REGISTER}>
      <ReceiptEuro aria-hidden="true" />
      <span className="pv-hidden">{TO_REGISTER}</span>
    </span>
  )
}

/** Says that the sale of an appointment is still to be registered (rulings 29) and lets one do so, or shows the sale. */
export function SaleSign({ appointment }: SignProps) {
  const { id, saleId, saleRejected } = appointment
  const mayRegister = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  const { openNew } = useSaleDialogs()
  const toRegister = isToRegister(appointment)
  if (!toRegister && saleId === null) return null
  return (
    <div className="appointments-sale">
      {saleId === null && <Badge tone="warn">{TO_REGISTER}</Badge>}
      {saleRejected && <Badge tone="bad">Sale afgewezen</Badge>}
      {toRegister && mayRegister && (
        <Button size="small" icon={<ReceiptEuro />} onClick={() => openNew({ appointmentId: id })}>
          Sale registreren
        </Button>
      )}
      {saleId !== null && (
        <LinkButton to={saleAddress(saleId)} tone="ghost" icon={<ReceiptEuro />}>
          Sale bekijken
        </LinkButton>
      )}
    </div>
  )
}
