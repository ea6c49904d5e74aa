import type * as z from 'zod'
import type { CurrentUser } from '../../../../shared/api/auth.ts'
import type { Market } from '../../../../shared/api/parts/trade.ts'
import { appointmentFields } from '../../../../shared/appointments/record.ts'
import type { Appointment, AppointmentForm } from '../../../../shared/appointments/schemas.ts'
import type { Contract } from '../../../../shared/contracts/schemas.ts'
import type { Lead } from '../../../../shared/leads/schemas.ts'
import { type Instant, isLocalDate, isTime, localDateOf, localTimeOf } from '../../../../shared/time.ts'
import type { Start, TypedCustomer } from '../../../domains/appointment-dialogs.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { differencesOf } from '../../../records/differences.ts'
import { formatFieldValue, formLabelsOf, formValuesOf } from '../../../records/field-values.ts'
import { warningsOf } from './warnings.ts'

/** Values of the appointment form as typed. */
export type FormValues = z.input<typeof AppointmentForm>
/** Values of the appointment form after validation. */
export type CheckedForm = z.output<typeof AppointmentForm>

/** Lead or contract that a new appointment is planned for. */
export type Origin = { readonly lead: Lead } | { readonly contract: Contract }

/** Details of a customer that fill the form of a new appointment. */
export type Known =
  | TypedCustomer
  | (Partial<Pick<Lead, 'monthlyAmount' | 'consumption' | 'notes' | 'currentSupplier'>> &
      Pick<Lead, 'customerName' | 'customerPhone' | 'customerEmail' | 'companyName'> &
      Pick<Lead, 'address' | 'houseNumber' | 'postalCode' | 'city'>)

const knownOf = (origin: Origin): Known =>
  'lead' in origin ? origin.lead : { ...origin.contract, currentSupplier: origin.contract.supplier }

/**
 * Returns the initial form values of a new appointment: date, time and agent as the page address names them, and the
 * details of a lead, contract or customer. Without an agent in the address, a team leader is the agent, and others get
 * none.
 */
export function initialValuesOf(
  user: CurrentUser,
  { date, time, agentId }: Start = {},
  origin: Origin | null = null,
  customer?: Known | undefined,
): FormValues {
  const known = origin ? knownOf(origin) : customer
  return {
    ...formValuesOf<FormValues>(appointmentFields, known ?? {}),
    type: undefined,
    appointmentDate: date && isLocalDate(date) ? date : '',
    appointmentTime: time && isTime(time) ? time : '',
    teamId: null,
    agentId: agentId ?? (user.role === 'teamleader' ? user.id : ''),
    status: 'scheduled',
  }
}

/** Returns the form values of an appointment; date and time are wall time in Amsterdam (rulings 24). */
export const valuesOf = (appointment: Appointment): FormValues => ({
  ...formValuesOf<FormValues>(appointmentFields, appointment),
  appointmentDate: localDateOf(appointment.appointmentDate as Instant),
  appointmentTime: localTimeOf(appointment.appointmentDate as Instant),
  ...basisValuesOf(appointment.contactBasis),
})

const basisValuesOf = (basis: Appointment['contactBasis']) => ({
  basisKind: basis && basis.kind !== 'missing' ? basis.kind : ('' as const),
  basisNote: basis?.note ?? '',
})

/**
 * Returns the request body that books or changes an appointment, without the team, which follows from the agent
 * (rulings 26). Adds the reason for booking on a number that may not be called, and a reason to call that is not the
 * stored one.
 */
export function bodyOf(
  { teamId: _team, basisKind, basisNote = null, ...body }: CheckedForm,
  before: Appointment | null,
  reason: string | null = null,
) {
  const stored = before?.contactBasis
  const isStored = stored?.kind === basisKind && stored.note === basisNote
  return {
    ...body,
    ...(basisKind === '' || isStored ? {} : { contactBasis: { kind: basisKind, note: basisNote } }),
    ...(reason === null ? {} : { doNotCallReason: reason }),
  }
}

/**
 * Returns the market of an appointment. Without a choice it is business (`zakelijk`) if there is a company name, else
 * private (`particulier`) (rulings 23).
 */
export const marketOf = ({ type, companyName }: Pick<FormValues, 'type' | 'companyName'>): Market =>
  type ?? (companyName?.trim() ? 'zakelijk' : 'particulier')

/**
 * Returns the Dutch warnings about the phone number and the moment, which the user must confirm before saving. A phone
 * number or moment that is the same as in the saved state `before` gives no warning.
 */
export function doubtsOf(values: CheckedForm, before: Appointment | null): string[] {
  const { customerPhone, appointmentDate } = warningsOf(values, before && valuesOf(before))
  return [customerPhone, appointmentDate && `${appointmentDate} Toch opslaan?`].filter((text) => text !== undefined)
}

/** Returns the fields that differ between two states of an appointment, each with its new value, as `Status: Sale`. */
export function findChangedFields(before: Appointment, after: Appointment): string[] {
  const now = valuesOf(after)
  return differencesOf(formLabelsOf(appointmentFields), valuesOf(before), now, (name) => formatField(name, after, now))
}

function formatField(name: keyof FormValues, after: Appointment, values: FormValues): string {
  if (name === 'teamId') return after.team.name
  return formatFieldValue(appointmentFields[name], name === 'agentId' ? fullNameOf(after.agent) : values[name])
}
