import {
  contractLengthLabels,
  providerLabels,
  type SaleStatus,
  saleStatusLabels,
} from '../../../shared/contract/schemas/sale-form.ts'
import type { Sale } from '../../../shared/contract/schemas/sales.ts'
import { saleFields } from '../../../shared/fields/sale.ts'
import { ChangedBadge } from '../../domains/approval.tsx'
import { saleTones } from '../../domains/sales.ts'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { listColumnsOf } from '../../records/record-fields.tsx'
import { Person } from '../../ui/display/avatar.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'

/** Shows a status with its label for sales; commissions have other labels for some statuses. */
export function SaleBadge({ status }: { readonly status: SaleStatus }) {
  return <Badge tone={saleTones[status]}>{saleStatusLabels[status]}</Badge>
}

/** Returns the table columns of the list of sales; only an admin gets team and revenue. */
export const columnsOf = (isAdmin: boolean): Column<Sale>[] => [
  { id: 'date', header: 'Datum', width: 104, cell: ({ saleDate }) => formatDate(saleDate) },
  { id: 'customer', header: 'Klant', cell: (sale) => <Customer sale={sale} /> },
  ...listColumnsOf<Sale>(saleFields),
  {
    id: 'provider',
    header: 'Leverancier',
    width: 168,
    dropOrder: 4,
    cell: ({ provider, contractLength }) => (
      <>
        {providerLabels[provider]}
        <span className="pv-soft"> · {contractLengthLabels[contractLength]}</span>
      </>
    ),
  },
  { id: 'status', header: 'Status', width: 200, cell: (sale) => <RowBadge sale={sale} /> },
  {
    id: 'agent',
    header: 'Agent',
    width: 176,
    dropOrder: 2,
    cell: ({ agent }) => <Person id={agent.id} name={fullNameOf(agent)} />,
  },
  ...(isAdmin
    ? [
        {
          id: 'team',
          header: 'Team',
          width: 134,
          dropOrder: 1,
          cell: ({ team }: Sale) => <span className="pv-soft">{team.name}</span>,
        },
        {
          id: 'revenue',
          header: 'Omzet',
          width: 104,
          dropOrder: 5,
          align: 'end' as const,
          cell: ({ revenue }: Sale) => formatMoney(revenue?.received ?? revenue?.expected),
        },
      ]
    : []),
  {
    id: 'commission',
    header: 'Commissie',
    width: 112,
    align: 'end',
    cell: ({ totalCommission }) => formatMoney(totalCommission),
  },
]

function Customer({ sale: { customerName, companyName, city } }: { readonly sale: Sale }) {
  return (
    <>
      <span className="pv-strong">{customerName}</span>
      <span className="pv-soft"> · {companyName ?? city}</span>
    </>
  )
}

/** Shows that a sale waits for a new approval, else its status. */
function RowBadge({ sale: { status, changedAfterApproval } }: { readonly sale: Sale }) {
  return changedAfterApproval ? <ChangedBadge changed={changedAfterApproval} /> : <SaleBadge status={status} />
}

/** Shows a sale in the list on a phone. */
export function SaleCard({ sale }: { readonly sale: Sale }) {
  const { customerName, provider, saleDate, agent, totalCommission, status } = sale
  return (
    <CardRow
      title={customerName}
      meta={[formatDate(saleDate), providerLabels[provider], fullNameOf(agent)].join(' · ')}
      end={formatMoney(totalCommission)}
      badge={<SaleBadge status={status} />}
    />
  )
}
