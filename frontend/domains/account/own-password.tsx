import * as z from 'zod'
import { users } from '../../../shared/api/users.ts'
import { PasswordChange } from '../../../shared/users/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { endSession, useUser } from '../../lib/session.ts'
import { FormField, useZodForm } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Schema of a new password, typed twice; the second is never sent (spec §5). */
export const RepeatedPassword = PasswordChange.extend({ repeated: z.string() }).refine(
  ({ newPassword, repeated }) => newPassword === repeated,
  { path: ['repeated'], error: 'Wachtwoorden komen niet overeen' },
)

const OwnPassword = RepeatedPassword.safeExtend({
  currentPassword: z.string().min(1, 'Vul je huidige wachtwoord in').max(256),
})

/**
 * Returns the form for the user's own password and the function that saves it. Saving logs the user out everywhere
 * (rulings 2, 9).
 */
export function useOwnPassword() {
  const { id } = useUser()
  const change = useCommand(users.changePassword)
  const form = useZodForm(OwnPassword, { defaultValues: { currentPassword: '', newPassword: '', repeated: '' } })

  async function save({ currentPassword, newPassword }: z.output<typeof OwnPassword>): Promise<void> {
    await change.mutateAsync({ params: { id }, body: { currentPassword, newPassword } })
    endSession('logout')
    toast({ title: 'Wachtwoord gewijzigd', description: 'Log in met je nieuwe wachtwoord.' })
  }

  return { form, save }
}

interface OwnPasswordFieldsProps {
  readonly form: ReturnType<typeof useOwnPassword>['form']
}

/** Shows the fields of the form for the user's own password: the current one, and the new one twice. */
export function OwnPasswordFields({ form }: OwnPasswordFieldsProps) {
  const { newPassword } = form.formState.errors
  return (
    <>
      <FormField form={form} name="currentPassword" label="Huidig wachtwoord" required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <FormField
        form={form}
        name="newPassword"
        label="Nieuw wachtwoord"
        hint={newPassword ? null : 'Minstens 8 karakters.'}
        required
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="repeated" label="Herhaal nieuw wachtwoord" required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
    </>
  )
}
