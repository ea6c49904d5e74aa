import { Eye, Handshake } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod'
import type { Partner } from '../../../shared/contract/partners.ts'
import type { MonthlyChoice } from '../../../shared/contract/settlement.ts'
import { usePartners } from '../../domains/self-billing.ts'
import { fullName } from '../../lib/format.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { lastMonth, MonthFilter } from '../../records/month-filter.tsx'
import { RecordList } from '../../records/record-list.tsx'
import type { Started } from '../../records/use-run.ts'
import { Badge } from '../../ui/badge.tsx'
import { BulkAction } from '../../ui/bulk-bar.tsx'
import { CardRow } from '../../ui/data-table-card.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { toast } from '../../ui/toast.ts'

const PreviewDialog = lazy(() => import('./preview-dialog.tsx').then((m) => ({ default: m.PreviewDialog })))

const Period = z.object({ from: z.iso.date(), to: z.iso.date() })

/** What keeps a partner from being invoiced; null where nothing does. */
function against({ isActive, agreement, assignedAgentId }: Partner): string | null {
  if (!isActive) return 'Niet actief'
  if (!agreement) return 'Geen overeenkomst'
  return assignedAgentId === null ? 'Geen medewerker' : null
}

function Standing({ partner }: { readonly partner: Partner }) {
  const reason = against(partner)
  return reason === null ? <Badge tone="ok">Gereed</Badge> : <Badge tone="warn">{reason}</Badge>
}

const columns: readonly Column<Partner>[] = [
  { id: 'name', header: 'Partner', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'person',
    header: 'Medewerker',
    cell: ({ assignedAgent }) => fullName(assignedAgent),
    sortBy: ({ assignedAgent }) => fullName(assignedAgent),
  },
  { id: 'standing', header: 'Status', width: 180, cell: (partner) => <Standing partner={partner} /> },
]

interface PartnerChoiceProps {
  readonly onStarted: (run: Started) => void
}

/** Which partners are to be invoiced, and of which days. */
export function PartnerChoice({ onStarted }: PartnerChoiceProps) {
  const { filter, setFilter } = useUrlFilter(Period)
  const period = filter.from || filter.to ? filter : lastMonth()
  const [previewed, setPreviewed] = useState<{ choice: MonthlyChoice; clear: () => void } | null>(null)

  function preview(partners: readonly Partner[], clear: () => void): void {
    const { from, to } = period
    if (from && to) setPreviewed({ choice: { partnerIds: partners.map(({ id }) => id), from, to }, clear })
    else toast({ title: 'Kies een periode van en tot en met', tone: 'info' })
  }

  return (
    <>
      <div className="monthly-period">
        <FilterBar>
          <MonthFilter value={period} onChange={setFilter} isNeeded />
        </FilterBar>
      </div>
      <RecordList
        list={usePartners(undefined)}
        columns={columns}
        noun={{ one: 'partner', many: 'partners' }}
        label="Partners"
        card={(partner) => (
          <CardRow title={partner.name} meta={fullName(partner.assignedAgent)} badge={<Standing partner={partner} />} />
        )}
        selectable={(partner) => against(partner) === null}
        bulk={(selected, clear) => (
          <BulkAction icon={<Eye />} onClick={() => preview(selected, clear)}>
            Voorbeeld tonen
          </BulkAction>
        )}
        empty={{
          icon: <Handshake />,
          title: 'Nog geen partners toegevoegd',
          text: 'Voeg bij Self-billing een bedrijf toe om er facturen voor te maken.',
        }}
      />
      <Suspense fallback={null}>
        {previewed && (
          <PreviewDialog
            choice={previewed.choice}
            onStarted={({ id, total }) => {
              previewed.clear()
              setPreviewed(null)
              onStarted({ id, rows: total })
            }}
            onClose={() => setPreviewed(null)}
          />
        )}
      </Suspense>
    </>
  )
}
