import type { ReactNode } from 'react'
import * as z from 'zod'
import { requireText } from '../../shared/api/parts/fields.ts'
import { FormDialog } from '../records/dialog/form-dialog.tsx'
import { isConflictOrGone, showFailure } from '../records/failure.ts'
import { FormArea } from '../records/form-controls.tsx'
import { Confirm } from '../ui/dialogs/alert-dialog.tsx'
import { useZodForm } from '../ui/fields/form.tsx'
import { type ToastMessage, toast } from '../ui/messages/toast.ts'

/** Functions that a decision on something that waits for approval calls. */
export interface Decided {
  /** Called after the decision was sent. */
  readonly onDone?: (() => void) | undefined
  readonly onClose: () => void
}

interface QuestionProps extends Decided {
  readonly title: string
  /** Sentences about the consequences. */
  readonly description: ReactNode
  /** Toast once the decision was sent. */
  readonly done: ToastMessage
  /** Text of a failure without one of its own. */
  readonly failed: string
}

interface ConfirmDecisionProps extends QuestionProps {
  readonly confirmText: string
  readonly tone?: 'primary'
  /** Fields that are part of the answer. */
  readonly children?: ReactNode
  readonly send: () => Promise<unknown>
}

/** Asks the user to confirm an approval or withdrawal, sends it and shows the result. */
export function ConfirmDecision({ send, done, failed, onDone, onClose, ...question }: ConfirmDecisionProps) {
  return (
    <Confirm
      onOpenChange={onClose}
      {...question}
      onConfirm={() =>
        send().then(
          () => {
            toast(done)
            onDone?.()
          },
          (error) => showFailure(error, { fallback: failed }),
        )
      }
    />
  )
}

const MAX_REASON = 300
const Reason = z.object({ reason: requireText('Vul een reden in', MAX_REASON) })

interface RejectionProps extends QuestionProps {
  readonly description: string
  /** Text of the button; by default that of a rejection. */
  readonly submit?: string
  readonly send: (reason: string) => Promise<unknown>
}

/** Asks the user for the reason of a rejection or another `submit`, sends it and shows the result. */
export function ReasonDialog({ submit = 'Afkeuren', send, done, failed, onDone, onClose, ...texts }: RejectionProps) {
  const form = useZodForm(Reason, { defaultValues: { reason: '' } })
  return (
    <FormDialog
      {...texts}
      form={form}
      onSubmit={async ({ reason }) => {
        await send(reason)
        toast(done)
        onDone?.()
        onClose()
      }}
      onFailure={(error) => {
        showFailure(error, { fallback: failed })
        if (isConflictOrGone(error)) onClose()
      }}
      submit={submit}
      tone="danger"
      onClose={onClose}
    >
      <FormArea form={form} name="reason" label="Reden" rows={3} maxLength={MAX_REASON} required />
    </FormDialog>
  )
}
