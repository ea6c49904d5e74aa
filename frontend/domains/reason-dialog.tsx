import * as z from 'zod'
import { requireText } from '../../shared/contract/parts/fields.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../ui/fields/form.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'

const MAX_REASON = 300
const Reason = z.object({ reason: requireText('Vul een reden in', MAX_REASON) })

interface ReasonDialogProps {
  readonly title: string
  /** Sentence about the consequences of the action for which a reason is asked. */
  readonly description: string
  /** Text of the button that sends the reason. */
  readonly submit: string
  readonly onSend: (reason: string) => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  readonly onClose: () => void
}

/** Shows a dialog that asks for the reason of a rejection; closes once the reason is sent. */
export function ReasonDialog({ title, description, submit, onSend, onFailure, onClose }: ReasonDialogProps) {
  const form = useZodForm(Reason, { defaultValues: { reason: '' } })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title={title}
      description={description}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="pv-dialog-form"
        onSubmit={async ({ reason }) => {
          await onSend(reason)
          onClose()
        }}
        onFailure={onFailure}
      >
        <DialogBody>
          <FormField form={form} name="reason" label="Reden" required>
            {(field) => <TextArea {...field} rows={3} maxLength={MAX_REASON} />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton tone="danger">{submit}</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
