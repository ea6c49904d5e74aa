import { FileText, PhoneOff } from 'lucide-react'
import { customers } from '../../../shared/api/customers.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { readPhones } from '../../../shared/identifiers.ts'
import { CallDoor } from '../../domains/contact/call-door.tsx'
import { ConsentList } from '../../domains/contact/consent-list.tsx'
import { describeDoNotCall } from '../../domains/contact/contact.tsx'
import { Reopen } from '../../domains/contact/reopen.tsx'
import { call } from '../../lib/client.ts'
import { useCan } from '../../lib/session.ts'
import { FileButton } from '../../records/file-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { contactOf, leadsWith } from './details.ts'

/**
 * Shows whether a customer may be called and why, with the consents of each number. From here the user records a
 * consent or closes the number; an admin reopens it, and gets the evidence as a file.
 */
export function ConsentCard({ customer }: { readonly customer: Customer }) {
  const { doNotCallSince } = customer
  const mayLift = useCan('customer:lift')
  const mayProve = useCan('calling:manage')
  const { phones } = contactOf(customer)
  const [phone] = phones
  const numbers = [...new Set(phones.flatMap(readPhones))]
  const [lead] = leadsWith(customer, phone ?? null)
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
        {doNotCallSince && mayLift && <Reopen phones={numbers} />}
        {numbers.map((number) => (
          <ConsentList key={number} phone={number} hasTitle={numbers.length > 1} />
        ))}
        {phone && mayProve && <Evidence id={customer.id} />}
      </Stack>
    </Card>
  )
}

/** Offers the evidence of consents and calls as a PDF, for the office and for the customer. */
function Evidence({ id }: { readonly id: string }) {
  const load = (reader: 'office' | 'customer') => () =>
    call(customers.callEvidence, { params: { id }, query: { reader } })
  const file = { size: 'small', icon: <FileText />, name: 'belbewijs.pdf' } as const
  return (
    <Row gap={8} wrap>
      <FileButton {...file} label="Bewijs" detail="als PDF" load={load('office')} />
      <FileButton {...file} label="Voor de klant" detail="als PDF" load={load('customer')} />
    </Row>
  )
}
