import { salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { formatDate, fullNameOf } from '../../lib/format.ts'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import { productOf } from './contract-texts.ts'
import { UrgencyBadge } from './urgency.tsx'

interface ContractCardProps {
  readonly contract: Contract
  /** Shows the sales status too. */
  readonly withStatus: boolean
}

/** Shows a contract in the list on a phone. */
export function ContractCard({ contract, withStatus }: ContractCardProps) {
  const { assignedTo, city, salesStatus } = contract
  return (
    <CardRow
      title={contract.customerName}
      meta={[
        withStatus && salesStatusLabels[salesStatus],
        productOf(contract),
        city,
        assignedTo && fullNameOf(assignedTo),
      ]
        .filter(Boolean)
        .join(' · ')}
      end={<time dateTime={contract.expiryDate}>{formatDate(contract.expiryDate)}</time>}
      badge={<UrgencyBadge expiryDate={contract.expiryDate} />}
    />
  )
}
