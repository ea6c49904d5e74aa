import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Form, SubmitButton } from '../../ui/fields/form.tsx'

type DialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange'>
type FormProps<V extends FieldValues, Out> = ComponentProps<typeof Form<V, Out>>

interface FormDialogProps<V extends FieldValues, Out>
  extends DialogProps,
    Pick<FormProps<V, Out>, 'form' | 'onSubmit' | 'onFailure'> {
  /** Text of the button that sends the form. */
  readonly submit: string
  readonly tone?: 'danger' | 'primary'
  readonly onClose: () => void
}

/** Shows a small dialog that is one form, with its fields as content; asks before it discards what was filled in. */
export function FormDialog<V extends FieldValues, Out>(props: FormDialogProps<V, Out>) {
  const { form, onSubmit, onFailure, submit, tone = 'primary', onClose, children, ...dialog } = props
  return (
    <Dialog size="small" dirty={form.formState.isDirty} {...dialog} onOpenChange={onClose}>
      <Form form={form} onSubmit={onSubmit} {...(onFailure && { onFailure })}>
        <DialogBody>{children}</DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton tone={tone}>{submit}</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
