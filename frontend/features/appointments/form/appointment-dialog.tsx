import { leads } from '../../../../shared/contract/leads.ts'
import { type Appointment, AppointmentForm } from '../../../../shared/contract/schemas/appointments.ts'
import { isPhone, normalisePhone } from '../../../../shared/identifiers.ts'
import { type Start, useAppointmentDialogs } from '../../../domains/appointment-dialogs.ts'
import { refreshAppointments } from '../../../domains/appointments.ts'
import { describeDoNotCall } from '../../../domains/contact/contact.tsx'
import { call } from '../../../lib/client.ts'
import { dialogOrigin } from '../../../lib/dialog-origin.ts'
import { useUser } from '../../../lib/session.ts'
import { type Doubt, RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { showSaved } from '../../../records/list/saved.ts'
import {
  loadNewestAppointment,
  useBookAppointment,
  useChangeAppointment,
  usePlanForContract,
  usePlanForLead,
} from '../api.ts'
import { RemoveAppointment } from '../remove-appointment.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import {
  bodyOf,
  type CheckedForm,
  doubtsOf,
  findChangedFields,
  initialValuesOf,
  type Known,
  type Origin,
  valuesOf,
} from './form-values.ts'

interface AppointmentDialogProps {
  /** Appointment to edit; null for a new one. */
  readonly appointment: Appointment | null
  /** Initial values of a new appointment. */
  readonly start?: Start
  /** Lead or contract that a new appointment is planned for. */
  readonly origin?: Origin | null
  /** Details of the customer, for a new appointment without lead or contract. */
  readonly known?: Known | undefined
  readonly onClose: () => void
}

/** Shows the form that books or edits an appointment (spec §2, Appointment form dialog). */
export function AppointmentDialog({
  appointment,
  start = {},
  origin = null,
  known: customer,
  onClose,
}: AppointmentDialogProps) {
  const user = useUser()
  const book = useBookAppointment()
  const planned = usePlanned(origin)
  const change = useChangeAppointment()
  const { openDetails } = useAppointmentDialogs()
  return (
    <RecordDialog
      kind={planned ? `${planned.name}:${planned.id}:appointment` : 'appointment'}
      record={appointment}
      schema={AppointmentForm}
      valuesOf={(known) => (known ? valuesOf(known) : initialValuesOf(user, start, origin, customer))}
      given={givenBy(start)}
      size="wide"
      title={appointment ? 'Afspraak bewerken' : 'Nieuwe afspraak'}
      {...(planned ? { description: planned.description } : {})}
      submit={appointment ? 'Bijwerken' : 'Opslaan'}
      doubts={async (values, base) => [...(planned ? [] : await closedDoubt(values, base)), ...doubtsOf(values, base)]}
      save={(values, base, reason) =>
        base
          ? change.mutateAsync({ params: { id: base.id }, body: bodyOf(values, reason), version: base.version })
          : planned
            ? planned.plan({ params: { id: planned.id }, body: bodyOf(values) })
            : book.mutateAsync({ body: bodyOf(values, reason) })
      }
      onSaved={(saved) => {
        showSaved(appointment ? 'Afspraak bijgewerkt' : 'Afspraak aangemaakt', saved.id, () => openDetails(saved))
        onClose()
      }}
      failure={{
        fallback: `Er is een fout opgetreden bij het ${appointment ? 'bijwerken' : 'aanmaken'} van de afspraak.`,
      }}
      conflict={{
        newest: loadNewestAppointment,
        changes: findChangedFields,
        gone: 'De afspraak is niet meer te vinden.',
        refresh: refreshAppointments,
      }}
      removal={(base, slot) => (
        <RemoveAppointment
          appointment={base}
          fallback="Er is een fout opgetreden bij het verwijderen van de afspraak."
          {...slot}
        />
      )}
      returnFocus={dialogOrigin}
      onClose={onClose}
    >
      {(form, base) => <AppointmentFields form={form} appointment={base} originIds={planned?.ids} />}
    </RecordDialog>
  )
}

/**
 * Returns a question that asks why the user books on a number that may not be called. Empty for a number that may be
 * called, for the number already saved, and when the check fails. The server requires the reason too (rulings 32).
 */
async function closedDoubt({ customerPhone }: CheckedForm, before: Appointment | null): Promise<Doubt[]> {
  const phone = normalisePhone(customerPhone)
  if (phone === before?.customerPhone || !isPhone(phone)) return []
  const known = await call(leads.known, { query: { phone } }).catch(() => null)
  if (!known?.doNotCall) return []
  return [
    {
      text: `Dit nummer wil niet gebeld worden (${describeDoNotCall(known.doNotCall)}).`,
      reason: 'Waarom boek je toch?',
    },
  ]
}

/** Returns the names of the fields that the page address filled in. */
const givenBy = ({ date, time, agentId }: Start): string[] => [
  ...(date ? ['appointmentDate'] : []),
  ...(time ? ['appointmentTime'] : []),
  ...(agentId ? ['agentId'] : []),
]

/**
 * Returns the call that books an appointment for a lead or contract, a text that names this record in the dialog
 * (`description`), and the ids of this record and of related ones. Null without a lead or contract.
 */
function usePlanned(origin: Origin | null) {
  const forLead = usePlanForLead()
  const forContract = usePlanForContract()
  if (!origin) return null
  if ('lead' in origin) {
    const { id, customerName, contractId, appointmentId } = origin.lead
    return {
      name: 'lead',
      id,
      ids: [id, contractId, appointmentId],
      plan: forLead.mutateAsync,
      description: `Voor de lead ${customerName}`,
    }
  }
  const { id, customerName, lead, appointmentId } = origin.contract
  return {
    name: 'contract',
    id,
    ids: [id, lead?.id, appointmentId],
    plan: forContract.mutateAsync,
    description: `Voor het contract van ${customerName}`,
  }
}
