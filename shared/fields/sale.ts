import { saleStatusLabels } from '../api/parts/statuses.ts'
import { contractLengthLabels, energyTypeLabels, marketLabels, providerLabels } from '../api/parts/trade.ts'
import type { SaleHistoryField } from '../api/sales.ts'
import type { SaleChange } from '../api/schemas/sale-form.ts'
import type { Sale } from '../api/schemas/sales.ts'
import { type FieldsOf, own } from './field.ts'

/** Properties of a sale without a description below: keys, links, sums and values that the system sets. */
type Parts =
  | ('id' | 'version' | 'teamId' | 'appointmentId' | 'leadId' | 'contractId' | 'doNotCallSince' | 'explanation')
  | ('totalCommission' | 'revenue' | 'approvedBy' | 'approvedAt' | 'changedAfterApproval' | 'paidAt')
  | ('createdBy' | 'createdAt' | 'updatedAt')

type Shown = Omit<Sale, Parts> & { readonly receivedRevenue: number }
type Group = 'customer' | 'address' | 'product' | 'usage' | 'people' | 'payment' | 'notes'
type Card = 'head' | 'customer' | 'addresses' | 'product' | 'commission' | 'revenue'

/** The fields of a sale. */
export const saleFields = {
  customerName: { label: 'Klantnaam', short: 'Klant', form: own('customer'), card: own('customer') },
  companyName: { label: 'Bedrijfsnaam', short: 'Bedrijf', form: 'customer', card: 'customer' },
  customerPhone: {
    ...{ label: 'Telefoonnummer', short: 'Telefoon', format: 'phone', column: 'own' },
    ...{ form: 'customer', card: own('customer') },
  },
  customerEmail: {
    ...{ label: 'E-mailadres', short: 'E-mail', format: 'email' },
    ...{ form: 'customer', card: own('customer') },
  },
  market: { label: 'Markt', format: marketLabels, form: own('customer'), card: own('head') },
  postalCode: { label: 'Postcode', format: 'postcode', form: 'address', card: own('addresses') },
  houseNumber: { label: 'Huisnummer', form: 'address', card: own('addresses') },
  address: { label: 'Adres', form: 'address', card: own('addresses') },
  city: { label: 'Plaats', form: 'address', card: own('addresses') },
  eanElectricity: { label: 'EAN stroom', sees: 'personal', form: own('address'), card: own('addresses') },
  eanGas: { label: 'EAN gas', sees: 'personal', form: own('address'), card: own('addresses') },
  additionalAddresses: {
    ...{ label: 'Extra adressen', format: 'own', column: 'none' },
    ...{ form: own('address'), card: own('addresses') },
  },
  provider: { label: 'Leverancier', format: providerLabels, form: own('product'), card: 'product' },
  productType: { label: 'Product', format: energyTypeLabels, form: own('product'), card: 'product' },
  contractLength: { label: 'Looptijd', format: contractLengthLabels, form: own('product'), card: 'product' },
  contractStartDate: {
    ...{ label: 'Begindatum contract', short: 'Startdatum', format: 'day' },
    ...{ form: own('product'), card: own('product') },
  },
  contractEndDate: {
    ...{ label: 'Einddatum contract', short: 'Einddatum', format: 'day' },
    ...{ form: own('product'), card: own('product') },
  },
  electricityUsage: {
    ...{ label: 'Stroomverbruik (kWh/jaar)', short: 'Stroom (kWh/jaar)', format: 'count' },
    ...{ form: own('usage'), card: own('product') },
  },
  gasUsage: {
    ...{ label: 'Gasverbruik (m³/jaar)', short: 'Gas (m³/jaar)', format: 'count' },
    ...{ form: own('usage'), card: own('product') },
  },
  agentId: { label: 'Agent', history: 'agent', form: own('people'), card: null, column: 'none' },
  callerId: { label: 'Gebeld door', history: 'caller', form: own('people'), card: null, column: 'none' },
  iban: { label: 'IBAN', form: own('payment'), card: own('customer'), column: 'none' },
  bankAccountHolder: { label: 'Rekeninghouder', sees: 'personal', form: own('payment'), card: 'customer' },
  salesDockId: {
    ...{ label: 'SalesDock ID', format: 'code', list: { width: 124, dropOrder: 3 } },
    ...{ form: 'payment', card: own('head') },
  },
  saleDate: { label: 'Datum sale', short: 'Datum', format: 'day', form: own('payment'), card: own('head') },
  notes: { label: 'Notities', format: 'lines', form: 'notes', card: own('customer') },
  status: { label: 'Status', format: saleStatusLabels, card: own('head') },
  rejectionReason: { label: 'Reden', card: own('head'), column: 'none' },
  agent: { label: 'Agent', format: 'name', card: own('commission') },
  caller: { label: 'Gebeld door', short: 'Beller', format: 'name', card: own('commission') },
  team: { label: 'Team', format: 'name', card: null },
  agentCommission: { label: 'Agent commissie', format: 'money', card: own('commission'), column: 'own' },
  callerCommission: { label: 'Caller commissie', format: 'money', card: own('commission'), column: 'own' },
  commissionOverride: { label: 'Commissie', format: 'own', card: own('commission'), column: 'none' },
  receivedRevenue: {
    ...{ label: 'Ontvangen commissie', format: 'money', sees: 'revenue:manage' },
    ...{ card: own('revenue'), column: 'own' },
  },
} as const satisfies FieldsOf<Shown, keyof SaleChange, SaleHistoryField, Group, Card>
