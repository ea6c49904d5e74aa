import { ScrollText } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { AuditFilter, type AuditLog } from '../../../shared/contract/admin.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useAuditLogs, useNames } from './api.ts'
import './audit.css'
import { AuditCard, columnsOf } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'

const AuditDialog = lazy(() => import('./audit-dialog.tsx').then((m) => ({ default: m.AuditDialog })))

/** Who changed what, the latest 20 first and older ones on demand (rulings 60, spec §9). */
export function AuditLogs() {
  const { filter, setFilter, resetFilter, filtered } = useUrlFilter(AuditFilter)
  const list = useAuditLogs(filter)
  const nameOf = useNames()
  const columns = useMemo(() => columnsOf(nameOf), [nameOf])
  const [opened, setOpened] = useState<AuditLog | null>(null)

  function showRecord({ entityType, entityId }: AuditLog): void {
    setOpened(null)
    setFilter({ userId: '', action: '', from: '', to: '', entityType, entityId })
  }

  return (
    <>
      <div className="audit-filters">
        <AuditFilters filter={filter} setFilter={setFilter} filtered={filtered} onReset={resetFilter} />
      </div>
      <DataTable
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        label="Auditlog"
        card={(row) => <AuditCard log={row} nameOf={nameOf} />}
        onOpen={setOpened}
        empty={{
          icon: <ScrollText />,
          title: 'Geen wijzigingen gevonden',
          text: 'Elke wijziging in Partnerview komt hier te staan.',
        }}
        filtered={filtered}
        onReset={resetFilter}
        moreText="Oudere tonen"
        count={(rows) =>
          `${rows.length} ${rows.length === 1 ? 'regel' : 'regels'}${list.hasNextPage ? ' getoond' : ''}`
        }
      />
      <Suspense fallback={null}>
        {opened && (
          <AuditDialog
            log={opened}
            nameOf={nameOf}
            onClose={() => setOpened(null)}
            onShowRecord={() => showRecord(opened)}
          />
        )}
      </Suspense>
    </>
  )
}
