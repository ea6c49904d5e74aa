import { Undo2, X } from 'lucide-react'
import { type BulkResult, UNDO_MINUTES } from '../../shared/contract/bulk.ts'
import { formatNumber, formatTime } from '../lib/format.ts'
import { useMinute } from '../lib/use-minute.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Progress } from '../ui/progress.tsx'
import './bulk-run.css'
import { tellFailure } from './failure.ts'
import './in-parts.css'
import { RunBadge } from './run.tsx'
import type { RunState } from './use-run.ts'

/** What a run over several records has, whatever it changes. */
interface Run {
  readonly id: string
  readonly state: RunState
  readonly total: number
  readonly changed: number
  readonly skipped: number
  readonly failed: number
  readonly undoes: string | null
  readonly undoneBy: string | null
  readonly undoUntil: string | null
}

interface RunCommand {
  readonly isPending: boolean
  readonly mutateAsync: (input: { params: { id: string } }) => Promise<{ readonly id: string }>
}

interface BulkRunBarProps {
  readonly run: Run
  /** What becomes of them, such as `Status → Sale`. */
  readonly what: string
  readonly noun: { readonly one: string; readonly many: string }
  /** Those that could not be changed. */
  readonly failed: readonly BulkResult[] | undefined
  readonly undo: RunCommand
  readonly goOn: RunCommand
  /** An undoing run was started, to be shown in its place. */
  readonly onUndone: (id: string) => void
  readonly onClose: () => void
}

/** How many failures are told one by one. */
const TOLD = 5

/** A run over several records, above their list: how far it is, what stayed and why, and for ten minutes the way back. */
export function BulkRunBar({ run, what, noun, failed, undo, goOn, onUndone, onClose }: BulkRunBarProps) {
  const { id, state, total, changed, skipped, undoUntil } = run
  const behind = changed + skipped + run.failed
  const isUndoable = useMinute() < (undoUntil ?? '')
  return (
    <section className="pv-bulk-run" aria-label="Verwerking">
      {state !== 'done' && <RunBadge state={state} />}
      <p role="status">
        {state === 'done' ? (
          <>
            <strong>{endText(run)}</strong>
            {run.undoes === null && ` · ${what}`}
          </>
        ) : (
          `${formatNumber(behind)} van ${formatNumber(total)} ${total === 1 ? noun.one : noun.many} · ${what}`
        )}
      </p>
      {state === 'running' && <Progress label="Voortgang van de verwerking" value={(100 * behind) / total} />}
      {state === 'stopped' && (
        <Press command={goOn} id={id} fallback="De verwerking kon niet verdergaan.">
          Verder gaan
        </Press>
      )}
      {isUndoable && (
        <>
          <span className="pv-soft">tot {formatTime(undoUntil)}</span>
          <Press command={undo} id={id} fallback="Ongedaan maken is niet gelukt." onDone={onUndone} isUndo>
            Ongedaan maken
          </Press>
        </>
      )}
      {state === 'done' && <IconButton label="Melding sluiten" icon={<X />} onClick={onClose} />}
      {state === 'done' && run.failed > 0 && failed && (
        <ul className="pv-refusals" aria-label="Niet gewijzigd">
          {failed.slice(0, TOLD).map((result) => (
            <li key={result.id}>{[result.name, result.message].filter(Boolean).join(': ')}</li>
          ))}
          {run.failed > TOLD && <li>En nog {run.failed - TOLD}.</li>}
        </ul>
      )}
    </section>
  )
}

interface PressProps {
  readonly command: RunCommand
  readonly id: string
  readonly fallback: string
  readonly isUndo?: boolean
  readonly onDone?: (id: string) => void
  readonly children: string
}

function Press({ command, id, fallback, isUndo = false, onDone, children }: PressProps) {
  return (
    <Button
      size="small"
      {...(isUndo ? { icon: <Undo2 /> } : {})}
      busy={command.isPending}
      onClick={() =>
        command.mutateAsync({ params: { id } }).then(
          (run) => onDone?.(run.id),
          (error: unknown) => tellFailure(error, { fallback }),
        )
      }
    >
      {children}
    </Button>
  )
}

/** `3 gewijzigd, 1 stond al zo, 2 niet`. */
function endText({ changed, skipped, failed, undoes, undoneBy }: Run): string {
  const parts = [
    `${formatNumber(changed)} ${undoes === null ? 'gewijzigd' : 'teruggezet'}`,
    skipped > 0 && undoes === null && `${formatNumber(skipped)} ${skipped === 1 ? 'stond' : 'stonden'} al zo`,
    failed > 0 && `${formatNumber(failed)} niet`,
    undoneBy !== null && 'ongedaan gemaakt',
  ]
  return parts.filter(Boolean).join(', ')
}

/** What becomes of what: `3 afspraken: 1 Sale, 2 Gepland → In afwachting klant`. */
export function becomesText<Row>(
  rows: readonly Row[],
  noun: { readonly one: string; readonly many: string },
  nowOf: (row: Row) => string,
  next: string,
): string {
  const counts = [...Map.groupBy(rows, nowOf)].map(([now, those]) => `${formatNumber(those.length)} ${now}`)
  return `${formatNumber(rows.length)} ${rows.length === 1 ? noun.one : noun.many}: ${counts.join(', ')} → ${next}`
}

interface BulkQuestionProps<Row> {
  readonly rows: readonly Row[]
  readonly noun: { readonly one: string; readonly many: string }
  /** `Status van 3 afspraken wijzigen?` */
  readonly title: string
  /** What each row is now, such as its status in words. */
  readonly nowOf: (row: Row) => string
  /** What they become. */
  readonly next: string
  /** What else follows, such as mails to customers. */
  readonly note?: string | undefined
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before a run, and says what becomes of what. */
export function BulkQuestion<Row>({
  rows,
  noun,
  title,
  nowOf,
  next,
  note,
  onConfirm,
  onClose,
}: BulkQuestionProps<Row>) {
  const isDone = rows.every((row) => nowOf(row) === next)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      tone="primary"
      title={title}
      description={
        <>
          <p>{isDone ? `Alles staat al op ${next}.` : becomesText(rows, noun, nowOf, next)}</p>
          {!isDone && note && <p>{note}</p>}
          {!isDone && <p>Je kunt dit tot {UNDO_MINUTES} minuten na afloop ongedaan maken.</p>}
        </>
      }
      confirmText="Wijzigen"
      waiting={isDone}
      onConfirm={onConfirm}
    />
  )
}
