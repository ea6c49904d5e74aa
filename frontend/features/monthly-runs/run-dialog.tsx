import { Square } from 'lucide-react'
import { monthlyRuns } from '../../../shared/api/monthly-runs.ts'
import type { MonthlyResult, MonthlyRun } from '../../../shared/api/schemas/monthly-runs.ts'
import { invoiceAddress } from '../../domains/addresses.ts'
import { useStepAddress } from '../../domains/closing/steps.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { RunButton, RunFrame, RunResults } from '../../records/runs/run.tsx'
import { useRunEnd } from '../../records/runs/use-run.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useResults, useRun } from './api.ts'
import { LeftOut } from './left-out.tsx'

interface RunDialogProps {
  readonly id: string
  /** Set when this screen started the run. Then a toast reports its end even if it ended before it was shown. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/**
 * Shows the progress of a monthly run, and its results. The run continues when the dialog is closed; `isNew` tells that
 * the run was just started.
 */
export function RunDialog({ id, isNew, onClose }: RunDialogProps) {
  const { data: run, error, refetch } = useRun(id)
  useRunEnd(run, isNew, announceEnd)
  return (
    <Dialog onOpenChange={onClose} title="Maandrun" size="wide" forReading>
      <DialogBody>
        {error && !run && <ErrorState error={error} onRetry={refetch} />}
        {!run && !error && <Skeleton height="240px" />}
        {run && <RunDetails run={run} />}
      </DialogBody>
    </Dialog>
  )
}

/** Shows a toast with the number of invoices made. */
function announceEnd({ created }: MonthlyRun): void {
  toast({
    title: 'Maandrun klaar',
    description: created === 1 ? '1 factuur gemaakt' : `${formatNumber(created)} facturen gemaakt`,
  })
}

function RunDetails({ run }: { readonly run: MonthlyRun }) {
  const { state, from, to, startedAt, startedBy, handled, total, created, leftOut, failed } = run
  return (
    <RunFrame
      id={run.id}
      title={`${formatDate(from)} t/m ${formatDate(to)}`}
      begun={`Gestart op ${formatDateTime(startedAt)} door ${fullNameOf(startedBy)}${run.withEarlier ? ' · met werk van vóór de overeenkomst' : ''}`}
      action={state === 'running' ? <StopButton id={run.id} /> : <NextStep created={created} />}
      state={state}
      done={handled}
      total={total}
      outcomes={[
        { outcome: 'done', label: 'Facturen', count: created },
        { outcome: 'skipped', label: 'Overgeslagen', count: leftOut },
        { outcome: 'failed', label: 'Mislukt', count: failed },
      ]}
      goOn={useCommand(monthlyRuns.continue)}
    >
      <RunResults
        list={useResults(run)}
        outcomeOf={({ outcome }) => runOutcomes[outcome]}
        row={(result) => <Result result={result} />}
      />
    </RunFrame>
  )
}

/** Shows where the concepts of a run are sent; nothing without any. */
function NextStep({ created }: Pick<MonthlyRun, 'created'>) {
  const addressOf = useStepAddress()
  if (created === 0) return null
  return (
    <LinkButton to={addressOf('send')} tone="primary">
      {created === 1 ? '1 concept versturen' : `${formatNumber(created)} concepten versturen`}
    </LinkButton>
  )
}

/** Shows a button that stops a run; invoices already created stay. */
const StopButton = ({ id }: { readonly id: string }) => (
  <RunButton
    command={useCommand(monthlyRuns.stop)}
    id={id}
    icon={<Square />}
    fallback="De run kon niet worden gestopt."
  >
    Stoppen
  </RunButton>
)

const runOutcomes = { created: 'done', leftOut: 'skipped', failed: 'failed' } as const

function Result({ result }: { readonly result: MonthlyResult }) {
  const { partnerName, invoiceId, invoiceNumber, total, message, leftOut } = result
  return (
    <div>
      <p className="pv-strong">{partnerName}</p>
      {invoiceId && (
        <p>
          <TextLink to={invoiceAddress(invoiceId)}>{invoiceNumber}</TextLink> · {formatMoney(total)}
        </p>
      )}
      {message && <p className="pv-color-bad">{message}</p>}
      <LeftOut partnerName={partnerName} leftOut={leftOut} />
    </div>
  )
}
