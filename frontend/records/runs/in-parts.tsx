import { type ReactNode, useRef, useState } from 'react'
import { messageOf } from '../../lib/call-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Progress } from '../../ui/messages/progress.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { showFailure } from '../failure.ts'
import { beginAction, MAX_PARALLEL, type PartOfAction, runOnAllAtOnce } from '../for-each-record.ts'
import styles from './bulk-run.module.css'

/** Reason that one record of a selection was not changed, in Dutch. */
interface Refusal {
  readonly id: string
  readonly message: string
}

/** Work on the records of a selection: with each on its own, or with a part of at most `mostAtOnce` in one call. */
type Work<Row> =
  | { readonly each: (row: Row, part: PartOfAction) => Promise<unknown> }
  | {
      readonly mostAtOnce: number
      /** Resolves to the refused records, rejects when the part fails. */
      readonly work: (ids: readonly string[], part: PartOfAction) => Promise<readonly Refusal[]>
    }

interface InPartsOptions<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly nameOf: (row: Row) => string
  /** Words for one record and for several, such as `['Lead', 'leads']`. */
  readonly nouns: readonly [one: string, many: string]
  /** Word for what was done, such as `toegewezen`; together with the noun: `3 leads toegewezen`. */
  readonly done: string
  /** Text of the button. */
  readonly submit: string
  /** Set while there is input that closing would lose. */
  readonly dirty?: boolean
  /** Tells whether the form is complete; shows at its fields what is missing. */
  readonly validate: () => boolean
  /** Text when a part fails and the server gives no reason. */
  readonly fallback: string
  /** Title of the toast when the first part fails. */
  readonly failureTitle?: string
  /** Set when refused records can be tried again. */
  readonly canRetry?: boolean
  /** Called when the work ended without refusals, or when the user closes the result. */
  readonly onDone: () => void
  readonly onClose: () => void
  /** Draws the form; `isBusy` while the work runs. */
  readonly children: (isBusy: boolean) => ReactNode
}

type InPartsDialogProps<Row> = InPartsOptions<Row> & Work<Row>

/** Result of the work so far. */
interface Outcome {
  readonly refused: readonly Refusal[]
  /** Failure of a part: its text, and the number of records processed before. Null when no part failed. */
  readonly halted: { readonly after: number; readonly message: string } | null
}

/** Returns the state of the work on a selection, and the functions that do it. */
function useParts<Row extends { readonly id: string }>(props: InPartsDialogProps<Row>) {
  const { nouns, done, onDone } = props
  const mostAtOnce = 'each' in props ? MAX_PARALLEL : props.mostAtOnce
  const [rows, setRows] = useState(props.rows)
  const [action] = useState(beginAction)
  const [triedSoFar, setTriedSoFar] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isStopped = useRef(false)

  async function run(from: number, before: readonly Refusal[], rows: readonly Row[]): Promise<void> {
    const refused = [...before]
    let tried = from
    isStopped.current = false
    setOutcome(null)
    try {
      while (tried < rows.length && !isStopped.current) {
        setTriedSoFar(tried)
        const part = rows.slice(tried, tried + mostAtOnce)
        refused.push(...(await workOn(part, action, props)))
        tried += part.length
      }
    } catch (failure) {
      const { fallback, failureTitle: title = 'Fout' } = props
      if (tried === 0) showFailure(failure, { title, fallback })
      else setOutcome({ refused, halted: { after: tried, message: messageOf(failure, props.fallback) } })
      return
    } finally {
      setTriedSoFar(null)
    }
    const count = tried - refused.length
    if (count > 0) toast({ title: count === 1 ? `${nouns[0]} ${done}` : `${count} ${nouns[1]} ${done}` })
    if (refused.length === 0) onDone()
    else setOutcome({ refused, halted: null })
  }

  function retry(): Promise<void> {
    const again = rows.filter(({ id }) => outcome?.refused.some((one) => one.id === id))
    setRows(again)
    return run(0, [], again)
  }

  return {
    ...{ rows, outcome, triedSoFar, retry, isInParts: rows.length > mostAtOnce },
    start: () => run(0, [], rows),
    goOn: () => run(outcome?.halted?.after ?? 0, outcome?.refused ?? [], rows),
    stop: () => {
      isStopped.current = true
    },
  }
}

/**
 * Shows a dialog that processes a selection of records in as many parts as needed, and lists each refusal. When a part
 * after the first fails, it offers to continue with the records not processed yet.
 */
export function InPartsDialog<Row extends { readonly id: string }>(props: InPartsDialogProps<Row>) {
  const { nameOf, nouns, done, children, onDone } = props
  const { rows, outcome, triedSoFar, isInParts, start, goOn, stop, retry } = useParts(props)
  const isBusy = triedSoFar !== null
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      size="small"
      title={props.title}
      description={rows.length === 1 ? rows.map(nameOf)[0] : undefined}
      dirty={outcome === null && props.dirty === true}
    >
      <DialogBody>
        {outcome === null ? children(isBusy) : <Refusals {...props} rows={rows} {...outcome} />}
        {isBusy && isInParts && (
          <Progress
            label={`${triedSoFar} van ${rows.length} ${nouns[1]} ${done}`}
            value={(100 * triedSoFar) / rows.length}
          />
        )}
      </DialogBody>
      {outcome === null ? (
        <DialogFooter>
          {isBusy && isInParts ? <Button onClick={stop}>Stoppen</Button> : <DialogClose />}
          <Button tone="primary" busy={isBusy} onClick={() => props.validate() && start()}>
            {props.submit}
          </Button>
        </DialogFooter>
      ) : (
        <DialogFooter>
          <Button tone={outcome.halted ? 'secondary' : 'primary'} onClick={onDone}>
            Sluiten
          </Button>
          {!outcome.halted && props.canRetry === true && (
            <Button tone="secondary" onClick={retry}>
              Opnieuw proberen ({outcome.refused.length})
            </Button>
          )}
          {outcome.halted && (
            <Button tone="primary" onClick={goOn}>
              Verder gaan
            </Button>
          )}
        </DialogFooter>
      )}
    </Dialog>
  )
}

const workOn = <Row extends { readonly id: string }>(rows: readonly Row[], part: PartOfAction, work: Work<Row>) =>
  'each' in work
    ? runOnAllAtOnce(rows, (row) => work.each(row, part))
    : work.work(
        rows.map(({ id }) => id),
        part,
      )

function Refusals<Row extends { readonly id: string }>(props: InPartsOptions<Row> & Outcome) {
  const { rows, nameOf, nouns, done, refused, halted } = props
  const count = refused.length
  return (
    <div role="alert">
      {halted && (
        <p>
          Gestopt na {halted.after} van {rows.length} {nouns[1]}: {halted.message}
        </p>
      )}
      {count > 0 && (
        <p>
          {count === 1 ? `1 ${nouns[0].toLowerCase()} is niet ${done}:` : `${count} ${nouns[1]} zijn niet ${done}:`}
        </p>
      )}
      <Stack as="ul" gap={4} className={styles.refusals}>
        {refused.map(({ id, message }) => (
          <li key={id}>
            {rows.filter((row) => row.id === id).map(nameOf)}: {message}
          </li>
        ))}
      </Stack>
    </div>
  )
}
