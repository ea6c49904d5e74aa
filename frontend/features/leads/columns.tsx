import { Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { leadFields } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { useMayEditLead } from '../../domains/leads.ts'
import { formatDate, fullNameOf } from '../../lib/format.ts'
import { listColumnsOf } from '../../records/shown-fields.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { callBackTimeOf } from './call-back-day.ts'
import { contractEndText } from './contract-end.ts'
import { PriorityBadge, StatusMenu, UrgentBadge } from './lead-signs.tsx'
import styles from './leads.module.css'

export interface LeadActions {
  readonly onEdit: (lead: Lead) => void
  readonly onRemove: (lead: Lead) => void
  /** Assigns a lead; absent for users who may not. */
  readonly onAssign?: ((lead: Lead) => void) | undefined
}

interface LeadColumns extends LeadActions {
  /** Set for a user who sees other people's leads; on narrow screens the owner is then the last column to be hidden. */
  readonly showsOwner: boolean
  /** Set when the list is sorted by call-back, which is then the first column. */
  readonly byCallBack: boolean
}

/**
 * Returns the table columns of the list of leads (spec §2, Leads Zakelijk). With `byCallBack` the call-back comes
 * first. On narrow screens the owner is hidden first; with `showsOwner` it is hidden last.
 */
export const columnsOf = ({ showsOwner, byCallBack, ...actions }: LeadColumns): Column<Lead>[] => [
  ...(byCallBack ? [callBackColumn] : []),
  { id: 'customer', header: 'Klant', least: showsOwner ? 200 : 240, cell: (lead) => <Customer lead={lead} /> },
  { id: 'contact', header: 'Contact', width: 172, dropOrder: 6, cell: contactOf },
  { id: 'status', header: leadFields.status.label, width: 164, cell: (lead) => <StatusMenu lead={lead} /> },
  {
    id: 'priority',
    header: leadFields.priority.label,
    width: 116,
    dropOrder: 4,
    cell: (lead) => <PriorityBadge lead={lead} />,
  },
  { id: 'contract', header: 'Contract Info', width: 148, cell: (lead) => <ContractInfo lead={lead} /> },
  {
    id: 'supplier',
    header: 'Leverancier',
    width: 128,
    dropOrder: 2,
    cell: ({ currentSupplier }) => <span className="pv-soft">{currentSupplier}</span>,
  },
  ...listColumnsOf<Lead>(leadFields),
  {
    id: 'owner',
    header: leadFields.owner.label,
    width: 136,
    dropOrder: showsOwner ? 7 : 1,
    cell: ({ owner }) => <span className="pv-soft">{fullNameOf(owner)}</span>,
  },
  {
    id: 'created',
    header: leadFields.createdAt.label,
    width: 108,
    dropOrder: 3,
    cell: ({ createdAt }) => <span className="pv-soft">{formatDate(createdAt)}</span>,
  },
  {
    id: 'actions',
    header: 'Acties',
    headerHidden: true,
    width: actions.onAssign ? 152 : 108,
    // The column may be hidden, because the details of a lead have the same actions.
    dropOrder: 5,
    align: 'end',
    cell: (lead) => <Actions lead={lead} {...actions} />,
  },
]

const callBackColumn: Column<Lead> = {
  id: 'callBack',
  header: 'Tijd',
  width: 144,
  cell: (lead) => <span className="pv-tabular">{callBackTimeOf(lead)}</span>,
}

const contactOf = ({ customerPhone, doNotCallSince, mayCall }: Lead) =>
  customerPhone && <CustomerPhone phone={customerPhone} closed={doNotCallSince} mayCall={mayCall} brief />

function Customer({ lead: { customerName, companyName, city, isUrgent } }: { readonly lead: Lead }) {
  const more = companyName ?? city
  return (
    <Row as="span" gap={6} className={styles.customer}>
      <span className="pv-strong">{customerName}</span>
      {isUrgent && <UrgentBadge />}
      {more && <span className="pv-soft">· {more}</span>}
    </Row>
  )
}

function ContractInfo({ lead: { contractEndDate } }: { readonly lead: Lead }) {
  if (!contractEndDate) return <span className="pv-soft">Onbekend</span>
  return <>{contractEndText(contractEndDate)}</>
}

function Actions({ lead, onEdit, onRemove, onAssign }: LeadActions & { readonly lead: Lead }) {
  const mayEdit = useMayEditLead(lead)
  const { customerName } = lead
  return (
    <>
      {onAssign && (
        <IconButton
          size="small"
          label={`Lead ${customerName} toewijzen`}
          icon={<UserRoundPlus />}
          onClick={() => onAssign(lead)}
        />
      )}
      {mayEdit && (
        <>
          <IconButton
            size="small"
            label={`Lead ${customerName} bewerken`}
            icon={<Pencil />}
            onClick={() => onEdit(lead)}
          />
          <IconButton
            size="small"
            label={`Lead ${customerName} verwijderen`}
            icon={<Trash2 />}
            onClick={() => onRemove(lead)}
          />
        </>
      )}
    </>
  )
}
