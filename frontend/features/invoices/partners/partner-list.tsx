import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ledger } from '../../../../shared/api/ledger.ts'
import type { OpenDocuments } from '../../../../shared/api/schemas/open-documents.ts'
import { partnerFields } from '../../../../shared/partners/record.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { usePartners } from '../../../domains/invoices/invoices.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'

interface PartnerListProps {
  readonly q: string | undefined
  readonly onReset: () => void
  readonly onEdit: (partner: Partner) => void
  /** Button for a new partner, shown when there is none. */
  readonly first: ReactNode
}

/** Shows the partner companies that match the search text `q`, each with its open amount and its last invoice. */
export function PartnerList({ q, onReset, onEdit, first }: PartnerListProps) {
  const open = useOpenAmounts()
  const { data: openOf } = open
  const columns = useMemo(() => buildColumns(openOf), [openOf])
  return (
    <RecordList
      list={usePartners(q)}
      columns={columns}
      noun={{ one: 'partner', many: 'partners' }}
      card={(partner) => (
        <CardRow
          title={partner.name}
          meta={[partner.contactPerson, lastInvoiceText(partner)].filter(Boolean).join(' · ')}
          end={openText(openOf, partner)}
          badge={<PartnerBadge partner={partner} />}
        />
      )}
      onOpen={onEdit}
      address={{ filtered: q !== undefined, resetFilter: onReset, sort: undefined, setSort: () => {} }}
      empty={{
        icon: <Handshake />,
        title: 'Nog geen partners toegevoegd',
        text: 'Voeg een bedrijf toe om er facturen voor te maken.',
        action: first,
      }}
      notFound="Geen partners gevonden voor je zoekopdracht"
      summary={() =>
        open.isError && <FailedPart onRetry={open.refetch}>De open bedragen konden niet worden geladen.</FailedPart>
      }
    />
  )
}

type OpenAmounts = ReadonlyMap<string, number> | undefined

/** Fetches the open amount of each partner today, with VAT in euros; a partner without open documents has none. */
const useOpenAmounts = () =>
  useQuery({
    ...query(ledger.openDocuments, { query: {} }),
    staleTime: 0,
    select: mapOpenAmounts,
  })

const mapOpenAmounts = ({ partners }: OpenDocuments) => new Map(partners.map(({ partner, open }) => [partner.id, open]))

const openText = (openOf: OpenAmounts, { id }: Partner) => (openOf ? formatMoney(openOf.get(id) ?? 0) : '–')

const lastInvoiceText = ({ lastInvoiceOn }: Partner) => lastInvoiceOn && formatDate(lastInvoiceOn)

const buildColumns = (openOf: OpenAmounts): readonly Column<Partner>[] => [
  {
    id: 'name',
    header: 'Partner',
    least: 220,
    cell: (partner) => (
      <Row gap={8}>
        <span className="pv-strong">{partner.name}</span>
        <PartnerBadge partner={partner} />
      </Row>
    ),
  },
  { id: 'person', header: partnerFields.contactPerson.label, least: 160, cell: (row) => row.contactPerson ?? '–' },
  { id: 'last', header: 'Laatste factuur', width: 140, dropOrder: 1, cell: (row) => lastInvoiceText(row) ?? '–' },
  { id: 'open', header: 'Nog open', width: 140, align: 'end', cell: (row) => openText(openOf, row) },
]

/** Shows the most urgent thing about a partner; nothing for most. */
function PartnerBadge({ partner: { isActive, agreement, pendingBankAccount } }: { readonly partner: Partner }) {
  if (pendingBankAccount) return <Badge tone="warn">Nieuwe rekening wacht</Badge>
  if (!isActive) return <Badge>Inactief</Badge>
  return agreement ? null : <Badge tone="warn">Geen overeenkomst</Badge>
}
