import { Download, X } from 'lucide-react'
import { commissions } from '../../../../shared/api/commissions.ts'
import { saleStatusLabels } from '../../../../shared/api/parts/statuses.ts'
import type { AdvanceResult, AdvanceRun } from '../../../../shared/api/schemas/advance.ts'
import { advanceLabels, nextStep } from '../../../../shared/sales/commission-steps.ts'
import { saveFile } from '../../../lib/download.ts'
import { formatNumber, formatTime, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { showFailure } from '../../../records/failure.ts'
import styles from '../../../records/runs/run.module.css'
import { OutcomeSign, RunFrame } from '../../../records/runs/run.tsx'
import { useRunEnd } from '../../../records/runs/use-run.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useLastResults, useRun } from '../api.ts'
import { loadResultsFile } from './results-file.ts'

interface RunPanelProps {
  readonly id: string
  /** Number of commissions in the run; null if it was not known at the start. */
  readonly expected: number | null
  /** Set when this user just started the run, so that its end is announced even if it ended at once. */
  readonly isNew: boolean
  /** Closes the panel; absent where the surrounding dialog has a button for that. */
  readonly onClose?: (() => void) | undefined
}

/**
 * Shows the progress of a run and the outcome of each commission; the run goes on when the panel closes. `expected` is
 * its number of commissions, if known; `isNew` tells that the user just started it.
 */
export function RunPanel({ id, expected, isNew, onClose }: RunPanelProps) {
  const { data: run, error, refetch } = useRun(id)
  useRunEnd(run, isNew, tellDone)
  if (error && !run) return <ErrorState error={error} onRetry={refetch} />
  if (!run) return <Skeleton height="160px" />
  return <RunProgress run={run} expected={expected} onClose={onClose} />
}

/** Shows a toast with the result of a run. */
function tellDone({ advanced, skipped }: AdvanceRun): void {
  toast({
    title: 'Statussen bijgewerkt',
    description: `${formatNumber(advanced)} ${advanced === 1 ? 'commissie' : 'commissies'} doorgeschoven${
      skipped === 0 ? '' : `, ${formatNumber(skipped)} overgeslagen`
    }`,
  })
}

/** Shows how far a run is and its last results, with buttons that stop or resume it, and save all results. */
function RunProgress({ run, expected, onClose }: Omit<RunPanelProps, 'id' | 'isNew'> & { readonly run: AdvanceRun }) {
  const { advanced, skipped, failed, state, startedAt, startedBy } = run
  const done = advanced + skipped + failed
  const user = useUser()
  const goOn = useCommand(commissions.continueRun)
  const stop = useCommand(commissions.stopRun)
  const next = nextStep(run.expectedStatus)
  return (
    <RunFrame
      id={run.id}
      heading="h2"
      title={next ? advanceLabels[next] : saleStatusLabels[run.nextStatus]}
      begun={`Gestart om ${formatTime(startedAt)} door ${fullNameOf(startedBy)}`}
      state={state}
      done={done}
      total={Math.max(run.total, expected ?? 0, done)}
      outcomes={[
        { outcome: 'done', label: 'Verwerkt', count: advanced },
        { outcome: 'skipped', label: 'Overgeslagen', count: skipped },
        { outcome: 'failed', label: 'Mislukt', count: failed },
      ]}
      goOn={startedBy.id === user.id ? goOn : undefined}
      stop={stop}
      action={onClose && <IconButton size="small" label="Verwerking sluiten" icon={<X />} onClick={onClose} />}
    >
      <Results run={run} />
      {state === 'done' && done > 0 && (
        <Button
          icon={<Download />}
          onClick={() =>
            loadResultsFile(run.id).then(
              (file) => saveFile(file, `verwerking-${startedAt.slice(0, 10)}.csv`),
              (error) => showFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' }),
            )
          }
        >
          Resultaat exporteren
        </Button>
      )}
    </RunFrame>
  )
}

const signs = { advanced: 'done', skipped: 'skipped', failed: 'failed' } as const

function Results({ run }: { readonly run: AdvanceRun }) {
  const { data, error, refetch } = useLastResults(run)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <ul className={styles.results}>
      {(data ?? []).map((result) => (
        <li key={result.id}>
          <OutcomeSign outcome={signs[result.outcome]} />
          <div>
            <p className="pv-strong">{result.customerName}</p>
            <p className={result.outcome === 'failed' ? 'pv-color-bad' : 'pv-soft'}>{textOf(result, run)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function textOf({ outcome, message }: AdvanceResult, { nextStatus }: AdvanceRun): string {
  if (outcome === 'advanced') return saleStatusLabels[nextStatus]
  return outcome === 'skipped' ? `Overgeslagen: ${message ?? 'andere status'}` : (message ?? 'Mislukt')
}
