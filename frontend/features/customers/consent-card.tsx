import { PhoneOff } from 'lucide-react'
import { leads } from '../../../shared/api/leads.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { CallDoor } from '../../domains/contact/call-door.tsx'
import { ConsentList } from '../../domains/contact/consent-list.tsx'
import { describeDoNotCall } from '../../domains/contact/contact.tsx'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { AskText } from '../../records/ask-text.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { contactOf } from './details.ts'

/**
 * Shows whether a customer may be called and why, with the consents of the first number. From here the user records a
 * consent or closes the number, and an admin reopens it.
 */
export function ConsentCard({ customer }: { readonly customer: Customer }) {
  const { doNotCallSince, leads: known } = customer
  const { role } = useUser()
  const [phone] = contactOf(customer).phones
  const lead = known.find(({ customerPhone }) => customerPhone !== null)
  return (
    <Card title="Toestemming">
      <Stack gap={12}>
        {doNotCallSince ? (
          <Row as="p" gap={10} align="start" size={13}>
            <Text as={PhoneOff} color="bad" aria-hidden="true" />
            <Stack as="span">
              <strong>Wil niet gebeld worden</strong>
              <span className="pv-soft">{describeDoNotCall(doNotCallSince)}</span>
            </Stack>
          </Row>
        ) : (
          phone && <CallDoor phone={phone} lead={lead} closes />
        )}
        {doNotCallSince && lead && role === 'admin' && <Reopen lead={lead} />}
        {phone && <ConsentList phone={phone} />}
      </Stack>
    </Card>
  )
}

/** Lets an admin take the number of a lead off the do-not-call list, with a reason. */
function Reopen({ lead }: { readonly lead: Customer['leads'][number] }) {
  const change = useCommand(leads.update)
  return (
    <AskText
      button="Opheffen"
      title={`${lead.customerPhone} weer vrijgeven?`}
      description="Bellen mag daarna als er toestemming is. De reden wordt bewaard."
      label="Waarom mag dit nummer weer gebeld worden?"
      missing="Vul in waarom dit nummer weer gebeld mag worden"
      confirmText="Vrijgeven"
      tone="primary"
      onConfirm={async (reason) => {
        const body = { doNotCall: false, doNotCallLiftReason: reason }
        await change.mutateAsync({ params: { id: lead.id }, body, version: lead.version })
        toast({ title: 'Nummer vrijgegeven' })
      }}
    />
  )
}
