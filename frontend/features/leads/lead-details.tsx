import { CalendarPlus, Pencil, ReceiptEuro, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { leadFields } from '../../../shared/leads/record.ts'
import type { LeadDetails } from '../../../shared/leads/schemas.ts'
import { callPartOf } from '../../../shared/numbers/states.ts'
import { placeText } from '../../../shared/street.ts'
import { appointmentAddress, saleAddress } from '../../domains/addresses.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { formatBasis } from '../../domains/contact/basis.ts'
import { CustomerPhone, describeDoNotCall, MapLink } from '../../domains/contact/contact.tsx'
import { CustomerButton, CustomerLink } from '../../domains/customers.tsx'
import { useMayEditLead } from '../../domains/leads.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDate, formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { formatUsage } from '../../records/energy.ts'
import { cardItemsOf } from '../../records/shown-fields.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Person } from '../../ui/display/avatar.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { CallBar } from './call-bar.tsx'
import { CallForm } from './call-form.tsx'
import { ConsentSection } from './consent-section.tsx'
import { LeadHistory } from './history.tsx'
import { PriorityBadge, StatusMenu, UrgentBadge } from './lead-signs.tsx'
import { RemoveLead } from './remove-lead.tsx'

interface LeadDetailsDialogProps {
  readonly lead: LeadDetails
  readonly onClose: () => void
  readonly onEdit: () => void
  /** Opens the next lead to call. */
  readonly onNext: () => void
}

/** Shows all details of one lead with the notes of its calls, and buttons for the next step. */
export function LeadDetailsDialog({ lead, onClose, onEdit, onNext }: LeadDetailsDialogProps) {
  const mayEdit = useMayEditLead(lead)
  const mayBook = useCan('appointment:create')
  const mayRead = useCan('appointment:read')
  const maySell = useCan('sale:create', { teamId: lead.teamId, owners: [lead.ownerId] })
  const { openNew } = useAppointmentDialogs()
  const { openNew: openSale } = useSaleDialogs()
  const [removing, setRemoving] = useState(false)
  return (
    <Dialog onOpenChange={onClose} title="Lead Details" description={lead.customerName} size="wide" forReading>
      <DialogBody>
        {lead.doNotCallSince && (
          <Note tone="bad" role="status">
            <p>
              <strong>Dit nummer wil niet gebeld worden</strong>
              {` (${describeDoNotCall(lead.doNotCallSince)}).`}
            </p>
          </Note>
        )}
        {mayEdit && !lead.doNotCall && <CallBar lead={lead} onNext={onNext} />}
        <CustomerSection lead={lead} />
        <ContractSection lead={lead} />
        <FollowUpSection lead={lead} showsAppointment={mayRead} />
        <Section title="Gesprekken">
          {mayEdit && <CallForm lead={lead} />}
          <Calls lead={lead} />
        </Section>
        <Section title="Toestemming">
          <ConsentSection lead={lead} mayEdit={mayEdit} />
        </Section>
        <Section title="Notities">
          <Text as="p" overflow="lines">
            {lead.notes ?? 'Geen notities'}
          </Text>
        </Section>
        <LeadHistory id={lead.id} />
      </DialogBody>
      <DialogFooter
        start={
          mayEdit && (
            <Button tone="ghost" icon={<Trash2 />} onClick={() => setRemoving(true)}>
              Verwijderen
            </Button>
          )
        }
      >
        <CustomerButton record={lead} />
        {mayEdit && (
          <Button icon={<Pencil />} onClick={onEdit}>
            Bewerken
          </Button>
        )}
        {maySell && lead.saleId === null && (
          <Button icon={<ReceiptEuro />} onClick={() => openSale({ leadId: lead.id })}>
            Sale registreren
          </Button>
        )}
        {mayEdit && mayBook && (
          <Button
            tone={callPartOf(lead.mayCall.state) === 'may' ? 'primary' : 'secondary'}
            icon={<CalendarPlus />}
            disabled={lead.doNotCall}
            data-tip={lead.doNotCall ? 'Dit nummer wil niet gebeld worden' : undefined}
            onClick={() => openNew({ leadId: lead.id })}
          >
            Plan afspraak
          </Button>
        )}
      </DialogFooter>
      <RemoveLead lead={lead} open={removing} onOpenChange={setRemoving} onRemoved={onClose} />
    </Dialog>
  )
}

interface LeadProps {
  readonly lead: LeadDetails
}

function CustomerSection({ lead }: LeadProps) {
  const { companyName, customerPhone, customerEmail } = lead
  return (
    <Section title="Klantgegevens">
      <Details
        items={[
          { label: 'Naam', value: <CustomerLink record={lead} /> },
          { label: 'Bedrijf', value: companyName },
          {
            label: 'Telefoon',
            value: customerPhone && (
              <CustomerPhone phone={customerPhone} closed={lead.doNotCallSince} mayCall={lead.mayCall} />
            ),
          },
          { label: 'E-mail', value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a> },
          { label: 'Adres', value: placeText(lead) && <MapLink place={lead} /> },
          ...cardItemsOf(leadFields, lead, 'customer'),
        ]}
      />
    </Section>
  )
}

function ContractSection({ lead }: LeadProps) {
  const { contractEndDate, isUrgent, consumption } = lead
  return (
    <Section title="Contract Info">
      <Details
        items={[
          {
            label: 'Einddatum',
            value: contractEndDate && (
              <>
                {formatDate(contractEndDate)} {isUrgent && <UrgentBadge />}
              </>
            ),
          },
          ...cardItemsOf(leadFields, lead, 'contract'),
          { label: 'Verbruik', value: formatUsage(consumption) },
        ]}
      />
    </Section>
  )
}

function FollowUpSection({ lead, showsAppointment }: LeadProps & { readonly showsAppointment: boolean }) {
  const { owner, appointmentId, saleId } = lead
  return (
    <Section title="Opvolging">
      <Details
        items={[
          { label: leadFields.status.label, value: <StatusMenu lead={lead} /> },
          { label: leadFields.priority.label, value: <PriorityBadge lead={lead} /> },
          { label: leadFields.owner.label, value: <Person id={owner.id} name={fullNameOf(owner)} /> },
          ...cardItemsOf(leadFields, lead, 'followUp'),
          {
            label: leadFields.appointmentId.label,
            value: appointmentId && showsAppointment && (
              <LinkButton to={appointmentAddress(appointmentId)}>Afspraak bekijken</LinkButton>
            ),
          },
          { label: 'Sale', value: saleId && <LinkButton to={saleAddress(saleId)}>Sale bekijken</LinkButton> },
        ]}
      />
    </Section>
  )
}

function Calls({ lead: { calls } }: LeadProps) {
  if (calls.length === 0) return <p className="pv-soft">Nog geen gesprekken genoteerd.</p>
  return (
    <Stack as="ol" gap={12}>
      {calls.map(({ id, at, by, note, contactBasis }) => (
        <li key={id}>
          <span className="pv-soft">
            <Unbroken>
              {[formatDateTime(at), fullNameOf(by), contactBasis && formatBasis(contactBasis)]
                .filter(Boolean)
                .join(' · ')}
            </Unbroken>
          </span>
          <Text as="p" overflow="lines">
            {note}
          </Text>
        </li>
      ))}
    </Stack>
  )
}
