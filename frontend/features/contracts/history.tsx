import {
  type ContractHistoryField,
  type SalesStatus,
  salesStatusLabels,
} from '../../../shared/contract/schemas/contracts.ts'
import { formatDate } from '../../lib/format.ts'
import { History } from '../../records/history.tsx'
import { useHistory } from './api.ts'

const labels: Readonly<Record<ContractHistoryField, string>> = {
  salesStatus: 'Verkoopstatus',
  notes: 'Notities',
  customerName: 'Klant',
  companyName: 'Bedrijf',
  customerPhone: 'Telefoon',
  customerEmail: 'E-mail',
  address: 'Adres',
  postalCode: 'Postcode',
  city: 'Plaats',
  supplier: 'Leverancier',
  productName: 'Product',
  expiryDate: 'Einddatum',
  assignedTo: 'Toegewezen aan',
}

/** Shows the history of a contract since its import: who changed which fields, and when. */
export const ContractHistory = ({ id }: { readonly id: string }) => (
  <History
    history={useHistory(id)}
    labels={labels}
    textOf={textOf}
    deeds={{ reveal: 'IBAN bekeken', assign: 'Toegewezen', plan: 'Afspraak gepland' }}
    none="Sinds de import is er niets aan gewijzigd."
  />
)

function textOf(field: ContractHistoryField, value: unknown): string {
  if (value === null || value === '') return 'leeg'
  if (field === 'salesStatus') return salesStatusLabels[value as SalesStatus]
  return field === 'expiryDate' ? formatDate(String(value)) : String(value)
}
