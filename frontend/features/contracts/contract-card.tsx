import type { Contract } from '../../../shared/contract/schemas/contracts.ts'
import { formatDate, fullNameOf } from '../../lib/format.ts'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import { productOf } from './contract-texts.ts'
import { UrgencyBadge } from './urgency.tsx'

/** Shows a contract in the list on a phone. */
export function ContractCard({ contract }: { readonly contract: Contract }) {
  return (
    <CardRow
      title={contract.customerName}
      meta={[productOf(contract), contract.city, contract.assignedTo && fullNameOf(contract.assignedTo)]
        .filter(Boolean)
        .join(' · ')}
      end={<time dateTime={contract.expiryDate}>{formatDate(contract.expiryDate)}</time>}
      badge={<UrgencyBadge expiryDate={contract.expiryDate} />}
    />
  )
}
