import { type ContractHistoryField, type SalesStatus, salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { formatDate } from '../../lib/format.ts'
import { HistoryList } from '../../records/history.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
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
}

/** What became of a contract since it was imported: who changed what, and when. */
export function ContractHistory({ id }: { readonly id: string }) {
  const { data, error, refetch } = useHistory(id)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height="40px" />
  if (data.entries.length === 0) return <p className="pv-soft">Sinds de import is er niets aan gewijzigd.</p>
  return <HistoryList {...data} labels={labels} textOf={textOf} />
}

function textOf(field: ContractHistoryField, value: unknown): string {
  if (value === null || value === '') return 'leeg'
  if (field === 'salesStatus') return salesStatusLabels[value as SalesStatus]
  return field === 'expiryDate' ? formatDate(String(value)) : String(value)
}
