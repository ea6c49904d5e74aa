import { salesStatusLabels } from '../api/parts/statuses.ts'
import { marketLabels } from '../api/parts/trade.ts'
import type { ContractChange, ContractDetails, ContractHistoryField } from '../api/schemas/contracts.ts'
import { type FieldsOf, own } from './field.ts'

/** Properties of a contract without a description below: keys, links, the sheet's row, and what the system sets. */
type Parts =
  | ('id' | 'version' | 'uploadId' | 'lead' | 'appointmentId' | 'saleId')
  | ('doNotCallSince' | 'assumed' | 'status' | 'rawRow' | 'statusChangedAt' | 'statusChangedBy' | 'createdAt')

type Shown = Omit<ContractDetails, Parts>
type Card = 'customer' | 'product' | 'term' | 'sheet' | 'origin' | 'bank' | 'work'

/** The fields of an expiring contract. People change status, notes and assignee; all others come from sheets. */
export const contractFields = {
  customerName: { label: 'Klant', card: own('customer') },
  companyName: { label: 'Bedrijf', card: own('customer') },
  customerPhone: { label: 'Telefoon', format: 'phone', card: own('customer'), column: 'own' },
  customerEmail: { label: 'E-mail', format: 'email', card: own('customer') },
  address: { label: 'Adres', card: own('customer') },
  houseNumber: { label: 'Huisnummer', history: null, card: own('customer') },
  postalCode: { label: 'Postcode', format: 'postcode', card: own('customer') },
  city: { label: 'Plaats', card: own('customer') },
  supplier: { label: 'Leverancier', card: 'product' },
  productName: { label: 'Product', card: 'product' },
  signedDate: { label: 'Getekend op', format: 'day', history: null, card: own('term'), column: 'own' },
  startDate: { label: 'Ingangsdatum', format: 'day', history: null, card: own('term') },
  durationValue: { label: 'Looptijd', format: 'count', history: null, card: own('term'), column: 'own' },
  durationUnit: {
    ...{ label: 'Eenheid', format: { years: 'Jaren', months: 'Maanden' }, history: null },
    ...{ card: own('term'), column: 'own' },
  },
  expiryDate: { label: 'Einddatum', format: 'day', card: own('term'), column: 'own' },
  kvkNumber: { label: 'KvK-nummer', history: null, card: 'sheet' },
  market: { label: 'Markt', format: marketLabels, history: null, card: 'sheet' },
  eanElectricity: { label: 'EAN stroom', sees: 'personal', history: null, card: 'sheet' },
  eanGas: { label: 'EAN gas', sees: 'personal', history: null, card: 'sheet' },
  electricityUsage: { label: 'Verbruik stroom', format: 'count', history: null, card: own('sheet') },
  gasUsage: { label: 'Verbruik gas', format: 'count', history: null, card: own('sheet') },
  teamName: { label: 'Team in bestand', history: null, card: 'origin' },
  agentName: { label: 'Agent in bestand', history: null, card: 'origin' },
  accountHolder: { label: 'Rekeninghouder', sees: 'personal', history: null, card: 'bank', column: 'none' },
  iban: { label: 'IBAN', history: null, card: own('bank'), column: 'none' },
  salesStatus: { label: 'Verkoopstatus', format: salesStatusLabels, form: own('status'), card: 'work' },
  assignedTo: { label: 'Toegewezen aan', format: 'name', card: 'work' },
  notes: { label: 'Notities', format: 'lines', form: own('status'), card: own('work') },
} as const satisfies FieldsOf<Shown, keyof ContractChange, ContractHistoryField, 'status', Card>
