import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { type Flag, type Flags, flags } from '../../../shared/access.ts'
import type { CurrentUser } from '../../../shared/api/auth.ts'
import { licenseFeeStatus, localDate } from '../../../shared/api/parts/fields.ts'
import { defaultFlags } from '../../../shared/users/choices.ts'
import { userFields } from '../../../shared/users/record.ts'
import { NewUser, type UserDetails } from '../../../shared/users/schemas.ts'
import { differencesOf } from '../../records/differences.ts'
import { formatFieldValue, formLabelsOf, formValuesOf } from '../../records/field-values.ts'
import { rightsOfNewAgent } from './rights.ts'
import { mayGive } from './user-rules.ts'

const licence = {
  licenseFeeStatus,
  lastLicensePayment: z
    .string()
    .transform((date) => date || null)
    .pipe(localDate('Vul een bestaande datum in, zoals 21-11-2026').nullable()),
}

/** Schema of a password field; an empty text counts as no password. */
const typedPassword = z.string().transform((typed): string | undefined => typed || undefined)

/** Schema of the form that creates a person, with the rules of the API. */
export const CreateForm = NewUser.safeExtend({
  ...licence,
  password: typedPassword.pipe(NewUser.shape.password),
  invite: z.boolean(),
})
/** Schema of the form that edits a person, whose e-mail address and password do not change. */
export const EditForm = NewUser.safeExtend({
  ...licence,
  email: z.string(),
  password: z.string().transform((typed): string | undefined => typed),
  invite: z.boolean(),
})

export type FormValues = z.input<typeof CreateForm>
export type CheckedForm = z.output<typeof CreateForm>
export type UserForm = UseFormReturn<FormValues, unknown, CheckedForm>

const only = (names: readonly Flag[], of: (name: Flag) => boolean) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Flags

/** Returns the initial rights of a new person: the default ones that the creator may give (spec §5, access.md). */
const firstFlags = (me: CurrentUser): Flags => only(flags, (name) => defaultFlags[name] && mayGive(me, name))

/** Returns the initial form values of a new person; a team leader's own team is already chosen (spec §2). */
export const initialValuesOf = (me: CurrentUser): FormValues => ({
  ...formValuesOf<FormValues>(userFields, {
    ...{ role: 'agent', employmentType: 'loondienst', licenseFeeStatus: 'paid' },
    ...firstFlags(me),
  }),
  teamId: me.role === 'admin' ? null : me.teamId,
  password: '',
  invite: true,
})

/** Returns the form values of a person. */
export const valuesOf = (user: UserDetails): FormValues => ({
  ...formValuesOf<FormValues>(userFields, user),
  teamId: user.teamId,
  password: '',
  invite: false,
})

/**
 * Returns the request body that creates a person. An agent gets the ticked rights, other roles the default ones (spec
 * §2).
 */
export function buildCreateBody(values: CheckedForm, me: CurrentUser) {
  const { licenseFeeStatus: _status, lastLicensePayment: _paid, password, invite, ...others } = values
  const person = { ...others, ...(invite ? { invite } : { password }) }
  const first = firstFlags(me)
  if (values.role !== 'agent') return { ...person, ...first }
  return { ...person, ...first, ...only(rightsOfNewAgent, (name) => values[name] ?? first[name]) }
}

/**
 * Returns the request body that changes a person. The licence fields are included only if an admin changes a zzp'er.
 */
export function buildUpdateBody(values: CheckedForm, me: CurrentUser) {
  const {
    email: _email,
    password: _password,
    invite: _invite,
    licenseFeeStatus,
    lastLicensePayment,
    ...person
  } = values
  const licensed = me.role === 'admin' && values.employmentType === 'zzp'
  return { ...person, ...(licensed ? { licenseFeeStatus, lastLicensePayment } : {}) }
}

/** Tells whether saving logs the person out, because the role or a right changes (rulings 2). */
export const hasRoleOrRightsChange = (before: FormValues, after: FormValues): boolean =>
  before.role !== after.role || flags.some((name) => before[name] !== after[name])

/** Returns the fields that differ between two states of a person, each with its new value, as `Team: Team Maas`. */
export const findChangedFields = (before: UserDetails, after: UserDetails): string[] =>
  differencesOf(formLabelsOf(userFields), valuesOf(before), valuesOf(after), (name) =>
    name === 'teamId' ? (after.team?.name ?? 'geen team') : formatFieldValue(userFields[name], after[name]),
  )
