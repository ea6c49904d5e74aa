import { ShieldCheck } from 'lucide-react'
import type { Flag } from '../../../shared/access.ts'
import { userFields } from '../../../shared/users/record.ts'
import { useUser } from '../../lib/session.ts'
import { Note } from '../../ui/display/note.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldGroup } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import type { UserForm } from './form-values.ts'
import { rightHints } from './rights.ts'
import { mayGive } from './user-rules.ts'
import styles from './users.module.css'

interface RightsFieldsProps {
  readonly form: UserForm
  readonly shown: readonly Flag[]
}

/** Shows a checkbox per right; those that the user may not give are disabled, with the reason (access.md). */
export function RightsFields({ form, shown }: RightsFieldsProps) {
  const me = useUser()
  return (
    <FieldGroup legend="Rechten">
      <Grid least={220} gap={12} className={styles.rights}>
        {shown.map((flag) => (
          <FormField key={flag} form={form} name={flag}>
            {(field) => (
              <Checkbox
                {...field}
                label={userFields[flag].label}
                hint={
                  mayGive(me, flag)
                    ? rightHints[flag]
                    : `${rightHints[flag]} Dit recht heb je zelf niet. Een beheerder kan het wijzigen.`
                }
                disabled={!mayGive(me, flag)}
              />
            )}
          </FormField>
        ))}
      </Grid>
    </FieldGroup>
  )
}

/** Shows the text that an admin always has all rights, in place of the checkboxes (rulings 4). */
export function AdminRights() {
  return (
    <FieldGroup legend="Rechten">
      <Note tone="neutral">
        <Row as="p" gap={8} align="start">
          <ShieldCheck aria-hidden="true" />
          Een beheerder heeft altijd alle rechten.
        </Row>
      </Note>
    </FieldGroup>
  )
}
