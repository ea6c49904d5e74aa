import { LogOut } from 'lucide-react'
import type { RefObject } from 'react'
import type { UserDetails } from '../../../shared/contract/users.ts'
import { fullName } from '../../lib/format.ts'
import { refreshUser, useUser } from '../../lib/session.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { useEdited } from '../../ui/use-edited.ts'
import { newestOf, refreshUsers, useUpdateUser } from './api.ts'
import {
  type CheckedForm,
  changeOf,
  differences,
  EditForm,
  endsSessions,
  type UserForm,
  valuesOf,
} from './form-values.ts'
import { allRights } from './rights.ts'
import { AdminRights, RightsFields } from './rights-fields.tsx'
import { UserFields } from './user-fields.tsx'

interface EditUserDialogProps {
  readonly user: UserDetails
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Changes somebody's details, role and rights (spec §2). */
export function EditUserDialog({ user, returnFocus, onClose }: EditUserDialogProps) {
  const me = useUser()
  const update = useUpdateUser()
  const form = useZodForm(EditForm, { defaultValues: valuesOf(user) })
  const { base, overtaken, overtake, settle } = useEdited(user, (newest, options) =>
    form.reset(valuesOf(newest), options),
  )

  async function save(values: CheckedForm): Promise<void> {
    await update.mutateAsync({ params: { id: base.id }, body: changeOf(values, me), version: base.version })
    toast({ title: 'Gebruiker bijgewerkt' })
    onClose()
    if (base.id === me.id) await refreshUser()
  }

  function refuse(error: unknown): void {
    if (!isOvertaken(error)) {
      tellFailure(error, { title: 'Fout bij bijwerken gebruiker' })
      return
    }
    refreshUsers()
    overtake(error)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title="Gebruiker bewerken"
      description={base.email}
      dirty={form.formState.isDirty}
    >
      <Form form={form} onSubmit={save} onFailure={refuse}>
        <DialogBody>
          {overtaken !== null && (
            <EditConflict
              key={base.version}
              message={overtaken}
              load={() => newestOf(base.id)}
              isCurrent={({ version }) => version === base.version}
              changes={(newest) => differences(base, newest)}
              gone="De gebruiker is niet meer te vinden."
              onSettle={settle}
            />
          )}
          <div className="users-form">
            <UserFields form={form} user={base} />
            {form.watch('role') === 'admin' ? <AdminRights /> : <RightsFields form={form} shown={allRights} />}
          </div>
        </DialogBody>
        <SessionNote form={form} base={base} />
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Opslaan</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** Tells beforehand that the person is logged out by this change (rulings 2). */
function SessionNote({ form, base }: { readonly form: UserForm; readonly base: UserDetails }) {
  const values = form.watch()
  const ends = endsSessions(valuesOf(base), values)
  const losesKeys = base.role === 'admin' && values.role !== 'admin'
  return (
    <div role="status" className="users-session">
      {ends && (
        <p className="users-note users-note-warn">
          <LogOut aria-hidden="true" />
          Door deze wijziging van rol of rechten wordt {fullName(base)} overal uitgelogd.
          {losesKeys && ' API keys van deze beheerder werken daarna niet meer.'}
        </p>
      )}
    </div>
  )
}
