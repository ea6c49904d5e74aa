import type { RefObject } from 'react'
import { useUser } from '../../lib/session.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { tellSaved } from '../../records/saved.ts'
import { FieldRow } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useCreateUser } from './api.ts'
import { CreateForm, creationOf, emptyValues, type UserForm } from './form-values.ts'
import { rightsOfNewAgent } from './rights.ts'
import { AdminRights, RightsFields } from './rights-fields.tsx'
import { UserFields } from './user-fields.tsx'

interface CreateUserDialogProps {
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Creates somebody with a password of their own (spec §2). */
export function CreateUserDialog({ returnFocus, onClose }: CreateUserDialogProps) {
  const me = useUser()
  const create = useCreateUser()
  return (
    <RecordDialog
      kind="user"
      record={null}
      schema={CreateForm}
      valuesOf={() => emptyValues(me)}
      secrets={['password']}
      title="Lokale gebruiker aanmaken"
      description="De gebruiker stelt bij de eerste login tweestapsverificatie in."
      submit="Aanmaken"
      save={(values) => create.mutateAsync({ body: creationOf(values, me) })}
      onSaved={({ id }) => {
        tellSaved('Lokale gebruiker aangemaakt', id)
        onClose()
      }}
      failure={{ fallback: 'Er is een fout opgetreden bij het aanmaken van de gebruiker.' }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => <NewUserFields form={form} />}
    </RecordDialog>
  )
}

function NewUserFields({ form }: { readonly form: UserForm }) {
  const role = form.watch('role')
  return (
    <div className="users-form">
      <UserFields form={form} user={null} account={<AccountFields form={form} />} />
      {role === 'agent' && <RightsFields form={form} shown={rightsOfNewAgent} />}
      {role === 'admin' && <AdminRights />}
    </div>
  )
}

function AccountFields({ form }: { readonly form: UserForm }) {
  const { password } = form.formState.errors
  return (
    <FieldRow>
      <FormField form={form} name="email" label="E-mail" required>
        {(field) => <TextInput {...field} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Wachtwoord"
        hint={password ? null : 'Minimaal 6 karakters.'}
        required
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
    </FieldRow>
  )
}
