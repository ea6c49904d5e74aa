import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../ui/dialog.tsx'
import { Progress } from '../ui/progress.tsx'
import { toast } from '../ui/toast.ts'
import { tellFailure } from './failure.ts'
import './in-parts.css'

/** Why one record of a selection was left as it was, in Dutch. */
interface Refusal {
  readonly id: string
  readonly message: string
}

interface InPartsDialogProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly nameOf: (row: Row) => string
  /** How many one request may hold. */
  readonly mostAtOnce: number
  /** `['Lead', 'leads']` and `toegewezen`: the words of the progress, of what was done and of what was refused. */
  readonly nouns: readonly [one: string, many: string]
  readonly done: string
  /** The words of the button. */
  readonly submit: string
  /** Whether there is input that closing would lose. */
  readonly dirty?: boolean
  /** Whether the form is complete; tells at its fields what is missing. */
  readonly isComplete: () => boolean
  /** Does it to these; resolves to those that were refused. */
  readonly work: (ids: readonly string[]) => Promise<readonly Refusal[]>
  /** What is told when the server could not be asked. */
  readonly fallback: string
  /** All are done or told of. */
  readonly onDone: () => void
  readonly onClose: () => void
  /** The form; `isBusy` while the work is under way. */
  readonly children: (isBusy: boolean) => ReactNode
}

/** Does the same to one record or a selection, in as many requests as it takes, and tells of each that was refused. */
export function InPartsDialog<Row extends { readonly id: string }>(props: InPartsDialogProps<Row>) {
  const { rows, nameOf, mostAtOnce, nouns, done, children, onDone } = props
  const [asked, setAsked] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[] | null>(null)
  const isStopped = useRef(false)
  const isBusy = asked !== null && refused === null

  async function submit(): Promise<void> {
    if (!props.isComplete()) return
    const refusals: Refusal[] = []
    let tried = 0
    try {
      for (let at = 0; at < rows.length && !isStopped.current; at += mostAtOnce) {
        setAsked(at)
        refusals.push(...(await props.work(rows.slice(at, at + mostAtOnce).map(({ id }) => id))))
        tried = Math.min(at + mostAtOnce, rows.length)
      }
    } catch (failure) {
      tellFailure(failure, { fallback: props.fallback })
      setAsked(null)
      return
    }
    const count = tried - refusals.length
    if (count > 0) toast({ title: count === 1 ? `${nouns[0]} ${done}` : `${count} ${nouns[1]} ${done}` })
    if (refusals.length === 0) onDone()
    else setRefused(refusals)
  }

  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      size="small"
      title={props.title}
      description={rows.length === 1 ? rows.map(nameOf)[0] : undefined}
      dirty={refused === null && props.dirty === true}
    >
      <DialogBody>
        {refused === null ? children(isBusy) : <Refusals {...props} refused={refused} />}
        {isBusy && rows.length > mostAtOnce && (
          <Progress label={`${asked} van ${rows.length} ${nouns[1]} ${done}`} value={(100 * asked) / rows.length} />
        )}
      </DialogBody>
      <DialogFooter>
        {refused === null ? (
          <>
            {isBusy && rows.length > mostAtOnce ? (
              <Button
                onClick={() => {
                  isStopped.current = true
                }}
              >
                Stoppen
              </Button>
            ) : (
              <DialogClose />
            )}
            <Button tone="primary" busy={isBusy} onClick={submit}>
              {props.submit}
            </Button>
          </>
        ) : (
          <Button tone="primary" onClick={onDone}>
            Sluiten
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Refusals<Row extends { readonly id: string }>({
  rows,
  nameOf,
  nouns,
  done,
  refused,
}: InPartsDialogProps<Row> & { readonly refused: readonly Refusal[] }) {
  const count = refused.length
  return (
    <div role="alert">
      <p>{count === 1 ? `1 ${nouns[0].toLowerCase()} is niet ${done}:` : `${count} ${nouns[1]} zijn niet ${done}:`}</p>
      <ul className="pv-refusals">
        {refused.map(({ id, message }) => (
          <li key={id}>
            {rows.filter((row) => row.id === id).map(nameOf)}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
