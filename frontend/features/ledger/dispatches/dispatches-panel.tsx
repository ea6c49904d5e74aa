import { Send } from 'lucide-react'
import { type Dispatch, dispatches } from '../../../../shared/api/dispatches.ts'
import { formatDateTime, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { RunBadge } from '../../../records/runs/run.tsx'
import { type Started, useShownRun } from '../../../records/runs/use-run.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ScreenBar } from '../../../ui/frame/screen.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import { useAwaitingCount, useDispatches } from './api.ts'

const RunDialog = onDemand(() => import('./run-dialog.tsx').then((m) => m.RunDialog))

const starterName = ({ isScheduled, startedBy }: Dispatch) => (isScheduled ? 'Automatisch' : fullNameOf(startedBy))

/** Returns a list with one text: how many mails failed or have an unknown result. Empty without such mails. */
const missedTexts = ({ failed, unknown }: Dispatch) =>
  failed + unknown > 0 ? [`${formatNumber(failed + unknown)} niet aangekomen`] : []

const columns: readonly Column<Dispatch>[] = [
  { id: 'started', header: 'Gestart', width: 170, cell: ({ startedAt }) => formatDateTime(startedAt) },
  { id: 'by', header: 'Door', cell: starterName },
  { id: 'to', header: 'Aan', dropOrder: 1, cell: ({ to }) => to },
  { id: 'state', header: 'Status', width: 110, cell: ({ state }) => <RunBadge state={state} /> },
  { id: 'sent', header: 'Verstuurd', width: 96, align: 'end', cell: ({ sent }) => formatNumber(sent) },
  {
    id: 'skipped',
    header: 'Overgeslagen',
    width: 120,
    align: 'end',
    dropOrder: 2,
    cell: ({ skipped }) => formatNumber(skipped),
  },
  { id: 'failed', header: 'Mislukt', width: 90, align: 'end', cell: ({ failed }) => formatNumber(failed) },
  {
    id: 'unknown',
    header: 'Onbekend',
    width: 96,
    align: 'end',
    dropOrder: 3,
    cell: ({ unknown }) => formatNumber(unknown),
  },
]

/** Shows the tab 'Verzendingen' (rulings 47): runs that mail invoices to the accounting, and a button to start. */
export function DispatchesPanel() {
  const run = useShownRun()
  return (
    <>
      <ScreenBar toolbar={<Waiting />} actions={<SendNow onStarted={run.start} />} />
      <RecordList
        list={useDispatches()}
        columns={columns}
        noun={{ one: 'verzending', many: 'verzendingen' }}
        label="Verzendingen naar de boekhouding"
        card={(one) => (
          <CardRow
            title={formatDateTime(one.startedAt)}
            meta={[starterName(one), ...missedTexts(one)].join(' · ')}
            end={`${formatNumber(one.sent)} verstuurd`}
            badge={<RunBadge state={one.state} />}
          />
        )}
        onOpen={({ id }) => run.show(id)}
        isAlarming={({ state, failed, unknown }) => state === 'stopped' || failed + unknown > 0}
        empty={{
          icon: <Send />,
          title: 'Nog niets verstuurd',
          text: 'Op werkdagen om 07:00 gaan facturen vanzelf naar de boekhouding.',
        }}
      />
      {run.id !== null && (
        <RunDialog
          key={run.id}
          id={run.id}
          expected={run.started?.id === run.id ? run.started.rows : null}
          isNew={run.started?.id === run.id}
          onClose={run.close}
        />
      )}
    </>
  )
}

/**
 * Shows how many invoices wait to be mailed to the accounting. If no run can start, also shows why: no e-mail address,
 * or sending is switched off.
 */
function Waiting() {
  const { data, isError, refetch } = useAwaitingCount()
  if (isError) {
    return <FailedPart onRetry={refetch}>Het aantal wachtende facturen kon niet worden geladen.</FailedPart>
  }
  if (!data) return null
  const { count, isComplete, against } = data
  const waiting = count === 1 ? '1 factuur wacht' : `${formatNumber(count)} facturen wachten`
  return (
    <Stack as="p" size={13} color="muted" role="status">
      {count === 0 ? 'Er wachten geen facturen' : isComplete ? waiting : `Meer dan ${waiting}`}
      {against !== null && <Text color="warn">{against}</Text>}
    </Stack>
  )
}

function SendNow({ onStarted }: { readonly onStarted: (run: Started) => void }) {
  const { data } = useAwaitingCount()
  const start = useCommand(dispatches.start)
  return (
    <Button
      tone="primary"
      icon={<Send />}
      busy={start.isPending}
      disabled={!data || data.against !== null || data.count === 0}
      onClick={() =>
        start.mutateAsync({}).then(
          ({ id }) => onStarted({ id, rows: data?.isComplete ? data.count : null }),
          (error) => showFailure(error, { fallback: 'De verzending kon niet worden gestart.' }),
        )
      }
    >
      Nu versturen
    </Button>
  )
}
