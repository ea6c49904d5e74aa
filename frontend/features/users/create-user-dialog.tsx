import type { RefObject } from 'react'
import { useUser } from '../../lib/session.ts'
import { tellFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { FieldRow } from '../../ui/field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useCreateUser } from './api.ts'
import { type CheckedForm, CreateForm, creationOf, emptyValues, type UserForm } from './form-values.ts'
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
  const form = useZodForm(CreateForm, { defaultValues: emptyValues(me) })
  const role = form.watch('role')

  async function save(values: CheckedForm): Promise<void> {
    await create.mutateAsync({ body: creationOf(values, me) })
    toast({ title: 'Lokale gebruiker aangemaakt' })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title="Lokale gebruiker aanmaken"
      description="De gebruiker stelt bij de eerste login tweestapsverificatie in."
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={save}
        onFailure={(error) =>
          tellFailure(error, { fallback: 'Er is een fout opgetreden bij het aanmaken van de gebruiker.' })
        }
      >
        <DialogBody>
          <div className="users-form">
            <UserFields form={form} user={null} account={<AccountFields form={form} />} />
            {role === 'agent' && <RightsFields form={form} shown={rightsOfNewAgent} />}
            {role === 'admin' && <AdminRights />}
          </div>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Aanmaken</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
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
