import { Check, CircleQuestionMark, Clock, Minus, Play, Square, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Sign } from '../../ui/display/sign.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Progress } from '../../ui/messages/progress.tsx'
import type { ListState } from '../../ui/table/data-table-types.ts'
import { showFailure } from '../failure.ts'
import styles from './run.module.css'
import type { RunState } from './use-run.ts'

const states = {
  running: { label: 'Bezig', tone: 'info' },
  stopped: { label: 'Gestopt', tone: 'warn' },
  done: { label: 'Klaar', tone: 'ok' },
} as const

/** Shows the state of a run, the processing of many records in the background, as a badge. */
export function RunBadge({ state }: { readonly state: RunState }) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>
}

interface RunProgressProps {
  readonly state: RunState
  readonly done: number
  /** Number of records, as far as it is known. */
  readonly total: number
}

/** Shows the progress of a run in figures and as a bar. */
function RunProgress({ state, done, total }: RunProgressProps) {
  const isRunning = state === 'running'
  // A percentage would mislead while more records may still be found.
  const percent = isRunning && done >= total ? null : total === 0 ? 100 : Math.floor((100 * done) / total)
  return (
    <>
      <Row as="p" gap={6} align="baseline" color="muted" tabular className={styles.count}>
        <strong>{formatNumber(done)}</strong> van {formatNumber(total)}
        {percent !== null && <span>{percent}%</span>}
      </Row>
      <Progress label="Voortgang van de verwerking" value={percent} />
      {isRunning && <p className="pv-soft">Gaat door als je dit venster sluit.</p>}
    </>
  )
}

const signs = {
  done: { icon: <Check />, tone: 'ok' },
  skipped: { icon: <Minus />, tone: 'neutral' },
  failed: { icon: <TriangleAlert />, tone: 'bad' },
  unknown: { icon: <CircleQuestionMark />, tone: 'warn' },
  waiting: { icon: <Clock />, tone: 'info' },
} as const

/** Outcome of one record of a run. */
export type RunOutcome = keyof typeof signs

/** Shows the icon for the outcome of one record of a run; the text stands beside it. */
export function OutcomeSign({ outcome }: { readonly outcome: RunOutcome }) {
  const { icon, tone } = signs[outcome]
  return (
    <Sign tone={tone} size="small">
      {icon}
    </Sign>
  )
}

interface RunOutcomesProps {
  readonly outcomes: readonly { readonly outcome: RunOutcome; readonly label: string; readonly count: number }[]
}

/** Shows the number of records per outcome. */
function RunOutcomes({ outcomes }: RunOutcomesProps) {
  return (
    <Row as="dl" gap={16} align="stretch" justify="between" wrap={8} className={styles.outcomes}>
      {outcomes.map(({ outcome, label, count }) => (
        <div key={label}>
          <Row as="dt" gap={4} size={12} color="muted">
            <OutcomeSign outcome={outcome} />
            {label}
          </Row>
          <Text as="dd" weight="bold" tabular>
            {formatNumber(count)}
          </Text>
        </div>
      ))}
    </Row>
  )
}

interface RunCommand {
  readonly mutateAsync: (input: { params: { id: string } }) => Promise<{ readonly id: string }>
}

interface RunButtonProps extends Pick<ButtonProps, 'tone' | 'size' | 'icon'> {
  readonly command: RunCommand
  readonly id: string
  /** Text when the command fails and the server gives no reason. */
  readonly fallback: string
  /** Called with the id of the run that the command returns. */
  readonly onDone?: (id: string) => void
  readonly children: string
}

/** Shows a button that sends a command about a run. */
export function RunButton({ command, id, fallback, onDone, ...button }: RunButtonProps) {
  const send = () =>
    command.mutateAsync({ params: { id } }).then(
      (run) => onDone?.(run.id),
      (error: unknown) => showFailure(error, { fallback }),
    )
  return <Button {...button} onClick={send} />
}

type CommandOfRun = Pick<RunButtonProps, 'command' | 'id'>

/** Shows the button that stops a run. */
export const StopRun = (run: CommandOfRun) => (
  <RunButton size="small" icon={<Square />} fallback="De verwerking kon niet worden gestopt." {...run}>
    Stoppen
  </RunButton>
)

/** Shows the button that continues a stopped run. */
export const ContinueRun = (run: CommandOfRun & Pick<ButtonProps, 'tone' | 'size' | 'icon'>) => (
  <RunButton fallback="De verwerking kon niet verdergaan." {...run}>
    Verder gaan
  </RunButton>
)

/** Shows that a run has stopped, with a button that continues it; without `goOn` only that it has stopped. */
const StoppedNote = ({ id, goOn }: { readonly id: string; readonly goOn: RunCommand | undefined }) => (
  <>
    <p className="pv-soft">De verwerking staat stil. Verwerkte regels veranderen niet.</p>
    {goOn ? (
      <ContinueRun command={goOn} id={id} tone="primary" icon={<Play />} />
    ) : (
      <p className="pv-soft">Een collega startte deze verwerking. Start zelf een nieuwe.</p>
    )}
  </>
)

interface RunFrameProps extends RunProgressProps, RunOutcomesProps {
  readonly id: string
  readonly title: ReactNode
  /** Level of the heading: `h2` on a screen, `h3` in a dialog. */
  readonly heading?: 'h2' | 'h3'
  /** Time and person that started the run. */
  readonly begun: ReactNode
  /** Command that continues the run once stopped; undefined for a person who may not. */
  readonly goOn: RunCommand | undefined
  /** Command that stops the run while it runs. */
  readonly stop?: RunCommand
  /** Content beside the title. */
  readonly action?: ReactNode
  /** Results of the run. */
  readonly children: ReactNode
}

/**
 * Shows a run over many records: title, progress, outcomes, and a button to stop it or, once stopped, to continue it.
 */
export function RunFrame(props: RunFrameProps) {
  const {
    id,
    title,
    heading: Heading = 'h3',
    begun,
    state,
    done,
    total,
    outcomes,
    goOn,
    stop,
    action,
    children,
  } = props
  return (
    <Stack as="section" gap={10} size={13} className="pv-run" aria-label="Verwerking">
      <Row as="header" gap={8} align="start" justify="between">
        <div>
          <Text as={Heading} size={14} weight="bold">
            {title} <RunBadge state={state} />
          </Text>
          <p className="pv-soft">{begun}</p>
        </div>
        {action}
      </Row>
      <RunProgress state={state} done={done} total={total} />
      <RunOutcomes outcomes={outcomes} />
      {state === 'running' && stop && (
        <div>
          <StopRun command={stop} id={id} />
        </div>
      )}
      {state === 'stopped' && <StoppedNote id={id} goOn={goOn} />}
      {children}
    </Stack>
  )
}

interface RunResultsProps<Row extends { readonly id: string }> {
  readonly list: ListState<Row>
  readonly outcomeOf: (row: Row) => RunOutcome
  /** Draws one result, beside the icon of its outcome. */
  readonly row: (row: Row) => ReactNode
}

/** Lists the records of a run with the outcome of each, page by page. */
export function RunResults<Row extends { readonly id: string }>({ list, outcomeOf, row }: RunResultsProps<Row>) {
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage = false, fetchNextPage } = list
  if (isError && data === undefined) return <ErrorState error={error} onRetry={refetch} />
  return (
    <>
      <RowList lined className={styles.results} aria-label="Resultaten" aria-busy={data === undefined}>
        {(data ?? []).map((one) => (
          <li key={one.id}>
            <OutcomeSign outcome={outcomeOf(one)} />
            {row(one)}
          </li>
        ))}
      </RowList>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage?.()}>
          Meer laden
        </Button>
      )}
    </>
  )
}
