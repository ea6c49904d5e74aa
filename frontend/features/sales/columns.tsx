import { contractLengthLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { ChangedBadge, SaleBadge } from '../../domains/approval.tsx'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { listColumnsOf } from '../../records/shown-fields.tsx'
import { Person } from '../../ui/display/avatar.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'

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
