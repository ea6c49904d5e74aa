import { Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { formatDateTime, formatTime } from '../lib/format.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form, type FormSchema, SubmitButton, useZodForm } from '../ui/form.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { type FailureTexts, isOvertaken, tellFailure } from './failure.ts'
import { type FormStep, FormSteps, useFormSteps } from './form-steps.tsx'
import './record-dialog.css'
import { useDraft } from './use-draft.ts'
import { useEdited } from './use-edited.ts'

/** What is probably a mistake; one with a `reason` is only gone on with when that is given, under this label. */
export type Doubt = string | { readonly text: string; readonly reason: string }

/** What a record of any domain has, as far as its dialog needs to know. */
interface EditedRecord {
  readonly id: string | number
  /** Sent as `If-Match` (rulings 15). */
  readonly version?: number | undefined
}

/** What happens when somebody else saved the record first (rulings 15). */
interface ConflictTexts<Row> {
  /** The record as it is now; null when it is gone or out of reach. */
  readonly newest: (base: Row) => Promise<Row | null>
  /** What differs between two states of it, as `Team: Team Maas`. */
  readonly changes: (before: Row, after: Row) => readonly string[]
  /** What to say when it is gone: `Het team is niet meer te vinden.` */
  readonly gone: string
  /** Fetches anew what screens show of it. */
  readonly refresh: () => unknown
}

/** The question before a record is deleted, over the dialog; `Confirm` takes the first two as they are. */
interface RemovalSlot {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** To be called once it is gone. */
  readonly onRemoved: () => void
}

type FormOf<S extends FormSchema> = UseFormReturn<z.input<S>, unknown, z.output<S>>

interface RecordDialogProps<S extends FormSchema, Row extends EditedRecord, Saved> {
  /** The kind of record in one word, such as `appointment`; names its drafts on this device. */
  readonly kind: string
  /** The record to edit; null makes a new one. */
  readonly record: Row | null
  readonly schema: S
  /** The fields of a record as they stand in the form, and those of a new one for null. */
  readonly valuesOf: (record: Row | null) => z.input<S>
  /** Fields that whoever opened the form filled in; a draft leaves them. */
  readonly given?: readonly string[]
  /** Fields that are never kept in a draft, such as a password. */
  readonly secrets?: readonly string[]
  readonly title: string
  readonly description?: ReactNode
  readonly size?: 'small' | 'normal' | 'wide' | 'large'
  /** What the primary button says. */
  readonly submit: string
  /** What is probably a mistake: asked about once, all of it, before it is sent. */
  readonly doubts?: (values: z.output<S>, base: Row | null) => readonly Doubt[] | Promise<readonly Doubt[]>
  /**
   * Sends it; `base` is the state that was edited, whose version goes along, and null for a new one. `reason` is what was
   * answered to a doubt that asks for one.
   */
  readonly save: (values: z.output<S>, base: Row | null, reason: string | null) => Promise<Saved>
  /** It is saved: tell so and close. */
  readonly onSaved: (saved: Saved, base: Row | null) => void
  /** The words for a failure that belongs to no field (spec §8). */
  readonly failure: FailureTexts
  /** Needed where records are edited. */
  readonly conflict?: ConflictTexts<Row>
  /** Offers 'Verwijderen', and asks first. */
  readonly removal?: (base: Row, slot: RemovalSlot) => ReactNode
  /** Between fields and buttons: what saving will do. */
  readonly note?: (form: FormOf<S>, base: Row | null) => ReactNode
  /** Beside the buttons: a sum that follows the fields. */
  readonly footnote?: (form: FormOf<S>, base: Row | null) => ReactNode
  readonly returnFocus?: RefObject<HTMLElement | null>
  readonly onClose: () => void
  /** The fields, of a form that is shown at once. */
  readonly children?: (form: FormOf<S>, base: Row | null) => ReactNode
  /** The fields of a long form, shown step by step. */
  readonly steps?: readonly FormStep<(form: FormOf<S>, base: Row | null) => ReactNode>[]
}

/**
 * Makes or edits a record of any domain: its form, what to do when somebody else saved it first, a toast when it fails,
 * a draft of what was typed, and deleting it. `ui/dialog` asks before typed input is lost.
 */
export function RecordDialog<S extends FormSchema, Row extends EditedRecord, Saved>(
  props: RecordDialogProps<S, Row, Saved>,
) {
  const { kind, record, valuesOf, conflict, removal, failure, onClose } = props
  const [removing, setRemoving] = useState(false)
  const [asking, setAsking] = useState<Asking | null>(null)
  const form = useZodForm(props.schema, { defaultValues: valuesOf(record) as never })
  const { base, overtaken, overtake, settle } = useEdited(record, (newest, options) =>
    form.reset(valuesOf(newest), options),
  )
  const steps = props.steps ?? []
  const { at, wrong, next, goTo, isLast } = useFormSteps(form, steps)
  const draft = useDraft(form, {
    name: `${kind}:${record?.id ?? 'new'}`,
    version: base?.version ?? null,
    defaults: valuesOf(base),
    secrets: props.secrets ?? [],
    given: props.given ?? [],
  })

  async function save(values: z.output<S>): Promise<void> {
    const doubts = (await props.doubts?.(values, base)) ?? []
    const answer = doubts.length === 0 ? { reason: null } : await ask(doubts)
    if (answer === null) return
    const saved = await props.save(values, base, answer.reason)
    draft.forget()
    props.onSaved(saved, base)
  }

  const ask = (doubts: readonly Doubt[]) =>
    new Promise<Answer | null>((answer) => setAsking({ doubts, answer })).finally(() => setAsking(null))

  function refuse(error: unknown): void {
    if (base && conflict && isOvertaken(error)) {
      conflict.refresh()
      overtake(error)
    } else tellFailure(error, failure)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      dirty={form.formState.isDirty}
      startsAtEmpty={record === null}
      onDiscard={draft.forget}
      {...(props.size ? { size: props.size } : {})}
      {...(props.returnFocus ? { returnFocus: props.returnFocus } : {})}
    >
      <Form form={form} className="pv-dialog-form" onSubmit={save} onFailure={refuse}>
        <DialogBody>
          <p className="pv-required-note">Velden met een * zijn verplicht.</p>
          {draft.restored && (
            <RestoredNote
              at={draft.restored.at}
              isOutdated={draft.restored.version !== (base?.version ?? null)}
              onDiscard={draft.discard}
            />
          )}
          {base && conflict && overtaken !== null && (
            <EditConflict
              key={base.version}
              message={overtaken}
              load={() => conflict.newest(base)}
              isCurrent={({ version }) => version === base.version}
              changes={(newest) => conflict.changes(base, newest)}
              gone={conflict.gone}
              onSettle={settle}
            />
          )}
          {props.children?.(form, base)}
          {steps.length > 0 && (
            <FormSteps
              steps={steps.map((step) => ({ ...step, content: step.content(form, base) }))}
              at={at}
              wrong={wrong}
              isOpen={base !== null}
              onGoTo={goTo}
              onEnd={isLast ? undefined : next}
            />
          )}
        </DialogBody>
        {props.note?.(form, base)}
        <DialogFooter
          start={
            (props.footnote || (base && removal)) && (
              <>
                {base && removal && (
                  <Button tone="ghost" icon={<Trash2 />} onClick={() => setRemoving(true)}>
                    Verwijderen
                  </Button>
                )}
                {props.footnote?.(form, base)}
              </>
            )
          }
        >
          {at === 0 ? <DialogClose /> : <Button onClick={() => goTo(at - 1)}>Vorige</Button>}
          {!isLast && (
            <Button tone={base ? 'secondary' : 'primary'} onClick={next}>
              Volgende
            </Button>
          )}
          {(isLast || base) && <SubmitButton>{props.submit}</SubmitButton>}
        </DialogFooter>
      </Form>
      {asking && <DoubtsQuestion {...asking} />}
      {base &&
        removal?.(base, {
          open: removing,
          onOpenChange: setRemoving,
          onRemoved: () => {
            draft.forget()
            onClose()
          },
        })}
    </Dialog>
  )
}

interface Answer {
  /** Null where none was asked for. */
  readonly reason: string | null
}

interface Asking {
  readonly doubts: readonly Doubt[]
  /** Null: not to be saved like this. */
  readonly answer: (answer: Answer | null) => void
}

/** Asks about all doubts at once, with the reason where one of them needs it. */
function DoubtsQuestion({ doubts, answer }: Asking) {
  const [reason, setReason] = useState('')
  const label = doubts.map((doubt) => (typeof doubt === 'string' ? null : doubt.reason)).find(Boolean)
  const given = reason.trim()
  return (
    <Confirm
      open
      onOpenChange={() => answer(null)}
      title="Klopt dit?"
      description={
        <ul className="pv-doubts">
          {doubts
            .map((doubt) => (typeof doubt === 'string' ? doubt : doubt.text))
            .map((text) => (
              <li key={text}>{text}</li>
            ))}
        </ul>
      }
      confirmText="Toch opslaan"
      cancelText="Terug"
      tone="primary"
      waiting={label !== undefined && given === ''}
      onConfirm={() => answer({ reason: label ? given : null })}
    >
      {label && (
        <Field label={label} required>
          <TextInput value={reason} onChange={setReason} maxLength={200} />
        </Field>
      )}
    </Confirm>
  )
}

interface RestoredNoteProps {
  readonly at: number
  /** Somebody saved the record after this was typed. */
  readonly isOutdated: boolean
  readonly onDiscard: () => void
}

/** Says that what stands in the form was typed before, and offers to be rid of it. */
function RestoredNote({ at, isOutdated, onDiscard }: RestoredNoteProps) {
  const moment = new Date(at).toISOString()
  const isToday = formatDateTime(moment).slice(0, 10) === formatDateTime(new Date().toISOString()).slice(0, 10)
  return (
    <div className="pv-draft" role="status">
      <p>
        Niet opgeslagen invoer van {isToday ? formatTime(moment) : formatDateTime(moment)} teruggezet.
        {isOutdated && ' Daarna zijn de gegevens door iemand gewijzigd: kijk na wat er nu staat.'}
      </p>
      <Button size="small" onClick={onDiscard}>
        Verwerpen
      </Button>
    </div>
  )
}
