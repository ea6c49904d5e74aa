import * as z from 'zod'
import { PasswordChange } from '../../../shared/contract/users.ts'
import { endSession, useUser } from '../../lib/session.ts'
import { tellFailure } from '../../records/failure.ts'
import { Card } from '../../ui/card.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangePassword } from './api.ts'
import './security.css'

/** The form's own rules on top of the contract's: the repeated password is never sent (spec §5). */
const OwnPassword = PasswordChange.extend({
  currentPassword: z.string().min(1, 'Vul je huidige wachtwoord in').max(256),
  repeated: z.string(),
}).refine(({ newPassword, repeated }) => newPassword === repeated, {
  path: ['repeated'],
  error: 'Wachtwoorden komen niet overeen',
})

/** Changes one's own password; only a local account has one here (spec §6, rulings 9). */
export function PasswordCard() {
  const { isLocalAccount } = useUser()
  return (
    <Card title="Wachtwoord">
      {isLocalAccount ? (
        <PasswordForm />
      ) : (
        <p className="security-note">
          Je logt in met een extern account. Je wachtwoord wijzig je bij de organisatie die dat account beheert.
        </p>
      )}
    </Card>
  )
}

function PasswordForm() {
  const { id } = useUser()
  const change = useChangePassword()
  const form = useZodForm(OwnPassword, { defaultValues: { currentPassword: '', newPassword: '', repeated: '' } })
  const { newPassword } = form.formState.errors
  return (
    <Form
      form={form}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await change.mutateAsync({ params: { id }, body: { currentPassword, newPassword } })
        endSession('logout')
        toast({ title: 'Wachtwoord gewijzigd', description: 'Log in met je nieuwe wachtwoord.' })
      }}
      onFailure={(error) => tellFailure(error)}
    >
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
      <div className="security-line">
        <SubmitButton>Wachtwoord wijzigen</SubmitButton>
        <span className="security-small">Je wordt daarna overal uitgelogd.</span>
      </div>
    </Form>
  )
}
