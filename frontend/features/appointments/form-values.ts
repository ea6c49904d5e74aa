import type * as z from 'zod'
import {
  type Appointment,
  type AppointmentForm,
  type AppointmentType,
  statusLabels,
} from '../../../shared/contract/appointments.ts'
import type { CurrentUser } from '../../../shared/contract/auth.ts'
import type { Contract } from '../../../shared/contract/contracts.ts'
import type { Lead } from '../../../shared/contract/leads.ts'
import { type Instant, isLocalDate, isTime, localDateOf, localTimeOf } from '../../../shared/time.ts'
import type { Start } from '../../domains/appointment-dialogs.ts'
import { differencesOf } from '../../records/differences.ts'
import { warningsOf } from './warnings.ts'

/** What is typed, and what is sent once it is checked. */
export type FormValues = z.input<typeof AppointmentForm>
export type CheckedForm = z.output<typeof AppointmentForm>

/** The fields of the form with their labels, in the order of the screen. */
export const fieldLabels = {
  customerName: 'Klantnaam',
  customerPhone: 'Telefoonnummer',
  customerEmail: 'E-mailadres',
  companyName: 'Bedrijfsnaam',
  type: 'Type',
  appointmentDate: 'Datum',
  appointmentTime: 'Tijd',
  teamId: 'Team',
  agentId: 'Toewijzen aan agent',
  status: 'Status',
  postalCode: 'Postcode',
  houseNumber: 'Huisnummer',
  address: 'Adres',
  city: 'Plaats',
  currentSupplier: 'Huidige leverancier',
  monthlyAmount: 'Maandbedrag',
  consumption: 'Verbruik (kWh/jaar)',
  notes: 'Notities',
} as const satisfies Record<keyof FormValues, string>

/** What a new appointment is planned for. */
export type Origin = { readonly lead: Lead } | { readonly contract: Contract }

/** What is known of a customer before an appointment is booked. */
type Known = Partial<Pick<Lead, 'monthlyAmount' | 'consumption'>> &
  Pick<Lead, 'customerName' | 'customerPhone' | 'customerEmail' | 'companyName' | 'notes' | 'currentSupplier'> &
  Pick<Lead, 'address' | 'houseNumber' | 'postalCode' | 'city'>

const knownOf = (origin: Origin): Known =>
  'lead' in origin ? origin.lead : { ...origin.contract, currentSupplier: origin.contract.supplier }

/** An empty form but for what it starts with and what is known of what it is for; a team leader is the agent to begin with, as the server would have it (rulings 26). */
export function emptyValues(
  user: CurrentUser,
  { date, time, agentId }: Start = {},
  origin: Origin | null = null,
): FormValues {
  const known = origin && knownOf(origin)
  return {
    customerName: known?.customerName ?? '',
    customerPhone: known?.customerPhone ?? '',
    customerEmail: known?.customerEmail ?? '',
    companyName: known?.companyName ?? '',
    type: undefined,
    appointmentDate: date && isLocalDate(date) ? date : '',
    appointmentTime: time && isTime(time) ? time : '',
    teamId: null,
    agentId: agentId ?? (user.role === 'teamleader' ? user.id : ''),
    status: 'scheduled',
    address: known?.address ?? '',
    houseNumber: known?.houseNumber ?? '',
    postalCode: known?.postalCode ?? '',
    city: known?.city ?? '',
    currentSupplier: known?.currentSupplier ?? '',
    monthlyAmount: known?.monthlyAmount ?? '',
    consumption: known?.consumption ?? '',
    notes: known?.notes ?? '',
  }
}

/** An appointment as the form shows it; date and time are wall time in Amsterdam (rulings 24). */
export const valuesOf = (appointment: Appointment): FormValues => ({
  customerName: appointment.customerName,
  customerPhone: appointment.customerPhone,
  customerEmail: appointment.customerEmail ?? '',
  companyName: appointment.companyName ?? '',
  type: appointment.type,
  appointmentDate: localDateOf(appointment.appointmentDate as Instant),
  appointmentTime: localTimeOf(appointment.appointmentDate as Instant),
  teamId: appointment.teamId,
  agentId: appointment.agentId,
  status: appointment.status,
  address: appointment.address ?? '',
  houseNumber: appointment.houseNumber ?? '',
  postalCode: appointment.postalCode ?? '',
  city: appointment.city ?? '',
  currentSupplier: appointment.currentSupplier ?? '',
  monthlyAmount: appointment.monthlyAmount ?? '',
  consumption: appointment.consumption ?? '',
  notes: appointment.notes ?? '',
})

/**
 * What the form sends: all of it but the team, which follows from the agent (spec §7, rulings 26), and why a number is
 * booked that does not want to be called.
 */
export const bodyOf = ({ teamId: _team, ...body }: CheckedForm, reason: string | null = null) => ({
  ...body,
  ...(reason === null ? {} : { doNotCallReason: reason }),
})

/** The type that counts: zakelijk when a company is named, unless said otherwise (rulings 23). */
export const typeOf = ({ type, companyName }: Pick<FormValues, 'type' | 'companyName'>): AppointmentType =>
  type ?? (companyName?.trim() ? 'zakelijk' : 'particulier')

/** What of a form is probably a mistake, to be confirmed when it is saved. */
export function doubtsOf(values: CheckedForm, before: Appointment | null): string[] {
  const { customerPhone, appointmentDate } = warningsOf(values, before && valuesOf(before))
  return [customerPhone, appointmentDate && `${appointmentDate} Toch opslaan?`].filter((text) => text !== undefined)
}

/** What differs between two states of an appointment, as `Status: Sale`. */
export function differences(before: Appointment, after: Appointment): string[] {
  const now = valuesOf(after)
  return differencesOf(fieldLabels, valuesOf(before), now, (name) => shown(name, after, now))
}

function shown(name: keyof FormValues, after: Appointment, values: FormValues): string {
  if (name === 'status') return statusLabels[after.status]
  if (name === 'teamId') return after.team.name
  if (name === 'agentId') return `${after.agent.firstName} ${after.agent.lastName}`
  if (name === 'appointmentDate') return values.appointmentDate.split('-').reverse().join('-')
  return String(values[name] || 'leeg')
}
