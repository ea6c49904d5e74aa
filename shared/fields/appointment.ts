import { marketLabels } from '../api/parts/trade.ts'
import {
  type Appointment,
  type AppointmentForm,
  type AppointmentHistoryField,
  statusLabels,
} from '../api/schemas/appointments.ts'
import { type FieldsOf, own } from './field.ts'

/** Properties of an appointment without a description below: keys, links and values that the system sets. */
type Parts =
  | ('id' | 'version' | 'createdBy' | 'leadId' | 'contractId' | 'saleId' | 'saleRejected' | 'toConfirm')
  | ('doNotCallSince' | 'consent' | 'confirmationSent' | 'reminderSent' | 'createdAt' | 'updatedAt')

type Shown = Omit<Appointment, Parts> & { readonly start: string; readonly appointmentTime: string }
type Typed = keyof (typeof AppointmentForm)['shape']
type Group = 'customer' | 'appointment' | 'more'
type Card = 'customer' | 'address' | 'appointment' | 'energy' | 'notes'

/** The fields of an appointment; its date and time are one field in the history. */
export const appointmentFields = {
  customerName: { label: 'Klantnaam', short: 'Klant', form: own('customer'), card: own('customer') },
  customerPhone: {
    ...{ label: 'Telefoonnummer', short: 'Telefoon', format: 'phone', column: 'own' },
    ...{ form: own('customer'), card: own('customer') },
  },
  customerEmail: {
    ...{ label: 'E-mailadres', short: 'E-mail', format: 'email' },
    ...{ form: own('customer'), card: own('customer') },
  },
  companyName: { label: 'Bedrijfsnaam', short: 'Bedrijf', form: own('more'), card: own('customer') },
  type: { label: 'Type', format: marketLabels, form: own('more'), card: 'customer' },
  appointmentDate: {
    ...{ label: 'Datum', format: 'day', column: 'own', history: 'start' },
    ...{ form: own('appointment'), card: own('appointment') },
  },
  appointmentTime: {
    ...{ label: 'Tijd', format: 'time', column: 'own', history: 'start' },
    ...{ form: own('appointment'), card: own('appointment') },
  },
  teamId: { label: 'Team', format: 'own', history: 'team', form: own('more'), card: null, column: 'none' },
  agentId: { label: 'Toewijzen aan agent', history: 'agent', form: own('appointment'), card: null, column: 'none' },
  status: {
    ...{ label: 'Status', format: statusLabels, column: 'own' },
    ...{ form: own('appointment'), card: own('appointment') },
  },
  postalCode: { label: 'Postcode', format: 'postcode', form: own('customer'), card: own('address') },
  houseNumber: { label: 'Huisnummer', form: own('customer'), card: own('address') },
  address: { label: 'Adres', form: 'more', card: own('address') },
  city: { label: 'Plaats', form: 'more', card: own('address') },
  currentSupplier: { label: 'Huidige leverancier', form: 'more', card: 'energy' },
  monthlyAmount: { label: 'Maandbedrag', format: 'amount', form: own('more'), card: own('energy') },
  consumption: { label: 'Verbruik (kWh/jaar)', format: 'usage', form: own('more'), card: own('energy') },
  notes: { label: 'Notities', format: 'lines', form: own('more'), card: own('notes') },
  doNotCallReason: { label: 'Reden om toch te boeken', card: own('customer'), column: 'none' },
  start: { label: 'Datum en tijd', format: 'moment', card: null, column: 'none' },
  agent: { label: 'Agent', format: 'name', card: own('appointment') },
  caller: {
    ...{ label: 'Gebeld door', format: 'name', history: null },
    ...{ card: own('appointment'), list: { width: 132, dropOrder: 1 } },
  },
  team: { label: 'Team', format: 'name', card: own('appointment') },
} as const satisfies FieldsOf<Shown, Typed, AppointmentHistoryField, Group, Card>
