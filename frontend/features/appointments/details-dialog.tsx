import { Pencil } from 'lucide-react'
import { appointments } from '../../../shared/api/appointments.ts'
import type { KeptBasis } from '../../../shared/api/parts/contact-basis.ts'
import { officeLabels } from '../../../shared/api/parts/fields.ts'
import { appointmentFields } from '../../../shared/appointments/record.ts'
import type { Appointment, AppointmentMail } from '../../../shared/appointments/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { useMayEditAppointment } from '../../domains/appointments.ts'
import { PhoneButton, RouteButton } from '../../domains/contact/action-buttons.tsx'
import { formatBasis } from '../../domains/contact/basis.ts'
import { CallDoor } from '../../domains/contact/call-door.tsx'
import { describeDoNotCall } from '../../domains/contact/contact.tsx'
import { CustomerButton } from '../../domains/customers.tsx'
import { dialogOrigin } from '../../lib/dialog-origin.ts'
import { formatDate, formatTime, formatWeekday, fullNameOf } from '../../lib/format.ts'
import { formatMonthlyAmount, formatUsage } from '../../records/energy.ts'
import { formatFieldValue } from '../../records/field-values.ts'
import { RecordHistory } from '../../records/history.tsx'
import { cardItemsOf } from '../../records/shown-fields.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ConfirmBadge } from './confirm-sign.tsx'
import { MailsSection } from './mails-section.tsx'
import { SaleSign } from './sale-sign.tsx'
import { StatusBadge } from './status-badge.tsx'
import { StatusMenu } from './status-menu.tsx'

interface DetailsDialogProps {
  readonly appointment: Appointment
  /** Mails about the appointment; undefined while loading. */
  readonly mails: readonly AppointmentMail[] | undefined
  readonly onClose: () => void
  readonly onEdit: () => void
}

/** Formats a value of the history: the basis of a booking in words, other fields as in the form. */
const textOf = (field: string, value: unknown): string =>
  field === 'contactBasis' && value
    ? formatBasis(value as KeptBasis)
    : formatFieldValue(appointmentFields[field as keyof typeof appointmentFields], value)

/** Shows all details of one appointment (spec §2, Appointment details dialog). */
export function DetailsDialog({ appointment, mails, onClose, onEdit }: DetailsDialogProps) {
  const mayEdit = useMayEditAppointment(appointment)
  return (
    <Dialog
      onOpenChange={onClose}
      title="Afspraak Details"
      description={appointment.customerName}
      returnFocus={dialogOrigin}
    >
      <DialogBody>
        <Summary appointment={appointment} />
        <SaleSign appointment={appointment} />
        <ConfirmBadge appointment={appointment} />
        <CustomerSection {...appointment} />
        <AddressSection appointment={appointment} />
        <AppointmentSection appointment={appointment} />
        <EnergySection {...appointment} />
        {appointment.notes && (
          <Section title="Notities">
            <Text as="p" size={13} overflow="lines">
              {appointment.notes}
            </Text>
          </Section>
        )}
        {mails && mails.length > 0 && (
          <Section title="E-mails aan de klant">
            <MailsSection appointmentId={appointment.id} mails={mails} mayResend={mayEdit} />
          </Section>
        )}
        <RecordHistory endpoint={appointments.history} id={appointment.id} fields={appointmentFields} textOf={textOf} />
      </DialogBody>
      <DialogFooter>
        <CustomerButton record={appointment} />
        {mayEdit && (
          <Button tone="primary" icon={<Pencil />} onClick={onEdit}>
            Bewerken
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

interface AppointmentProps {
  readonly appointment: Appointment
}

/** Shows when, with whom and how it stands, and what to do next: call, go there, or note the outcome. */
function Summary({ appointment }: AppointmentProps) {
  const { appointmentDate, agent, status, customerPhone } = appointment
  const mayEdit = useMayEditAppointment(appointment)
  return (
    <Section>
      <Row as="p" gap={6} wrap weight="strong">
        {formatWeekday(appointmentDate)} {formatTime(appointmentDate)} · {fullNameOf(agent)}
        <StatusBadge status={status} />
      </Row>
      <CallDoor
        phone={customerPhone}
        closes
        beside={
          <>
            <RouteButton place={appointment} />
            {mayEdit && <StatusMenu appointment={appointment} text="Uitkomst" />}
          </>
        }
      >
        {(tone) => <PhoneButton phone={customerPhone} tone={tone} isBrief />}
      </CallDoor>
    </Section>
  )
}

function CustomerSection(appointment: Appointment) {
  const { companyName, customerPhone, customerEmail, doNotCallSince, doNotCallReason, consent, contactBasis } =
    appointment
  return (
    <Section title="Klantgegevens">
      <Details
        items={[
          { label: 'Bedrijf', value: companyName },
          {
            label: 'Telefoon',
            // Whether it may be called stands above, beside the button that calls.
            value: doNotCallSince ? `${customerPhone} · ${describeDoNotCall(doNotCallSince)}` : customerPhone,
          },
          { label: 'Toch geboekt omdat', value: doNotCallReason },
          { label: 'Toestemming', value: consent && `via ${consent.source} op ${formatDate(consent.date)}` },
          { label: appointmentFields.contactBasis.label, value: contactBasis && formatBasis(contactBasis) },
          { label: 'E-mail', value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a> },
          ...cardItemsOf(appointmentFields, appointment, 'customer'),
        ]}
      />
    </Section>
  )
}

function AddressSection({ appointment }: AppointmentProps) {
  if (placeText(appointment) === '') return null
  return (
    <Section title="Adresgegevens">
      <Details items={[{ label: 'Adres', value: placeText(appointment) }]} />
    </Section>
  )
}

function AppointmentSection({ appointment: { caller, team } }: AppointmentProps) {
  return (
    <Section title="Afspraakgegevens">
      <Details
        items={[
          { label: 'Gebeld door', value: fullNameOf(caller) },
          { label: 'Team', value: `${team.name} (${officeLabels[team.office]})` },
        ]}
      />
    </Section>
  )
}

function EnergySection(appointment: Appointment) {
  const items = [
    ...cardItemsOf(appointmentFields, appointment, 'energy'),
    { label: 'Maandbedrag', value: formatMonthlyAmount(appointment.monthlyAmount) },
    { label: 'Verbruik', value: formatUsage(appointment.consumption) },
  ]
  if (items.every(({ value }) => !value)) return null
  return (
    <Section title="Energiegegevens">
      <Details items={items} />
    </Section>
  )
}
