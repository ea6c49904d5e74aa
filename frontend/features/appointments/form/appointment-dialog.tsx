import { useRef } from 'react'
import { appointments } from '../../../../shared/api/appointments.ts'
import type { CurrentUser } from '../../../../shared/api/auth.ts'
import { contracts } from '../../../../shared/api/contracts.ts'
import { customers } from '../../../../shared/api/customers.ts'
import { leads } from '../../../../shared/api/leads.ts'
import { appointment as card } from '../../../../shared/appointments/record.ts'
import { type Appointment, AppointmentForm } from '../../../../shared/appointments/schemas.ts'
import { hasPhone, normalisePhone, phonesInPath } from '../../../../shared/identifiers.ts'
import { type Start, useAppointmentDialogs } from '../../../domains/appointment-dialogs.ts'
import { findClash } from '../../../domains/appointments.ts'
import { describeDoNotCall } from '../../../domains/contact/contact.tsx'
import { CallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { dialogOrigin } from '../../../lib/dialog-origin.ts'
import { useCommand } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { type Doubt, RecordDialog } from '../../../records/dialog/record-dialog.tsx'
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
  const book = useCommand(appointments.create)
  const planned = usePlanned(origin)
  const change = useCommand(appointments.update)
  const { openDetails } = useAppointmentDialogs()
  /** Set when the user confirmed that the agent has another appointment at this time. */
  const bookAnyway = useRef(false)
  /** Values of a save without an answer: it may have booked this time, so its repetition does not ask about the time. */
  const unanswered = useRef<string | null>(null)

  async function findDoubts(values: CheckedForm, base: Appointment | null): Promise<Doubt[]> {
    const isRepeated = unanswered.current === JSON.stringify(values)
    const [closed, clash] = await Promise.all([
      planned ? [] : closedDoubt(values, base),
      isRepeated ? [] : clashDoubt(user, values, base),
    ])
    if (!isRepeated) bookAnyway.current = clash.length > 0
    return [...closed, ...clash, ...doubtsOf(values, base)]
  }

  async function save(values: CheckedForm, base: Appointment | null, reason: string | null): Promise<Appointment> {
    unanswered.current = JSON.stringify(values)
    const basis = base ? {} : await basisOfState(values)
    const body = {
      ...bodyOf({ ...values, ...basis }, base, planned ? null : reason),
      ...(bookAnyway.current ? { bookAnyway: true as const } : {}),
    }
    try {
      if (base) return await change.mutateAsync({ params: { id: base.id }, body, version: base.version })
      return await (planned ? planned.plan({ params: { id: planned.id }, body }) : book.mutateAsync({ body }))
    } catch (error) {
      if (error instanceof CallError && error.status > 0) unanswered.current = null
      throw error
    }
  }

  return (
    <RecordDialog
      card={card}
      kind={planned ? `${planned.name}:${planned.id}:appointment` : 'appointment'}
      record={appointment}
      schema={AppointmentForm}
      valuesOf={(known) => (known ? valuesOf(known) : initialValuesOf(user, start, origin, customer))}
      given={givenBy(start, customer)}
      size="wide"
      title={appointment ? 'Afspraak bewerken' : 'Nieuwe afspraak'}
      {...(planned ? { description: planned.description } : {})}
      doubts={findDoubts}
      save={save}
      saved={appointment ? 'Afspraak bijgewerkt' : 'Afspraak aangemaakt'}
      onView={openDetails}
      failure={{
        fallback: `Er is een fout opgetreden bij het ${appointment ? 'bijwerken' : 'aanmaken'} van de afspraak.`,
      }}
      conflict={{ newest: appointments.get, changes: findChangedFields }}
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

/** Returns the reason to call that the state of a number gives; none when somebody chose one or it gives none. */
async function basisOfState({ basisKind, customerPhone }: CheckedForm): Promise<Partial<CheckedForm>> {
  const number = phonesInPath(customerPhone)
  if (basisKind !== '' || number === '') return {}
  const found = await call(customers.mayCall, { params: { number } }).catch(() => null)
  return found?.maySell ? { basisKind: found.state === 'free' ? 'legal' : 'consent' } : {}
}

/**
 * Returns a question that asks why the user books on a number that may not be called. Empty for a number that may be
 * called, for the number already saved, and when the check fails. The server requires the reason too (rulings 32).
 */
async function closedDoubt({ customerPhone }: CheckedForm, before: Appointment | null): Promise<Doubt[]> {
  const phone = normalisePhone(customerPhone)
  if (phone === before?.customerPhone || !hasPhone(phone)) return []
  const known = await call(leads.known, { query: { phone } }).catch(() => null)
  if (!known?.doNotCall) return []
  return [
    {
      text: `Dit nummer wil niet gebeld worden (${describeDoNotCall(known.doNotCall)}).`,
      reason: 'Waarom boek je toch?',
    },
  ]
}

/**
 * Returns the question whether to book although the agent has another appointment then. Waits for the check, also for
 * whoever saves before the warning of the form is there. Empty when agent and time stay, and
 * for an appointment that is over.
 */
async function clashDoubt(user: CurrentUser, values: CheckedForm, before: Appointment | null): Promise<Doubt[]> {
  const agentId = (user.role === 'agent' ? (before?.agentId ?? user.id) : values.agentId) || undefined
  const { appointmentDate: date, appointmentTime: time, status = 'scheduled' } = values
  const isOpen = status === 'scheduled' || status === 'awaiting'
  const was = before && valuesOf(before)
  const isBack = before?.status === 'cancelled'
  const isSame = was?.appointmentDate === date && was.appointmentTime === time && before?.agentId === agentId && !isBack
  if (agentId === undefined || !isOpen || isSame) return []
  const text = await findClash({ agentId, date, time, except: before?.id })
  return text === null ? [] : [`${text} Toch boeken?`]
}

/** Returns the names of the fields that the page address and the details of a customer filled in. */
const givenBy = ({ date, time, agentId }: Start, customer: Known | undefined): string[] => [
  ...Object.entries(customer ?? {}).flatMap(([name, value]) => (value ? [name] : [])),
  ...(date ? ['appointmentDate'] : []),
  ...(time ? ['appointmentTime'] : []),
  ...(agentId ? ['agentId'] : []),
]

/**
 * Returns the call that books an appointment for a lead or contract, a text that names this record in the dialog
 * (`description`), and the ids of this record and of related ones. Null without a lead or contract.
 */
function usePlanned(origin: Origin | null) {
  const forLead = useCommand(leads.plan)
  const forContract = useCommand(contracts.plan)
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
