import { ReceiptEuro } from 'lucide-react'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'

/** Dutch text on an appointment with status sale whose sale is not registered yet. */
export const TO_REGISTER = 'Sale nog registreren'

/**
 * Tells whether an appointment with status sale still needs the registration of its sale: there is none yet, or it was
 * rejected.
 */
const isToRegister = ({ status, saleId, saleRejected }: Appointment) =>
  status === 'sale' && (saleId === null || saleRejected)

interface SignProps {
  readonly appointment: Appointment
}

/** Shows an icon on an appointment with status sale that has no sale yet, not even a rejected one (rulings 29). */
export function SaleMark({ appointment }: SignProps) {
  if (!isToRegister(appointment) || appointment.saleId !== null) return null
  return (
    <Row as="span" color="warn" rigid data-tip={TO_REGISTER}>
      <ReceiptEuro aria-hidden="true" />
      <span className="pv-hidden">{TO_REGISTER}</span>
    </Row>
  )
}

/**
 * Shows that the sale of an appointment must still be registered or was rejected (rulings 29). Has a button to register
 * a sale, if the user may, and a link to a registered one.
 */
export function SaleSign({ appointment }: SignProps) {
  const { id, saleId, saleRejected } = appointment
  const mayRegister = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  const { openNew } = useSaleDialogs()
  const toRegister = isToRegister(appointment)
  if (!toRegister && saleId === null) return null
  return (
    <Row gap={10}>
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
    </Row>
  )
}
