import { type Appointment, AppointmentForm } from '../../../shared/contract/appointments.ts'
import type { Lead } from '../../../shared/contract/leads.ts'
import { dialogOrigin, type Start, useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { refreshAppointments } from '../../domains/appointments.ts'
import { useUser } from '../../lib/session.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { tellSaved } from '../../records/saved.ts'
import { newestOf, useBookAppointment, useChangeAppointment, usePlanAppointment } from './api.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { bodyOf, differences, doubtsOf, emptyValues, valuesOf } from './form-values.ts'
import { RemoveAppointment } from './remove-appointment.tsx'

interface AppointmentDialogProps {
  /** The appointment to edit; null books a new one. */
  readonly appointment: Appointment | null
  /** What a new one begins with. */
  readonly start?: Start
  /** The lead a new one is planned for. */
  readonly lead?: Lead | null
  readonly onClose: () => void
}

/** Books or edits an appointment (spec §2, Appointment form dialog). */
export function AppointmentDialog({ appointment, start = {}, lead = null, onClose }: AppointmentDialogProps) {
  const user = useUser()
  const book = useBookAppointment()
  const plan = usePlanAppointment()
  const change = useChangeAppointment()
  const { openDetails } = useAppointmentDialogs()
  return (
    <RecordDialog
      kind={lead ? `lead:${lead.id}:appointment` : 'appointment'}
      record={appointment}
      schema={AppointmentForm}
      valuesOf={(known) => (known ? valuesOf(known) : emptyValues(user, start, lead))}
      given={[...(start.date ? ['appointmentDate'] : []), ...(start.time ? ['appointmentTime'] : [])]}
      size="wide"
      title={appointment ? 'Afspraak bewerken' : 'Nieuwe afspraak'}
      {...(lead ? { description: `Voor de lead ${lead.customerName}` } : {})}
      submit={appointment ? 'Bijwerken' : 'Opslaan'}
      doubts={doubtsOf}
      save={(values, base) =>
        base
          ? change.mutateAsync({ params: { id: base.id }, body: bodyOf(values), version: base.version })
          : lead
            ? plan.mutateAsync({ params: { id: lead.id }, body: bodyOf(values) })
            : book.mutateAsync({ body: bodyOf(values) })
      }
      onSaved={(saved) => {
        tellSaved(appointment ? 'Afspraak bijgewerkt' : 'Afspraak aangemaakt', saved.id, () => openDetails(saved))
        onClose()
      }}
      failure={{
        fallback: `Er is een fout opgetreden bij het ${appointment ? 'bijwerken' : 'aanmaken'} van de afspraak.`,
      }}
      conflict={{
        newest: newestOf,
        changes: differences,
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
      {(form, base) => <AppointmentFields form={form} appointment={base} />}
    </RecordDialog>
  )
}
