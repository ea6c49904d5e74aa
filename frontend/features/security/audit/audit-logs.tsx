import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AuditFilter, type AuditLog } from '../../../../shared/api/audit.ts'
import { useListAddress } from '../../../records/list/list-address.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { FilterLine } from '../../../ui/table/filter-bar.tsx'
import { useAuditLogs, useNames } from '../api.ts'
import styles from './audit.module.css'
import { AuditCard, columnsOf } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'

const AuditDialog = onDemand(() => import('./audit-dialog.tsx').then((m) => m.AuditDialog))

/** Lists the audit log, the latest 20 rows first and older ones on request (rulings 60, spec §9). */
export function AuditLogs() {
  const address = useListAddress(AuditFilter, [])
  const { filter, setFilter } = address
  const list = useAuditLogs(filter)
  const names = useNames()
  const columns = useMemo(() => columnsOf(names), [names])
  const [opened, setOpened] = useState<AuditLog | null>(null)
  const [params, setParams] = useSearchParams()

  function showAction(runId: string): void {
    setOpened(null)
    setParams(new URLSearchParams([...params, ['runId', runId]]))
  }

  function showRecord({ entityType, entityId }: AuditLog): void {
    setOpened(null)
    setFilter({ userId: '', action: '', from: '', to: '', runId: '', entityType, entityId })
  }

  return (
    <>
      <FilterLine className={styles.filters}>
        <AuditFilters {...address} />
      </FilterLine>
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'regel', many: 'regels' }}
        address={address}
        label="Auditlog"
        card={(row) => <AuditCard log={row} names={names} />}
        onOpen={setOpened}
        empty={{
          icon: <ScrollText />,
          title: 'Geen wijzigingen gevonden',
          text: 'Elke wijziging in Partnerview komt hier te staan.',
        }}
        moreText="Oudere tonen"
      />
      {opened && (
        <AuditDialog
          log={opened}
          names={names}
          onClose={() => setOpened(null)}
          onShowRecord={() => showRecord(opened)}
          onShowAction={showAction}
        />
      )}
    </>
  )
}
