import { Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Form, type FormSchema, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { isConflictOrGone, showFailure } from '../failure.ts'
import { showSaved } from '../list/saved.ts'
import { PlainFields } from '../record-fields.tsx'
import { type Card, type Described, type DescribedByCard, describe } from './described.ts'
import { EditConflict } from './edit-conflict.tsx'
import { type FormMove, type FormStep, FormSteps, useFormSteps } from './form-steps.tsx'
import { useDraft } from './use-draft.ts'
import { type EditedRecord, useEdited } from './use-edited.ts'

/**
 * Possible mistake that the user must confirm. With a `reason`, the user must also type a reason; `reason` is the label
 * of the field.
 */
export type Doubt = string | { readonly text: string; readonly reason: string }

/** State of the question before a record is deleted; `Confirm` accepts the first two properties. */
interface RemovalSlot {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Called after the record is deleted. */
  readonly onRemoved: () => void
}

type FormOf<S extends FormSchema> = UseFormReturn<z.input<S>, unknown, z.output<S>>

type RecordDialogProps<S extends FormSchema, Row extends EditedRecord, Saved> = DialogProps<S, Row, Saved> &
  (({ readonly card?: never } & Described<S, Row>) | ({ readonly card: Card } & DescribedByCard<S, Row>))

interface DialogProps<S extends FormSchema, Row extends EditedRecord, Saved> {
  /** Kind of record in one word, such as `appointment`; names its drafts on this device. */
  readonly kind: string
  /** Record to edit; null for a new one. */
  readonly record: Row | null
  readonly schema: S
  /** Values of a new record of a card, where they differ from blank. */
  readonly initial?: object
  /** Fields that the opener of the form filled in; a draft does not replace them. */
  readonly given?: readonly string[]
  /** Form groups of the card that an existing record keeps. */
  readonly fixed?: readonly string[]
  /** Fields that are never stored in a draft, such as a password. */
  readonly secrets?: readonly string[]
  readonly description?: ReactNode
  readonly size?: 'small' | 'normal' | 'wide' | 'large'
  /** Text of the primary button; by default 'Opslaan', and 'Bijwerken' for a record that exists. */
  readonly submit?: string
  /** Set where sending cannot be undone. */
  readonly tone?: 'danger'
  /** Returns possible mistakes, which are all confirmed in one question before sending. */
  readonly doubts?: (values: z.output<S>, base: Row | null) => readonly Doubt[] | Promise<readonly Doubt[]>
  /**
   * Sends the record. `base` is the edited state, whose version is sent along; null for a new record. `reason` answers
   * a doubt that asks for one.
   */
  readonly save: (values: z.output<S>, base: Row | null, reason: string | null) => Promise<Saved>
  /**
   * Message after saving, when the dialog closes and a list marks the record. With null, or without a card and a
   * message, `onSaved` does this.
   */
  readonly saved?: string | null
  /** Opens the saved record; offered with the message where no list shows it. */
  readonly onView?: (saved: Saved) => void
  /** Called after saving, and after the message. */
  readonly onSaved?: (saved: Saved, base: Row | null) => unknown
  /** Draws the question behind the button 'Verwijderen'. */
  readonly removal?: (base: Row, slot: RemovalSlot) => ReactNode
  /** Draws a note between fields and buttons: the consequences of saving. */
  readonly note?: (form: FormOf<S>, base: Row | null) => ReactNode
  /** Draws content beside the buttons: a sum that follows the fields. */
  readonly footnote?: (form: FormOf<S>, base: Row | null) => ReactNode
  readonly returnFocus?: RefObject<HTMLElement | null>
  readonly onClose: () => void
  /** Draws the fields of a form without steps; `plain` draws a form group of the card, as `PlainFields` does. */
  readonly children?: (form: FormOf<S>, base: Row | null, plain: (group: string) => ReactNode) => ReactNode
  /** Steps of a long form. */
  readonly steps?: readonly FormStep<(form: FormOf<S>, base: Row | null) => ReactNode>[]
}

/**
 * Shows the dialog that creates or edits a record of any domain. Handles conflicts with other users, failures, drafts
 * and deletion; asks before input is lost.
 */
export function RecordDialog<S extends FormSchema, Row extends EditedRecord, Saved>(
  given: RecordDialogProps<S, Row, Saved>,
) {
  const props = given.card ? { ...given, ...describe<S, Row>(given.card, given) } : given
  const { record, conflict, removal, failure, onClose } = props
  const [removing, setRemoving] = useState(false)
  const { ask, asking } = useAsking()
  const { form, base, overtaken, overtake, settle, draft } = useRecordForm(props)
  const steps = props.steps ?? []
  const move = useFormSteps(form, steps)

  async function save(values: z.output<S>): Promise<void> {
    const doubts = (await props.doubts?.(values, base)) ?? []
    const answer = doubts.length === 0 ? { reason: null } : await ask(doubts)
    if (answer === null) return
    const saved = await props.save(values, base, answer.reason)
    draft.forget()
    if (typeof props.saved === 'string') {
      const { id = '' } = Object(saved ?? base) as Partial<EditedRecord>
      showSaved(props.saved, id, props.onView && (() => props.onView?.(saved)))
      onClose()
    }
    props.onSaved?.(saved, base)
  }

  function refuse(error: unknown): void {
    if (base && conflict && isConflictOrGone(error)) overtake(error)
    else showFailure(error, failure)
  }

  return (
    <Dialog
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      dirty={form.formState.isDirty}
      startsAtEmpty={record === null}
      onDiscard={draft.forget}
      {...(props.size ? { size: props.size } : {})}
      {...(props.returnFocus ? { returnFocus: props.returnFocus } : {})}
    >
      <Form form={form} onSubmit={save} onFailure={refuse}>
        <DialogBody>
          {draft.restored && (
            <RestoredNote
              at={draft.restored.at}
              isOutdated={draft.restored.version !== (base?.version ?? null)}
              onDiscard={draft.discard}
            />
          )}
          {base && conflict && overtaken !== null && (
            <EditConflict key={base.version} base={base} message={overtaken} conflict={conflict} onSettle={settle} />
          )}
          {props.children?.(form, base, (group) => (
            <PlainFields
              {...{ form, group, fields: props.card?.fields ?? {}, schema: props.schema as unknown as z.ZodObject }}
              disabled={base !== null && (props.fixed?.includes(group) ?? false)}
            />
          ))}
          {steps.length > 0 && (
            <FormSteps
              steps={steps.map((step) => ({ ...step, content: step.content(form, base) }))}
              move={move}
              isOpen={base !== null}
            />
          )}
        </DialogBody>
        {props.note?.(form, base)}
        <Footer
          move={move}
          isNew={base === null}
          submit={
            <SubmitButton {...(props.tone && { tone: props.tone })}>
              {props.submit ?? (record ? 'Bijwerken' : 'Opslaan')}
            </SubmitButton>
          }
          footnote={props.footnote?.(form, base)}
          onRemove={base && removal ? () => setRemoving(true) : null}
        />
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

type FormProps<S extends FormSchema, Row extends EditedRecord> = Pick<
  DialogProps<S, Row, unknown>,
  'kind' | 'record' | 'schema' | 'given' | 'secrets'
> &
  Pick<Described<S, Row>, 'valuesOf'>

/** Returns the form of a record, the edited state, and the draft of its input on this device. */
function useRecordForm<S extends FormSchema, Row extends EditedRecord>(props: FormProps<S, Row>) {
  const { kind, record, schema, valuesOf, given = [], secrets = [] } = props
  const form = useZodForm(schema, { defaultValues: valuesOf(record) as never })
  const edited = useEdited(record, (newest, options) => form.reset(valuesOf(newest), options))
  const { base } = edited
  const version = base?.version ?? null
  const named = { name: `${kind}:${record?.id ?? 'new'}`, version, defaults: valuesOf(base), secrets, given }
  return { ...edited, form, draft: useDraft(form, named) }
}

interface FooterProps {
  readonly move: FormMove
  readonly isNew: boolean
  readonly submit: ReactNode
  readonly footnote: ReactNode
  /** Asks whether to delete the record; null for a new one. */
  readonly onRemove: (() => void) | null
}

/** Shows the buttons that go through the steps, save and delete. */
const Footer = ({ move: { at, next, goTo, isLast }, isNew, submit, footnote, onRemove }: FooterProps) => (
  <DialogFooter
    start={
      (footnote || onRemove) && (
        <>
          {onRemove && (
            <Button tone="ghost" icon={<Trash2 />} onClick={onRemove}>
              Verwijderen
            </Button>
          )}
          {footnote}
        </>
      )
    }
  >
    {at === 0 ? <DialogClose /> : <Button onClick={() => goTo(at - 1)}>Vorige</Button>}
    {!isLast && (
      <Button tone={isNew ? 'primary' : 'secondary'} onClick={next}>
        Volgende
      </Button>
    )}
    {(isLast || !isNew) && submit}
  </DialogFooter>
)

/** Asks about doubts: `ask` resolves to the answer, and `asking` is the question to show meanwhile. */
function useAsking() {
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (doubts: readonly Doubt[]) =>
    new Promise<Answer | null>((answer) => setAsking({ doubts, answer })).finally(() => setAsking(null))
  return { ask, asking }
}

interface Answer {
  /** Reason; null where none was asked for. */
  readonly reason: string | null
}

interface Asking {
  readonly doubts: readonly Doubt[]
  /** Called with the answer, or null to cancel saving. */
  readonly answer: (answer: Answer | null) => void
}

/** Asks about all doubts at once, with a reason where one of them requires it. */
function DoubtsQuestion({ doubts, answer }: Asking) {
  const [reason, setReason] = useState('')
  const label = doubts.map((doubt) => (typeof doubt === 'string' ? null : doubt.reason)).find(Boolean)
  const given = reason.trim()
  return (
    <Confirm
      onOpenChange={() => answer(null)}
      title="Klopt dit?"
      description={
        <Stack as="ul" gap={6}>
          {doubts
            .map((doubt) => (typeof doubt === 'string' ? doubt : doubt.text))
            .map((text) => (
              <li key={text}>{text}</li>
            ))}
        </Stack>
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
  /** Set when somebody saved the record after the draft was typed. */
  readonly isOutdated: boolean
  readonly onDiscard: () => void
}

/** Shows that the form has an earlier draft, with a button that discards it. */
function RestoredNote({ at, isOutdated, onDiscard }: RestoredNoteProps) {
  const moment = new Date(at).toISOString()
  const isToday = formatDateTime(moment).slice(0, 10) === formatDateTime(new Date().toISOString()).slice(0, 10)
  return (
    <Note tone="info" role="status">
      <Row gap={12} justify="between" wrap>
        <Text as="p" basis={220}>
          <Unbroken>
            Niet opgeslagen invoer van {isToday ? formatTime(moment) : formatDateTime(moment)} teruggezet.
          </Unbroken>
          {isOutdated && ' Daarna zijn de gegevens door iemand gewijzigd: kijk na wat er nu staat.'}
        </Text>
        <Button size="small" onClick={onDiscard}>
          Verwerpen
        </Button>
      </Row>
    </Note>
  )
}
