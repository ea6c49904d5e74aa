import { Check, Download, Minus, Play, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type AdvanceResult,
  type AdvanceRun,
  advanceLabels,
  commissionStatusLabels,
  nextStep,
} from '../../../shared/contract/commissions.ts'
import { refreshCommissions } from '../../domains/commissions.ts'
import { refreshSales } from '../../domains/sales.ts'
import { saveFile } from '../../lib/download.ts'
import { formatNumber, formatTime, fullName } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useContinue, useLastResults, useRun } from './api.ts'
import { resultsFile } from './results-file.ts'

interface RunPanelProps {
  readonly id: string
  /** How many rows it will go over, where that was known when it began. */
  readonly expected: number | null
  /** Whether it was started here, so that its end is news even where it ended at once. */
  readonly isNew: boolean
  /** Absent where what it stands in has a button for that. */
  readonly onClose?: (() => void) | undefined
}

/** How far a run is, and what became of each row; it goes on when nobody looks. */
export function RunPanel({ id, expected, isNew, onClose }: RunPanelProps) {
  const { data: run, error, refetch } = useRun(id)
  useToldWhenDone(run, isNew)
  if (error && !run) return <ErrorState error={error} onRetry={refetch} />
  if (!run) return <Skeleton height="160px" />
  return <Shown run={run} expected={expected} onClose={onClose} />
}

/** A run that ends before one's eyes is told of, and lists show what it did. */
function useToldWhenDone(run: AdvanceRun | undefined, isNew: boolean): void {
  const wasRunning = useRef(isNew)
  useEffect(() => {
    if (run?.state === 'running') wasRunning.current = true
    if (run?.state !== 'done' || !wasRunning.current) return
    wasRunning.current = false
    refreshCommissions()
    refreshSales()
    const { advanced } = run
    toast({
      title: 'Statussen bijgewerkt',
      description: `${formatNumber(advanced)} ${advanced === 1 ? 'commissie' : 'commissies'} doorgeschoven`,
    })
  }, [run])
}

function Shown({ run, expected, onClose }: Omit<RunPanelProps, 'id' | 'isNew'> & { readonly run: AdvanceRun }) {
  const { advanced, skipped, failed, state, startedAt, startedBy } = run
  const done = advanced + skipped + failed
  const total = Math.max(run.total, expected ?? 0, done)
  const isRunning = state === 'running'
  // Of a filter whose size is not known, the rows seen so far say nothing about how many are to come.
  const percent = isRunning && done >= total ? null : total === 0 ? 100 : Math.floor((100 * done) / total)
  const next = nextStep(run.expectedStatus)
  return (
    <section className="commissions-run-panel" aria-label="Verwerking">
      <header>
        <div>
          <h2 className="commissions-run-title">
            {next ? advanceLabels[next] : commissionStatusLabels[run.nextStatus]}{' '}
            <Badge tone={states[state].tone}>{states[state].label}</Badge>
          </h2>
          <p className="pv-soft">
            Gestart om {formatTime(startedAt)} door {fullName(startedBy)}
          </p>
        </div>
        {onClose && <IconButton size="small" label="Verwerking sluiten" icon={<X />} onClick={onClose} />}
      </header>
      <p className="commissions-run-count">
        <strong>{formatNumber(done)}</strong> van {formatNumber(total)}
        {percent !== null && <span>{percent}%</span>}
      </p>
      <Progress label="Voortgang van de verwerking" value={percent} />
      {isRunning && <p className="pv-soft">Gaat door als u dit venster sluit.</p>}
      <dl className="commissions-outcomes">
        <Outcome icon={<Check />} label="Verwerkt" count={advanced} tone="pv-tone-ok" />
        <Outcome icon={<Minus />} label="Overgeslagen" count={skipped} tone="pv-tone-neutral" />
        <Outcome icon={<TriangleAlert />} label="Mislukt" count={failed} tone="pv-tone-bad" />
      </dl>
      <Results run={run} />
      {state === 'stopped' && <GoOn id={run.id} />}
      {state === 'done' && done > 0 && (
        <Button
          icon={<Download />}
          onClick={() =>
            resultsFile(run.id).then(
              (file) => saveFile(file, `verwerking-${startedAt.slice(0, 10)}.csv`),
              (error) => tellFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' }),
            )
          }
        >
          Resultaat exporteren
        </Button>
      )}
    </section>
  )
}

const states = {
  running: { label: 'Bezig', tone: 'info' },
  stopped: { label: 'Gestopt', tone: 'warn' },
  done: { label: 'Klaar', tone: 'ok' },
} as const

/** A run that nothing moves on any more, and the way to have it go on. */
function GoOn({ id }: { readonly id: string }) {
  const goOn = useContinue()
  return (
    <>
      <p className="pv-soft">De verwerking is blijven steken. Wat verwerkt is, blijft zo.</p>
      <Button
        tone="primary"
        icon={<Play />}
        busy={goOn.isPending}
        onClick={() =>
          goOn
            .mutateAsync({ params: { id } })
            .catch((error) => tellFailure(error, { fallback: 'De verwerking kon niet verdergaan.' }))
        }
      >
        Verder gaan
      </Button>
    </>
  )
}

interface OutcomeProps {
  readonly icon: ReactNode
  readonly label: string
  readonly count: number
  readonly tone: string
}

function Outcome({ icon, label, count, tone }: OutcomeProps) {
  return (
    <div>
      <dt>
        <span className={`commissions-outcome ${tone}`} aria-hidden="true">
          {icon}
        </span>
        {label}
      </dt>
      <dd>{formatNumber(count)}</dd>
    </div>
  )
}

const icons = {
  advanced: { icon: <Check />, tone: 'pv-tone-ok' },
  skipped: { icon: <Minus />, tone: 'pv-tone-neutral' },
  failed: { icon: <TriangleAlert />, tone: 'pv-tone-bad' },
}

function Results({ run }: { readonly run: AdvanceRun }) {
  const { data, error, refetch } = useLastResults(run)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <ul className="commissions-results">
      {(data ?? []).map((result) => (
        <li key={result.id}>
          <span className={`commissions-outcome ${icons[result.outcome].tone}`} aria-hidden="true">
            {icons[result.outcome].icon}
          </span>
          <div>
            <p className="pv-strong">{result.customerName}</p>
            <p className={result.outcome === 'failed' ? 'commissions-failure' : 'pv-soft'}>{textOf(result, run)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function textOf({ outcome, message }: AdvanceResult, { nextStatus }: AdvanceRun): string {
  if (outcome === 'advanced') return commissionStatusLabels[nextStatus]
  return outcome === 'skipped' ? `Overgeslagen: ${message ?? 'andere status'}` : (message ?? 'Mislukt')
}
