import { CalendarPlus, Mail, Phone, ReceiptEuro } from 'lucide-react'
import { useRef } from 'react'
import { can } from '../../../shared/access.ts'
import type { Customer } from '../../../shared/contract/customers.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { telOf } from '../../domains/contact.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { actorOf, useCan, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { contactOf } from './details.ts'

/**
 * Shows the actions for a customer that the user may take: call, plan an appointment, register a sale. The keys `b`,
 * `a` and `s` do the same.
 */
export function ActionsCard({ customer }: { readonly customer: Customer }) {
  const { id, doNotCallSince, leads, contracts, appointments } = customer
  const user = useUser()
  const actor = actorOf(user)
  const { phones, emails } = contactOf(customer)
  const phone = doNotCallSince ? undefined : phones[0]
  const mayPlan = useCan('appointment:create') && doNotCallSince === null
  const maySell = useCan('sale:create')
  const appointmentDialogs = useAppointmentDialogs()
  const saleDialogs = useSaleDialogs()
  const call = useRef<HTMLAnchorElement>(null)
  const ownLead = leads.find(
    ({ teamId, ownerId, status }) => status !== 'converted' && can(actor, 'lead:edit', { teamId, owners: [ownerId] }),
  )
  const contract = contracts.find(({ salesStatus }) => salesStatus !== 'getekend')

  function plan(): void {
    appointmentDialogs.openNew(
      ownLead ? { leadId: ownLead.id } : contract ? { contractId: contract.id } : { customerId: id },
    )
  }
  function sell(): void {
    const held = appointments.find(
      ({ saleId, saleRejected, status, teamId, agentId }) =>
        (saleId === null || saleRejected) &&
        status !== 'cancelled' &&
        can(actor, 'sale:create', { teamId, owners: [agentId] }),
    )
    saleDialogs.openNew(
      held ? { appointmentId: held.id } : ownLead ? { leadId: ownLead.id } : contract ? { contract } : {},
    )
  }
  useKeys({
    ...(phone ? { b: () => call.current?.click() } : {}),
    ...(mayPlan ? { a: plan } : {}),
    ...(maySell ? { s: sell } : {}),
  })
  return (
    <Card className="customer-actions">
      {phone && (
        <a
          ref={call}
          href={telOf(phone)}
          className="amplify-button amplify-button--primary pv-button pv-button-primary"
        >
          <Phone aria-hidden="true" />
          <span className="customer-action-text">Bellen</span>
          <Kbd>B</Kbd>
        </a>
      )}
      {mayPlan && (
        <Button icon={<CalendarPlus />} onClick={plan}>
          <span className="customer-action-text">Afspraak plannen</span>
          <Kbd>A</Kbd>
        </Button>
      )}
      {maySell && (
        <Button icon={<ReceiptEuro />} onClick={sell}>
          <span className="customer-action-text">Sale registreren</span>
          <Kbd>S</Kbd>
        </Button>
      )}
      {emails[0] && (
        <a href={`mailto:${emails[0]}`} className="amplify-button pv-button pv-button-secondary">
          <Mail aria-hidden="true" />
          <span className="customer-action-text">Mailen</span>
        </a>
      )}
    </Card>
  )
}
