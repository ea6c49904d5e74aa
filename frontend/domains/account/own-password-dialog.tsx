import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { users } from '../../../shared/api/users.ts'
import { PasswordChange } from '../../../shared/users/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { endSession, useUser } from '../../lib/session.ts'
import { FormDialog } from '../../records/dialog/form-dialog.tsx'
import { showFailure } from '../../records/failure.ts'
import { FormPassword } from '../../records/form-controls.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { useZodForm } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Schema of a new password, typed twice; the second is never sent (spec §5). */
export const RepeatedPassword = PasswordChange.extend({ repeated: z.string() }).refine(
  ({ newPassword, repeated }) => newPassword === repeated,
  { path: ['repeated'], error: 'Wachtwoorden komen niet overeen' },
)

interface PasswordDialogFrameProps<V extends FieldValues, Out> extends Returning {
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
    <FormDialog
      returnFocus={returnFocus}
      title="Wachtwoord wijzigen"
      description={description}
      form={form}
      onSubmit={save}
      onFailure={(error) =>
        showFailure(error, { fallback: 'Er is een fout opgetreden bij het wijzigen van het wachtwoord.' })
      }
      submit="Wijzigen"
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}

const OwnPassword = RepeatedPassword.safeExtend({
  currentPassword: z.string().min(1, 'Vul je huidige wachtwoord in').max(256),
})

/** Shows the form that changes the user's own password, which logs them out everywhere (rulings 2, 9). */
export function OwnPasswordDialog({ returnFocus, onClose }: Returning) {
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
      <FormPassword
        form={form}
        name="currentPassword"
        label="Huidig wachtwoord"
        autoComplete="current-password"
        required
      />
      <FormPassword
        form={form}
        name="newPassword"
        label="Nieuw wachtwoord"
        hint={wrong ? null : 'Minstens 8 karakters.'}
        autoComplete="new-password"
        required
      />
      <FormPassword form={form} name="repeated" label="Herhaal nieuw wachtwoord" autoComplete="new-password" required />
    </PasswordDialogFrame>
  )
}
