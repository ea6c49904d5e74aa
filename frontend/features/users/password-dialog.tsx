import { useState } from 'react'
import type * as z from 'zod'
import { users } from '../../../shared/api/users.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { OwnPasswordDialog, PasswordDialogFrame, RepeatedPassword } from '../../domains/account/own-password-dialog.tsx'
import { fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { FormPassword } from '../../records/form-controls.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { FormField, useZodForm } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { GeneratePasswordButton, LoginDetailsDialog } from './temporary-password.tsx'

interface PasswordDialogProps extends Returning {
  readonly user: UserDetails
}

/**
 * Shows the form that sets a person's password, which logs them out. Changing one's own password also requires the
 * current one (rulings 9).
 */
export function PasswordDialog(props: PasswordDialogProps) {
  return useUser().id === props.user.id ? <OwnPasswordDialog {...props} /> : <FirstDialog {...props} />
}

/** Shows the form for a temporary password of somebody else, who replaces it at the next login (decision 93). */
function FirstDialog({ user, returnFocus, onClose }: PasswordDialogProps) {
  const change = useCommand(users.changePassword)
  const form = useZodForm(RepeatedPassword, { defaultValues: { newPassword: '', repeated: '' } })
  const [saved, setSaved] = useState<string | null>(null)
  const { newPassword: wrong } = form.formState.errors

  function done(): void {
    onClose()
    toast({ title: 'Wachtwoord gewijzigd' })
  }

  async function save({ newPassword }: z.output<typeof RepeatedPassword>): Promise<void> {
    await change.mutateAsync({ params: { id: user.id }, body: { newPassword } })
    setSaved(newPassword)
  }

  function fill(password: string): void {
    for (const field of ['newPassword', 'repeated'] as const) {
      form.setValue(field, password, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    }
  }

  if (saved !== null) {
    return <LoginDetailsDialog user={user} password={saved} returnFocus={returnFocus} onClose={done} />
  }
  return (
    <PasswordDialogFrame
      {...{ form, returnFocus, save, onClose }}
      description={`${fullNameOf(user)} wordt overal uitgelogd.`}
    >
      <FormField
        form={form}
        name="newPassword"
        label="Nieuw wachtwoord"
        hint={wrong ? null : 'Minstens 8 karakters. Bij de volgende login kiest de gebruiker een eigen wachtwoord.'}
        required
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <FormPassword form={form} name="repeated" label="Herhaal nieuw wachtwoord" autoComplete="new-password" required />
      <GeneratePasswordButton onGenerated={fill} />
    </PasswordDialogFrame>
  )
}
