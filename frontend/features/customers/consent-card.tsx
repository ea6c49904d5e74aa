import { PhoneOff, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { leads as leadsContract } from '../../../shared/api/leads.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { describeDoNotCall } from '../../domains/contact/contact.tsx'
import { useMayEditLead } from '../../domains/leads.ts'
import { formatDate } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { toast } from '../../ui/messages/toast.ts'
import styles from './customer.module.css'
import { consentOf } from './details.ts'

/**
 * Shows since when a customer does not want to be called, or else the latest consent to calls, if there is one. While
 * the customer may be called, a user who may change the lead has a button to mark its number as not to be called.
 */
export function ConsentCard({ customer }: { readonly customer: Customer }) {
  const consent = consentOf(customer)
  const { doNotCallSince, leads } = customer
  const lead = leads.find(({ customerPhone }) => customerPhone !== null)
  return (
    <Card title="Toestemming" className={styles.consent}>
      {doNotCallSince ? (
        <Row as="p" gap={10} align="start" size={13}>
          <Text as={PhoneOff} color="bad" aria-hidden="true" />
          <Stack as="span">
            <strong>Wil niet gebeld worden</strong>
            <span className="pv-soft">{describeDoNotCall(doNotCallSince)}</span>
          </Stack>
        </Row>
      ) : (
        <>
          <Row as="p" gap={10} align="start" size={13}>
            <Text as={ShieldCheck} color={consent ? 'ok' : 'soft'} aria-hidden="true" />
            <Stack as="span">
              <strong>{consent ? 'Mag gebeld worden' : 'Geen toestemming vastgelegd'}</strong>
              {consent && (
                <span className="pv-soft">
                  <Unbroken>
                    gegeven op {formatDate(consent.date)} via {consent.source}
                  </Unbroken>
                </span>
              )}
            </Stack>
          </Row>
          {lead && <CloseNumber lead={lead} />}
        </>
      )}
    </Card>
  )
}

/** Shows the button that marks the number of a lead as not to be called, after the user confirms. */
function CloseNumber({ lead }: { readonly lead: Customer['leads'][number] }) {
  const mayEdit = useMayEditLead(lead)
  const change = useCommand(leadsContract.update)
  const [isAsking, setAsking] = useState(false)
  if (!mayEdit) return null
  async function close(): Promise<void> {
    try {
      await change.mutateAsync({ params: { id: lead.id }, body: { doNotCall: true }, version: lead.version })
      toast({ title: 'Nummer wordt niet meer gebeld' })
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden' })
    }
  }
  return (
    <>
      <Button size="small" icon={<PhoneOff />} onClick={() => setAsking(true)}>
        Wil niet gebeld worden
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={`${lead.customerPhone} niet meer bellen?`}
        description="Niemand belt dit nummer nog. Alleen een beheerder geeft het weer vrij."
        confirmText="Niet meer bellen"
        onConfirm={close}
      />
    </>
  )
}
