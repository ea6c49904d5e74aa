import type { ReactNode } from 'react'
import type { Role } from '../../../shared/access.ts'
import { employmentLabels, roleLabels } from '../../../shared/api/parts/fields.ts'
import { needsPhone } from '../../../shared/users/choices.ts'
import { userFields } from '../../../shared/users/record.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { useTeamOptions } from '../../domains/people.ts'
import { useUser } from '../../lib/session.ts'
import { PlainFields, RecordField } from '../../records/record-fields.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FieldGroup, FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { EditForm, type UserForm } from './form-values.ts'
import { LicenceFields } from './licence-fields.tsx'
import { listAllowedRoles } from './user-rules.ts'

interface UserFieldsProps {
  readonly form: UserForm
  /** Person to edit; null for a new one. */
  readonly user: UserDetails | null
  /** Login fields of a new person. */
  readonly account?: ReactNode
}

/**
 * Shows the form fields for personal details, role, team, employment and licence of a person. `account` has the login
 * fields of a new person.
 */
export function UserFields({ form, user, account }: UserFieldsProps) {
  return (
    <>
      <FieldGroup legend="Gegevens">
        <FieldRow>
          <RecordField
            form={form}
            name="firstName"
            field={userFields.firstName}
            required
            autoCapitalize="words"
            maxLength={80}
          />
          <RecordField
            form={form}
            name="lastName"
            field={userFields.lastName}
            required
            autoCapitalize="words"
            maxLength={80}
          />
        </FieldRow>
        {account}
        <PhoneField form={form} />
        <PlainFields form={form} fields={userFields} schema={EditForm} group="person" />
      </FieldGroup>
      <FieldGroup legend="Functie">
        <FieldRow>
          <RoleField form={form} user={user} />
          <TeamField form={form} isNew={user === null} />
        </FieldRow>
        <EmploymentField form={form} />
        <LicenceFields form={form} user={user} />
        <PlainFields form={form} fields={userFields} schema={EditForm} group="work" />
      </FieldGroup>
    </>
  )
}

function PhoneField({ form }: { readonly form: UserForm }) {
  const required = needsPhone(form.watch('role') ?? 'agent')
  return (
    <FormField form={form} name="phone" label={userFields.phone.label} required={required} optional={!required}>
      {(field) => <TextInput {...field} type="tel" inputMode="tel" maxLength={40} />}
    </FormField>
  )
}

/**
 * Shows the field of the role. Nobody changes their own role, so that the last admin stays (rulings 63). A team leader
 * cannot promote people (access.md).
 */
function RoleField({ form, user }: Pick<UserFieldsProps, 'form' | 'user'>) {
  const me = useUser()
  const isOwn = user?.id === me.id
  const options = listAllowedRoles(me, user).map((value) => ({ value, label: roleLabels[value] }))
  const hint = isOwn
    ? 'Je eigen rol kan alleen een andere beheerder wijzigen.'
    : options.length === 1 && 'Alleen een beheerder kan een hogere rol geven.'
  return (
    <FormField form={form} name="role" label={userFields.role.label} required {...(hint ? { hint } : {})}>
      {(field) => <Select<Role> {...field} options={options} disabled={Boolean(hint)} />}
    </FormField>
  )
}

/**
 * Shows the field of the team. An admin chooses any team or none; a team leader has one and cannot move people
 * (access.md).
 */
function TeamField({ form, isNew }: { readonly form: UserForm; readonly isNew: boolean }) {
  const me = useUser()
  const isAdmin = me.role === 'admin'
  const all = useTeamOptions(isAdmin)
  const own = me.team ? [{ value: String(me.team.id), label: me.team.name }] : []
  const options = isAdmin ? all.options : own
  const [role, teamId, firstName] = form.watch(['role', 'teamId', 'firstName'])
  const isAlone = !teamId && role !== 'admin'
  return (
    <FormField
      form={form}
      name="teamId"
      label={userFields.teamId.label}
      {...(isAlone && { warning: `Zonder team ziet ${firstName.trim() || 'deze persoon'} niets van collega's.` })}
    >
      {({ value, onChange, onBlur, ref, name }) => (
        <Select
          ref={ref}
          name={name}
          onBlur={onBlur}
          value={value ? String(value) : ''}
          onChange={(id) => onChange(id === '' ? null : Number(id))}
          disabled={!isAdmin && !isNew}
          options={options}
          source={isAdmin ? all.source : undefined}
          {...(isAdmin || options.length === 0 ? { placeholder: 'Geen team' } : {})}
        />
      )}
    </FormField>
  )
}

/** Shows an admin the choice of the employment, which only admins change (rulings 36). Others see it as text. */
function EmploymentField({ form }: Pick<UserFieldsProps, 'form'>) {
  const isAdmin = useUser().role === 'admin'
  return (
    <FormField form={form} name="employmentType" label={userFields.employmentType.label}>
      {({ value, onChange }) =>
        isAdmin ? (
          <SegmentedControl
            value={value ?? 'loondienst'}
            onChange={onChange}
            options={[
              { value: 'loondienst', label: employmentLabels.loondienst },
              { value: 'zzp', label: employmentLabels.zzp },
            ]}
          />
        ) : (
          <p>{employmentLabels[value ?? 'loondienst']}. Alleen een beheerder wijzigt dit.</p>
        )
      }
    </FormField>
  )
}
