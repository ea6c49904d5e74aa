import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { users } from '../../../shared/api/users.ts'
import { userFields } from '../../../shared/users/record.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { paths } from '../../domains/paths.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { showSaved } from '../../records/list/saved.ts'
import { RecordField } from '../../records/record-fields.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { FormField } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { buildCreateBody, CreateForm, initialValuesOf, type UserForm } from './form-values.ts'
import { rightsOfNewAgent } from './rights.ts'
import { AdminRights, RightsFields } from './rights-fields.tsx'
import { GeneratePasswordButton, generateTemporaryPassword, LoginDetailsDialog } from './temporary-password.tsx'
import { UserFields } from './user-fields.tsx'
import styles from './users.module.css'

/** Shows the form that creates a person, by mailed invitation or with a temporary password (decision 93). */
export function CreateUserDialog({ returnFocus, onClose }: Returning) {
  const me = useUser()
  const create = useCommand(users.create)
  const navigate = useNavigate()
  const [made, setMade] = useState<{ readonly user: UserDetails; readonly password: string } | null>(null)

  function done(user: UserDetails): void {
    showSaved('Lokale gebruiker aangemaakt', user.id, () =>
      navigate(`${paths.users}?q=${encodeURIComponent(user.email)}`),
    )
    onClose()
  }

  if (made) {
    return <LoginDetailsDialog {...made} returnFocus={returnFocus} onClose={() => done(made.user)} />
  }
  return (
    <RecordDialog
      kind="user"
      record={null}
      schema={CreateForm}
      valuesOf={() => initialValuesOf(me)}
      secrets={['password']}
      title="Lokale gebruiker aanmaken"
      description="Daarna volgen een eigen wachtwoord en tweestapsverificatie."
      submit="Aanmaken"
      save={async (values) => ({
        user: await create.mutateAsync({ body: buildCreateBody(values, me) }),
        password: values.invite ? undefined : values.password,
      })}
      onSaved={({ user, password }) => (password === undefined ? done(user) : setMade({ user, password }))}
      failure={{ fallback: 'Er is een fout opgetreden bij het aanmaken van de gebruiker.' }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => <NewUserFields form={form} />}
    </RecordDialog>
  )
}

interface NewUserFieldsProps {
  readonly form: UserForm
}

function NewUserFields({ form }: NewUserFieldsProps) {
  const role = form.watch('role')
  return (
    <Stack gap={24}>
      <UserFields form={form} user={null} account={<AccountFields form={form} />} />
      {role === 'agent' && <RightsFields form={form} shown={rightsOfNewAgent} />}
      {role === 'admin' && <AdminRights />}
    </Stack>
  )
}

const ways = [
  { value: 'invite', label: 'Uitnodiging mailen' },
  { value: 'password', label: 'Wachtwoord doorgeven' },
] as const

function AccountFields({ form }: NewUserFieldsProps) {
  const invites = form.watch('invite')
  return (
    <>
      <RecordField form={form} name="email" field={userFields.email} required />
      <FormField
        form={form}
        name="invite"
        label="Eerste login"
        hint={invites ? 'De link in de mail werkt 48 uur en één keer.' : 'Na het opslaan kopieer je alles in één keer.'}
      >
        {({ value, onChange }) => (
          <SegmentedControl
            value={value ? 'invite' : 'password'}
            options={ways}
            onChange={(way) => {
              onChange(way === 'invite')
              if (way === 'password' && !form.getValues('password'))
                form.setValue('password', generateTemporaryPassword())
            }}
          />
        )}
      </FormField>
      {!invites && <FirstPasswordField form={form} />}
    </>
  )
}

function FirstPasswordField({ form }: NewUserFieldsProps) {
  const { password } = form.formState.errors
  return (
    <Stack gap={8} className={styles.password}>
      <FormField
        form={form}
        name="password"
        label="Tijdelijk wachtwoord"
        hint={password ? null : 'Minimaal 6 karakters.'}
        required
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <GeneratePasswordButton
        onGenerated={(made) =>
          form.setValue('password', made, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
    </Stack>
  )
}
