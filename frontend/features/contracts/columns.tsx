import { leadStatusLabels, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { contractFields } from '../../../shared/contracts/record.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { leadStatusTones } from '../../domains/leads.ts'
import { formatDate, fullNameOf } from '../../lib/format.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { isAssumed, productOf } from './contract-texts.ts'
import { Duration } from './duration.tsx'
import { UrgencyBadge } from './urgency.tsx'

/** Column that the board adds where it shows every sales status. */
const status: Column<Contract> = {
  id: 'status',
  header: contractFields.salesStatus.label,
  width: 164,
  cell: ({ salesStatus }) => <Badge tone="neutral">{salesStatusLabels[salesStatus]}</Badge>,
}

/** Table columns of the board of expiring contracts (spec §2). */
export const columns: readonly Column<Contract>[] = [
  {
    id: 'customer',
    header: contractFields.customerName.label,
    least: 240,
    cell: (row) => <Customer contract={row} />,
  },
  {
    id: 'phone',
    header: contractFields.customerPhone.label,
    width: 128,
    cell: ({ customerPhone, doNotCallSince, mayCall }) =>
      customerPhone ? <CustomerPhone phone={customerPhone} closed={doNotCallSince} mayCall={mayCall} /> : '–',
  },
  { id: 'product', header: 'Product', width: 192, dropOrder: 8, cell: (row) => productOf(row) || '–' },
  {
    id: 'expires',
    header: contractFields.expiryDate.label,
    width: 100,
    sortable: true,
    cell: (row) => formatDate(row.expiryDate),
  },
  { id: 'urgency', header: 'Urgentie', width: 150, cell: (row) => <UrgencyBadge expiryDate={row.expiryDate} /> },
  {
    id: 'assigned',
    header: contractFields.assignedTo.label,
    width: 136,
    dropOrder: 7,
    cell: ({ assignedTo }) => (assignedTo ? fullNameOf(assignedTo) : <span className="pv-soft">Niemand</span>),
  },
  {
    id: 'lead',
    header: 'Lead',
    width: 128,
    dropOrder: 6,
    cell: ({ lead }) =>
      lead ? (
        <Badge tone={leadStatusTones[lead.status]}>{leadStatusLabels[lead.status]}</Badge>
      ) : (
        <span className="pv-soft">–</span>
      ),
  },
  {
    id: 'contact',
    header: 'Laatste contact',
    width: 120,
    dropOrder: 4,
    cell: ({ lead }) => (lead?.lastContactAt ? formatDate(lead.lastContactAt) : <span className="pv-soft">–</span>),
  },
  {
    id: 'signed',
    header: contractFields.signedDate.label,
    width: 102,
    dropOrder: 2,
    sortable: true,
    cell: (row) => (isAssumed(row, 'signedDate') ? <span className="pv-soft">–</span> : formatDate(row.signedDate)),
  },
  {
    id: 'duration',
    header: contractFields.durationValue.label,
    width: 168,
    dropOrder: 1,
    cell: (row) => <Duration contract={row} />,
  },
  {
    id: 'address',
    header: contractFields.address.label,
    width: 200,
    dropOrder: 3,
    cell: (row) => <span className="pv-soft">{placeText(row) || '–'}</span>,
  },
]

/** Table columns of the board where it shows every sales status. */
export const columnsWithStatus = [...columns.slice(0, 1), status, ...columns.slice(1)]

function Customer({ contract: { customerName, companyName } }: { readonly contract: Contract }) {
  return (
    <>
      <span className="pv-strong">{customerName}</span>
      {companyName && companyName !== customerName && <span className="pv-soft"> · {companyName}</span>}
    </>
  )
}
