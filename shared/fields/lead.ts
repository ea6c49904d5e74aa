import type { Lead, LeadHistoryField, NewLead } from '../contract/leads.ts'
import { leadStatusLabels, priorityLabels } from '../contract/parts/statuses.ts'
import { energyTypeLabels } from '../contract/parts/trade.ts'
import { type FieldsOf, own } from './field.ts'

/** Properties of a lead without a description below: keys, links and values that the system sets. */
type Parts =
  | ('id' | 'version' | 'ownerId' | 'teamId' | 'createdBy' | 'saleId' | 'contractId')
  | ('lastCall' | 'doNotCallSince' | 'isUrgent' | 'updatedAt')

/** Fields of the form that each hold a part of one stored value, such as the date of a call-back. */
type Split = 'callBackDate' | 'callBackTime' | 'consentSource' | 'consentDate'

type Shown = Omit<Lead, Parts> & { readonly [Name in Split | 'doNotCallSource']: string }
type Typed = Exclude<keyof NewLead, 'callBackAt' | 'consent' | 'ownerId' | 'status'> | Split
type Group = 'customer' | 'address' | 'contract' | 'usage' | 'followUp' | 'consent' | 'notes'
type Card = 'customer' | 'contract' | 'followUp' | 'consent' | 'notes'

/** The fields of a lead. The call-back moment and the consent are each two fields in the form, one in the history. */
export const leadFields = {
  customerName: { label: 'Klantnaam', short: 'Klant', form: own('customer'), card: own('customer') },
  companyName: { label: 'Bedrijfsnaam', short: 'Bedrijf', form: 'customer', card: own('customer') },
  customerPhone: {
    ...{ label: 'Telefoonnummer', short: 'Telefoon', format: 'phone', column: 'own' },
    ...{ form: 'customer', card: own('customer') },
  },
  customerEmail: {
    ...{ label: 'E-mailadres', short: 'E-mail', format: 'email' },
    ...{ form: 'customer', card: own('customer') },
  },
  postalCode: { label: 'Postcode', format: 'postcode', form: 'address', card: own('customer') },
  houseNumber: { label: 'Huisnummer', form: 'address', card: own('customer') },
  address: { label: 'Adres', form: 'address', card: own('customer') },
  city: { label: 'Plaats', form: 'address', card: own('customer') },
  currentSupplier: { label: 'Huidige leverancier', form: 'contract', card: 'contract' },
  contractEndDate: { label: 'Einddatum contract', format: 'day', form: 'contract', card: own('contract') },
  energyType: { label: 'Energietype', format: energyTypeLabels, form: own('contract'), card: 'contract' },
  monthlyAmount: { label: 'Maandbedrag', format: 'amount', form: 'usage', card: 'contract' },
  consumption: { label: 'Verbruik (kWh/jaar)', format: 'usage', form: 'usage', card: own('contract') },
  status: { label: 'Status', format: leadStatusLabels, card: own('followUp') },
  priority: { label: 'Prioriteit', format: priorityLabels, form: own('followUp'), card: own('followUp') },
  owner: { label: 'Eigenaar', format: 'name', card: own('followUp') },
  callBackAt: { label: 'Terugbellen', format: 'moment', card: 'followUp', column: 'own' },
  source: { label: 'Bron', form: 'followUp', card: 'followUp' },
  callBackDate: {
    ...{ label: 'Terugbellen op', format: 'day', column: 'own', history: 'callBackAt' },
    ...{ form: 'followUp', card: null },
  },
  callBackTime: { label: 'Tijd', format: 'time', column: 'own', history: 'callBackAt', form: 'followUp', card: null },
  createdAt: { label: 'Aangemaakt', format: 'moment', history: null, card: 'followUp' },
  appointmentId: { label: 'Afspraak', format: 'own', card: own('followUp'), column: 'none' },
  consent: { label: 'Toestemming', format: 'own', card: own('consent'), column: 'own' },
  consentSource: {
    ...{ label: 'Toestemming gegeven via', column: 'own', history: 'consent' },
    ...{ form: 'consent', card: null },
  },
  consentDate: {
    ...{ label: 'Toestemming op', format: 'day', column: 'own', history: 'consent' },
    ...{ form: 'consent', card: null },
  },
  doNotCall: {
    label: 'Wil niet gebeld worden',
    format: 'flag',
    column: 'own',
    form: own('consent'),
    card: own('consent'),
  },
  doNotCallSource: {
    ...{ label: 'Hoe is dat doorgegeven?', column: 'none' },
    ...{ form: own('consent'), card: null },
  },
  notes: { label: 'Notities', format: 'lines', form: own('notes'), card: own('notes') },
} as const satisfies FieldsOf<Shown, Typed, LeadHistoryField, Group, Card>
