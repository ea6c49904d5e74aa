import * as z from 'zod'
import { users } from '../../../shared/api/users.ts'
import { ownPassword } from '../../../shared/users/choices.ts'
import { useTitle } from '../../lib/page.ts'
import { useCommand } from '../../lib/query.ts'
import { logout, refreshUser, useUser } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import styles from './auth.module.css'
import { AuthCard } from './auth-card.tsx'

const Choice = z.object({ newPassword: ownPassword })

/**
 * Shows the form for an own password, in place of the app, to a user with a temporary password (decision 93). The 2FA
 * set-up follows; the only other exit is to log out.
 */
export function FirstPasswordScreen() {
  const { id } = useUser()
  const change = useCommand(users.changePassword)
  const form = useZodForm(Choice, { defaultValues: { newPassword: '' } })
  const { newPassword: wrong } = form.formState.errors
  useTitle('Wachtwoord kiezen')

  async function save({ newPassword }: z.output<typeof Choice>): Promise<void> {
    await change.mutateAsync({ params: { id }, body: { newPassword } })
    await refreshUser()
  }

  return (
    <AuthCard
      title="Kies je eigen wachtwoord"
      subtitle="Je hebt een tijdelijk wachtwoord. Kies er een dat alleen jij kent."
    >
      <Form
        form={form}
        onSubmit={save}
        onFailure={(error) =>
          showFailure(error, { fallback: 'Er is een fout opgetreden bij het wijzigen van het wachtwoord.' })
        }
      >
        <FormField
          form={form}
          name="newPassword"
          label="Nieuw wachtwoord"
          hint={wrong ? null : 'Minstens 8 karakters.'}
          required
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <SubmitButton>Wachtwoord kiezen</SubmitButton>
      </Form>
      <Button tone="ghost" className={styles.leave} onClick={() => logout()}>
        Uitloggen
      </Button>
    </AuthCard>
  )
}
