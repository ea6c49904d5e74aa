import type { ReactNode, RefObject } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { users } from '../../../shared/api/users.ts'
import { PasswordChange } from '../../../shared/users/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { endSession, useUser } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Schema of a new password, typed twice; the second is never sent (spec §5). */
export const RepeatedPassword = PasswordChange.extend({ repeated: z.string() }).refine(
  ({ newPassword, repeated }) => newPassword === repeated,
  { path: ['repeated'], error: 'Wachtwoorden komen niet overeen' },
)

interface DialogProps {
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

interface PasswordDialogFrameProps<V extends FieldValues, Out> extends DialogProps {
  readonly form: UseFormReturn<V, unknown, Out>
  /** Sentence that says who is logged out. */
  readonly description: string
  readonly save: (values: Out) => Promise<void>
  readonly children: ReactNode
}

/** Shows a dialog with a form that changes a password. */
export function PasswordDialogFrame<V extends FieldValues, Out>(props: PasswordDialogFrameProps<V, Out>) {
  const { form, description, returnFocus, save, onClose, children } = props
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      returnFocus={returnFocus}
      title="Wachtwoord wijzigen"
      description={description}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={save}
        onFailure={(error) =>
          showFailure(error, { fallback: 'Er is een fout opgetreden bij het wijzigen van het wachtwoord.' })
        }
      >
        <DialogBody>{children}</DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Wijzigen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

const OwnPassword = RepeatedPassword.safeExtend({
  currentPassword: z.string().min(1, 'Vul je huidige wachtwoord in').max(256),
})

/** Shows the form that changes the user's own password, which logs them out everywhere (rulings 2, 9). */
export function OwnPasswordDialog({ returnFocus, onClose }: DialogProps) {
  const { id } = useUser()
  const change = useCommand(users.changePassword)
  const form = useZodForm(OwnPassword, { defaultValues: { currentPassword: '', newPassword: '', repeated: '' } })
  const { newPassword: wrong } = form.formState.errors

  async function save({ currentPassword, newPassword }: z.output<typeof OwnPassword>): Promise<void> {
    await change.mutateAsync({ params: { id }, body: { currentPassword, newPassword } })
    endSession('logout')
    toast({ title: 'Wachtwoord gewijzigd', description: 'Log in met je nieuwe wachtwoord.' })
    onClose()
  }

  return (
    <PasswordDialogFrame {...{ form, returnFocus, save, onClose }} description="Je wordt overal uitgelogd.">
      <FormField form={form} name="currentPassword" label="Huidig wachtwoord" required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <FormField
        form={form}
        name="newPassword"
        label="Nieuw wachtwoord"
        hint={wrong ? null : 'Minstens 8 karakters.'}
        required
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="repeated" label="Herhaal nieuw wachtwoord" required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
    </PasswordDialogFrame>
  )
}
