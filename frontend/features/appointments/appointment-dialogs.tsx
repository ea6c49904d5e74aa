import { useSearchParams } from 'react-router-dom'
import {
  readAppointmentDialog,
  type Start,
  typedCustomer,
  useAppointmentDialogs,
} from '../../domains/appointment-dialogs.ts'
import { useMayEditAppointment } from '../../domains/appointments.ts'
import { findPrefillRecord, useCustomer } from '../../domains/customers.tsx'
import { dialogOrigin } from '../../lib/dialog-origin.ts'
import { useCan } from '../../lib/session.ts'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { useAppointment, useContractToPlan, useLeadToPlan } from './api.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { AppointmentDialog } from './form/appointment-dialog.tsx'

/**
 * Shows, over any screen, the appointment dialog that the page address names: new, details or edit. Renders nothing if
 * the user may not book or read appointments.
 */
export function AppointmentDialogs() {
  const [params] = useSearchParams()
  const { close } = useAppointmentDialogs()
  const mayRead = useCan('appointment:read')
  const mayBook = useCan('appointment:create')
  const { id, isNew, isEditing, start } = readAppointmentDialog(params)
  if (isNew && !mayBook) return null
  if (isNew && start.leadId !== undefined) return <ForLead id={start.leadId} start={start} onClose={close} />
  if (isNew && start.contractId !== undefined) {
    return <ForContract id={start.contractId} start={start} onClose={close} />
  }
  if (isNew && start.customerId !== undefined) {
    return <ForCustomer id={start.customerId} start={start} onClose={close} />
  }
  if (isNew) {
    return <AppointmentDialog appointment={null} start={start} known={typedCustomer.current} onClose={close} />
  }
  return id !== null && mayRead ? <OneAppointment key={id} id={id} isEditing={isEditing} /> : null
}

interface ForOriginProps {
  readonly id: string
  readonly start: Start
  readonly onClose: () => void
}

/** Shows the form of a new appointment for a lead, filled with the details of that lead. */
function ForLead({ id, ...dialog }: ForOriginProps) {
  const { data, error, refetch } = useLeadToPlan(id)
  const unknown = { noun: 'Lead', gone: 'De lead is verwijderd of niet van jou.', error, onRetry: refetch }
  if (!data) return <UnknownRecord {...unknown} onClose={dialog.onClose} returnFocus={dialogOrigin} />
  return <AppointmentDialog appointment={null} origin={{ lead: data }} {...dialog} />
}

/** Shows the form of a new appointment for an expiring contract, filled with the details of that contract. */
function ForContract({ id, ...dialog }: ForOriginProps) {
  const { data, error, refetch } = useContractToPlan(id)
  const unknown = { noun: 'Contract', gone: 'Het contract is er niet meer.', error, onRetry: refetch }
  if (!data) return <UnknownRecord {...unknown} onClose={dialog.onClose} returnFocus={dialogOrigin} />
  return <AppointmentDialog appointment={null} origin={{ contract: data }} {...dialog} />
}

/**
 * Shows the form of a new appointment for a customer, filled from the latest record of that customer. The appointment
 * comes from no lead or contract.
 */
function ForCustomer({ id, ...dialog }: ForOriginProps) {
  const { data, error, refetch } = useCustomer(id)
  const unknown = { noun: 'Klant', gone: 'Er zijn geen gegevens (meer) van deze klant.', error, onRetry: refetch }
  if (!data) return <UnknownRecord {...unknown} onClose={dialog.onClose} returnFocus={dialogOrigin} />
  const latest = findPrefillRecord(data)
  return <AppointmentDialog appointment={null} known={latest && { ...latest, notes: null }} {...dialog} />
}

function OneAppointment({ id, isEditing }: { readonly id: string; readonly isEditing: boolean }) {
  const { openForm, close } = useAppointmentDialogs()
  const { data, error, refetch, isPlaceholderData } = useAppointment(id)
  const isForm = useMayEditAppointment(data ?? null) && isEditing
  if (!data)
    return (
      <UnknownRecord
        noun="Afspraak"
        gone="De afspraak is verwijderd of niet van jouw team."
        error={error}
        onRetry={refetch}
        onClose={close}
        returnFocus={dialogOrigin}
      />
    )
  if (isForm) return <AppointmentDialog appointment={data} onClose={close} />
  return (
    <DetailsDialog
      appointment={data}
      mails={isPlaceholderData ? undefined : data.mails}
      onClose={close}
      onEdit={() => openForm(data)}
    />
  )
}
