import { type RefObject, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { UserDetails } from '../../../shared/contract/users.ts'
import { paths } from '../../domains/paths.ts'
import { fullName } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { tellSaved } from '../../records/saved.ts'
import { FieldRow } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useCreateUser } from './api.ts'
import { FirstPasswordDialog, GenerateButton } from './first-password.tsx'
import { CreateForm, creationOf, emptyValues, type UserForm } from './form-values.ts'
import { rightsOfNewAgent } from './rights.ts'
import { AdminRights, RightsFields } from './rights-fields.tsx'
import { UserFields } from './user-fields.tsx'

interface CreateUserDialogProps {
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/**
 * Creates somebody with a first password (spec §2), which is shown once when it was generated; its owner replaces it at
 * their first login (decision 37).
 */
export function CreateUserDialog({ returnFocus, onClose }: CreateUserDialogProps) {
  const me = useUser()
  const create = useCreateUser()
  const navigate = useNavigate()
  const [generated, setGenerated] = useState<string | null>(null)
  const [made, setMade] = useState<UserDetails | null>(null)

  function done(user: UserDetails): void {
    tellSaved('Lokale gebruiker aangemaakt', user.id, () =>
      navigate(`${paths.users}?q=${encodeURIComponent(user.email)}`),
    )
    onClose()
  }

  if (made && generated !== null) {
    return (
      <FirstPasswordDialog
        name={fullName(made)}
        password={generated}
        returnFocus={returnFocus}
        onClose={() => done(made)}
      />
    )
  }
  return (
    <RecordDialog
      kind="user"
      record={null}
      schema={CreateForm}
      valuesOf={() => emptyValues(me)}
      secrets={['password']}
      title="Lokale gebruiker aanmaken"
      description="Bij de eerste login volgen een eigen wachtwoord en tweestapsverificatie."
      submit="Aanmaken"
      save={async (values) => ({
        user: await create.mutateAsync({ body: creationOf(values, me) }),
        isGenerated: values.password === generated,
      })}
      onSaved={({ user, isGenerated }) => (isGenerated ? setMade(user) : done(user))}
      failure={{ fallback: 'Er is een fout opgetreden bij het aanmaken van de gebruiker.' }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => <NewUserFields form={form} onGenerated={setGenerated} />}
    </RecordDialog>
  )
}

interface NewUserFieldsProps {
  readonly form: UserForm
  readonly onGenerated: (password: string) => void
}

function NewUserFields({ form, onGenerated }: NewUserFieldsProps) {
  const role = form.watch('role')
  return (
    <div className="users-form">
      <UserFields form={form} user={null} account={<AccountFields form={form} onGenerated={onGenerated} />} />
      {role === 'agent' && <RightsFields form={form} shown={rightsOfNewAgent} />}
      {role === 'admin' && <AdminRights />}
    </div>
  )
}

function AccountFields({ form, onGenerated }: NewUserFieldsProps) {
  const { password } = form.formState.errors
  return (
    <FieldRow>
      <FormField form={form} name="email" label="E-mail" required>
        {(field) => <TextInput {...field} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />}
      </FormField>
      <div className="users-password">
        <FormField
          form={form}
          name="password"
          label="Wachtwoord"
          hint={password ? null : 'Minimaal 6 karakters.'}
          required
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <GenerateButton
          onGenerated={(made) => {
            onGenerated(made)
            form.setValue('password', made, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }}
        />
      </div>
    </FieldRow>
  )
}
