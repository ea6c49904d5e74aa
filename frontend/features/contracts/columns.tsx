import type { Contract } from '../../../shared/contract/contracts.ts'
import { leadStatusLabels } from '../../../shared/contract/leads.ts'
import { formatDate, fullName } from '../../lib/format.ts'
import { CardRow } from '../../ui/data-table-card.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { addressOf, productOf } from './contract-texts.ts'
import { UrgencyBadge } from './urgency.tsx'

/** The board's columns (spec §2, Expiring contracts). */
export const columns: readonly Column<Contract>[] = [
  { id: 'customer', header: 'Klant', sortable: true, cell: (row) => <Customer contract={row} /> },
  {
    id: 'address',
    header: 'Adres',
    dropOrder: 2,
    sortable: true,
    cell: (row) => <span className="pv-soft">{addressOf(row) || '–'}</span>,
  },
  { id: 'product', header: 'Leverancier en product', width: 164, sortable: true, cell: (row) => productOf(row) || '–' },
  {
    id: 'signed',
    header: 'Getekend op',
    width: 102,
    dropOrder: 1,
    sortable: true,
    cell: (row) => formatDate(row.signedDate),
  },
  { id: 'expires', header: 'Einddatum', width: 100, sortable: true, cell: (row) => formatDate(row.expiryDate) },
  {
    id: 'assigned',
    header: 'Toegewezen aan',
    width: 150,
    dropOrder: 3,
    cell: (row) => <Assignee contract={row} />,
  },
  { id: 'urgency', header: 'Urgentie', width: 158, cell: (row) => <UrgencyBadge expiryDate={row.expiryDate} /> },
]

function Customer({ contract: { customerName, companyName } }: { readonly contract: Contract }) {
  return (
    <>
      <span className="pv-strong">{customerName}</span>
      {companyName && companyName !== customerName && <span className="pv-soft"> · {companyName}</span>}
    </>
  )
}

/** Shows the person a contract is assigned to, and the status of their lead. */
function Assignee({ contract: { assignedTo, lead } }: { readonly contract: Contract }) {
  if (!assignedTo) return <span className="pv-soft">–</span>
  return (
    <>
      {fullName(assignedTo)}
      {lead && <span className="pv-soft"> · {leadStatusLabels[lead.status]}</span>}
    </>
  )
}

/** A contract in the list on a phone. */
export function ContractCard({ contract }: { readonly contract: Contract }) {
  return (
    <CardRow
      title={contract.customerName}
      meta={[productOf(contract), contract.city, contract.assignedTo && fullName(contract.assignedTo)]
        .filter(Boolean)
        .join(' · ')}
      end={formatDate(contract.expiryDate)}
      badge={<UrgencyBadge expiryDate={contract.expiryDate} />}
    />
  )
}
