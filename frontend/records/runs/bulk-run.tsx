import { useQuery } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { type BulkRun, UNDO_MINUTES } from '../../../shared/api/parts/bulk.ts'
import type { BulkFollowing } from '../../../shared/api/parts/bulk-endpoints.ts'
import type { Instant } from '../../../shared/time.ts'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { query, useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Progress } from '../../ui/messages/progress.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { forgetChanges, rememberChange } from '../changes-made.ts'
import styles from './bulk-run.module.css'
import { ContinueRun, RunBadge, RunButton, StopRun } from './run.tsx'
import { followedRun, useShownRun } from './use-run.ts'

interface BulkRunBarProps<Change> {
  /** Endpoints by which a run of this kind of record is followed, stopped, continued and, where it can be, undone. */
  readonly calls: BulkFollowing
  readonly noun: { readonly one: string; readonly many: string }
  /** Describes the change of the run, such as `Status → Sale`. */
  readonly what: (change: Change) => ReactNode
  /** Dutch word for what a run has done to a record, such as `verstuurd`; by default `gewijzigd`. */
  readonly done?: string
  /** Shows the next step after a run that changed records. */
  readonly next?: (change: Change) => ReactNode
  /** Parameter of the address that names the run; see `useShownRun`. */
  readonly parameter?: string
}

/**
 * Shows the progress and result of the run in the address (`?run=<id>`), above the list of its records. A run makes one
 * change to many records.
 */
export function BulkRunBar<Change>(props: BulkRunBarProps<Change>) {
  const { id } = useShownRun(props.parameter)
  return id === null ? null : <RunBar key={id} id={id} {...props} />
}

/** Number of failures that are listed one by one. */
const LISTED = 5

/** Shows the progress of a run and the first five failures. An undo button stays until ten minutes after the end. */
function RunBar<Change>(props: BulkRunBarProps<Change> & { readonly id: string }) {
  const { id, calls, noun, what: whatOf, done = 'gewijzigd', next } = props
  const shown = useShownRun(props.parameter)
  const { data: run, isError } = useQuery({ ...query(calls.changesRun, { params: { id } }), ...followedRun })
  const failures = useQuery({
    ...query(calls.changesResults, { params: { id }, query: { outcome: 'failed' } }),
    select: ({ items }) => items,
    enabled: run?.state === 'done' && run.failed > 0,
  })
  const goOn = useCommand(calls.continueChanges)
  const stop = useCommand(calls.stopChanges)
  if (isError || !run) return null
  const { state, total, changed, skipped } = run
  const what = run.undoes === null ? whatOf(run.change as Change) : 'ongedaan maken'
  const behind = changed + skipped + run.failed
  return (
    <Row as="section" gap={12} wrap size={13} line="below" className={styles.bulkRun} aria-label="Verwerking">
      {state !== 'done' && <RunBadge state={state} />}
      <p role="status">
        {state === 'done' ? (
          <>
            <strong>{endText(run, done)}</strong>
            {run.undoes === null && <> · {what}</>}
          </>
        ) : (
          <>
            {`${formatNumber(behind)} van ${formatNumber(total)} ${total === 1 ? noun.one : noun.many} · `}
            {what}
          </>
        )}
      </p>
      {state === 'running' && (
        <>
          <Progress label="Voortgang van de verwerking" value={(100 * behind) / total} />
          <StopRun command={stop} id={id} />
        </>
      )}
      {state === 'stopped' && <ContinueRun command={goOn} id={id} size="small" />}
      {state === 'done' && changed > 0 && next?.(run.change as Change)}
      {calls.undoChanges && (
        <Undo endpoint={calls.undoChanges} run={run} text={endText(run, done)} what={what} onDone={shown.show} />
      )}
      {state === 'done' && <IconButton label="Melding sluiten" icon={<X />} onClick={shown.close} />}
      {state === 'done' && run.failed > 0 && failures.data && (
        <Stack as="ul" gap={4} className={styles.refusals} aria-label="Niet gewijzigd">
          {failures.data.slice(0, LISTED).map((result) => (
            <li key={result.id}>{[result.name, result.message].filter(Boolean).join(': ')}</li>
          ))}
          {run.failed > LISTED && <li>En nog {run.failed - LISTED}.</li>}
        </Stack>
      )}
    </Row>
  )
}

interface UndoProps {
  readonly endpoint: NonNullable<BulkFollowing['undoChanges']>
  readonly run: BulkRun
  /** Result of the run, and its change. */
  readonly text: string
  readonly what: ReactNode
  readonly onDone: (id: string) => void
}

const NOT_UNDONE = 'Ongedaan maken is niet gelukt.'

/** Shows the button that undoes a run, until ten minutes after its end; remembers a run of the user as a change. */
function Undo({ endpoint, run: { id, undoUntil, endedAt, startedBy }, text, what, onDone }: UndoProps) {
  const undo = useCommand(endpoint)
  const isUndoable = useMinute() < (undoUntil ?? '')
  const isOwn = startedBy.id === useUser().id
  const show = useRef<((id: string) => void) | null>(null)
  useLayoutEffect(() => {
    show.current = (undoing) => {
      forgetChanges(id)
      onDone(undoing)
    }
    return () => {
      show.current = null
    }
  })
  const latest = useRef({ text, what })
  useEffect(() => {
    if (!(isUndoable && isOwn)) return forgetChanges(id)
    const { text: title, what: description } = latest.current
    const made = { title, description, at: endedAt as Instant, fallback: NOT_UNDONE }
    rememberChange({
      ...{ key: id, recordId: id, version: 0, ...made },
      undo: async () => {
        const run = await undo.mutateAsync({ params: { id } })
        // On another screen nothing follows the run.
        if (show.current) show.current(run.id)
        else toast({ title: 'Wordt ongedaan gemaakt', description: title })
        return null
      },
    })
  }, [id, isUndoable, isOwn, endedAt, undo.mutateAsync])
  if (!isUndoable) return null
  return (
    <>
      <span className="pv-soft">tot {formatTime(undoUntil)}</span>
      <RunButton
        {...{ command: undo, id, fallback: NOT_UNDONE, size: 'small', icon: <Undo2 /> }}
        onDone={(undoing) => show.current?.(undoing)}
      >
        Ongedaan maken
      </RunButton>
    </>
  )
}

/** Returns the result of a run: `3 gewijzigd, 1 was al goed, 2 mislukt`; `done` is the word for the first. */
function endText({ changed, skipped, failed, undoes, undoneBy }: BulkRun, done: string): string {
  const parts = [
    `${formatNumber(changed)} ${undoes === null ? done : 'teruggezet'}`,
    skipped > 0 && undoes === null && `${formatNumber(skipped)} ${skipped === 1 ? 'was' : 'waren'} al goed`,
    failed > 0 && `${formatNumber(failed)} mislukt`,
    undoneBy !== null && 'ongedaan gemaakt',
  ]
  return parts.filter(Boolean).join(', ')
}

/**
 * Returns the effect of a change of several rows in words: `3 afspraken: 1 Sale, 2 Gepland → Geannuleerd`. `nowOf`
 * gives the present value of a row; `next` is the new one.
 */
export function describeBulkChange<Row>(
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
  /** Title of the question: `Status van 3 afspraken wijzigen?` */
  readonly title: string
  /** Returns the present value of a row, such as its status in words. */
  readonly nowOf: (row: Row) => string
  /** New value of the rows. */
  readonly next: string
  /** Further consequences, such as mails to customers. */
  readonly note?: string | undefined
  /** Extra fields of the question, such as a note. */
  readonly children?: ReactNode
  /** Set when an extra field is filled. Then a run makes sense even if all rows have the new value already. */
  readonly isFilled?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Asks for confirmation before a run that changes many records; lists their present values (`nowOf`) and the new one
 * (`next`).
 */
export function BulkQuestion<Row>({
  rows,
  noun,
  title,
  nowOf,
  next,
  note,
  children,
  isFilled = false,
  onConfirm,
  onClose,
}: BulkQuestionProps<Row>) {
  const isDone = !isFilled && rows.every((row) => nowOf(row) === next)
  return (
    <Confirm
      onOpenChange={onClose}
      tone="primary"
      title={title}
      description={
        <>
          <p>{isDone ? `Alles staat al op ${next}.` : describeBulkChange(rows, noun, nowOf, next)}</p>
          {!isDone && note && <p>{note}</p>}
          {!isDone && <p>Je kunt dit tot {UNDO_MINUTES} minuten na afloop ongedaan maken.</p>}
        </>
      }
      confirmText="Wijzigen"
      waiting={isDone}
      onConfirm={onConfirm}
    >
      {children}
    </Confirm>
  )
}
