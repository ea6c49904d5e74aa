import { ListChecks } from 'lucide-react'
import type { MonthlyRun } from '../../../shared/api/schemas/monthly-runs.ts'
import { formatDate, formatDateTime, formatNumber, fullNameOf } from '../../lib/format.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { RunBadge } from '../../records/runs/run.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { useRuns } from './api.ts'

const periodText = ({ from, to }: MonthlyRun) => `${formatDate(from)} t/m ${formatDate(to)}`
const invoicesText = ({ created }: MonthlyRun) => (created === 1 ? '1 factuur' : `${formatNumber(created)} facturen`)

const columns: readonly Column<MonthlyRun>[] = [
  { id: 'started', header: 'Gestart', width: 170, cell: ({ startedAt }) => formatDateTime(startedAt) },
  { id: 'period', header: 'Periode', cell: periodText },
  { id: 'by', header: 'Door', dropOrder: 1, cell: ({ startedBy }) => fullNameOf(startedBy) },
  { id: 'state', header: 'Status', width: 110, cell: ({ state }) => <RunBadge state={state} /> },
  { id: 'created', header: 'Facturen', width: 90, align: 'end', cell: ({ created }) => formatNumber(created) },
  {
    id: 'leftOut',
    header: 'Overgeslagen',
    width: 120,
    align: 'end',
    dropOrder: 2,
    cell: ({ leftOut }) => formatNumber(leftOut),
  },
  { id: 'failed', header: 'Mislukt', width: 90, align: 'end', cell: ({ failed }) => formatNumber(failed) },
]

/** Shows the list of monthly runs so far, newest first. */
export function RunList({ onOpen }: { readonly onOpen: (run: MonthlyRun) => void }) {
  return (
    <RecordList
      list={useRuns()}
      columns={columns}
      noun={{ one: 'run', many: 'runs' }}
      label="Maandruns"
      card={(run) => (
        <CardRow
          title={periodText(run)}
          meta={`${formatDateTime(run.startedAt)} · ${fullNameOf(run.startedBy)}`}
          end={invoicesText(run)}
          badge={<RunBadge state={run.state} />}
        />
      )}
      onOpen={onOpen}
      isAlarming={({ state, failed }) => state === 'stopped' || failed > 0}
      empty={{
        icon: <ListChecks />,
        title: 'Nog geen maandruns',
        text: 'Kies partners en maak hun facturen van een maand.',
      }}
    />
  )
}
