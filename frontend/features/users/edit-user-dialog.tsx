import { LogOut } from 'lucide-react'
import { users } from '../../../shared/api/users.ts'
import { user as card } from '../../../shared/users/record.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { refreshUser, useUser } from '../../lib/session.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { Note } from '../../ui/display/note.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import {
  buildUpdateBody,
  EditForm,
  findChangedFields,
  hasRoleOrRightsChange,
  type UserForm,
  valuesOf,
} from './form-values.ts'
import { allRights } from './rights.ts'
import { AdminRights, RightsFields } from './rights-fields.tsx'
import { StandInNote } from './stand-ins.tsx'
import { UserFields } from './user-fields.tsx'
import styles from './users.module.css'

interface EditUserDialogProps extends Returning {
  readonly user: UserDetails
}

/** Shows the form for the details, role and rights of a person (spec §2). */
export function EditUserDialog({ user, returnFocus, onClose }: EditUserDialogProps) {
  const me = useUser()
  const update = useCommand(users.update)
  return (
    <RecordDialog
      card={card}
      kind="user"
      record={user}
      schema={EditForm}
      valuesOf={(known) => valuesOf(known ?? user)}
      title="Gebruiker bewerken"
      description={user.email}
      submit="Opslaan"
      save={(values, base) =>
        update.mutateAsync({ params: { id: user.id }, body: buildUpdateBody(values, me), version: base?.version })
      }
      saved="Gebruiker bijgewerkt"
      onSaved={() => user.id === me.id && refreshUser()}
      failure={{ title: 'Fout bij bijwerken gebruiker' }}
      conflict={{ newest: users.active, changes: findChangedFields }}
      note={(form, base) => base && <SessionNote form={form} base={base} />}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, base) => (
        <Stack gap={24}>
          <StandInNote user={user} />
          <UserFields form={form} user={base} />
          {form.watch('role') === 'admin' ? <AdminRights /> : <RightsFields form={form} shown={allRights} />}
        </Stack>
      )}
    </RecordDialog>
  )
}

/** Warns while a change of role or rights would log the person out (rulings 2). */
function SessionNote({ form, base }: { readonly form: UserForm; readonly base: UserDetails }) {
  const values = form.watch()
  const ends = hasRoleOrRightsChange(valuesOf(base), values)
  const losesKeys = base.role === 'admin' && values.role !== 'admin'
  return (
    <div role="status" className={styles.session}>
      {ends && (
        <Note className={styles.note}>
          <Row as="p" gap={8} align="start">
            <LogOut aria-hidden="true" />
            Door deze wijziging van rol of rechten wordt {fullNameOf(base)} overal uitgelogd.
            {losesKeys && ' API keys van deze beheerder werken daarna niet meer.'}
          </Row>
        </Note>
      )}
    </div>
  )
}
