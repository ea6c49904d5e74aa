import type { Role } from '../access.ts'
import { secret } from '../api/parts/fields.ts'
import * as z from '../zod.ts'
import { firstPasswordText, needsPhone, ownPassword } from './choices.ts'
import { user } from './record.ts'

/** A person as those who manage people see them. */
export const UserDetails = z.object(user.shown)
export type UserDetails = z.output<typeof UserDetails>

/** A person one can pick in a list or assign work to. */
export const Colleague = UserDetails.pick({ id: true, firstName: true, lastName: true, role: true, teamId: true })
export type Colleague = z.output<typeof Colleague>

/** Somebody to whom work can be assigned; only those who manage people see the e-mail address (access.md). */
export const Agent = Colleague.extend({ email: z.string().optional() })

const phoneRequired = 'Telefoonnummer is verplicht voor agenten en teamleiders'
const hasPhone = (form: { role?: Role | undefined; phone?: string | null | undefined }) =>
  !form.role || !needsPhone(form.role) || Boolean(form.phone)
const phoneIssue = { path: ['phone'], error: phoneRequired }

const typed = z.object(user.typed)

/** Body of a new person, with a first password or an invitation by mail; absent flags take their default. */
export const NewUser = typed
  .refine(hasPhone, phoneIssue)
  .refine(({ password, invite }) => invite || password !== undefined, {
    path: ['password'],
    error: firstPasswordText,
  })
export type NewUser = z.output<typeof NewUser>

/** Body that changes a person; absent fields stay, `teamId: null` means no team (spec §5). */
export const UserChange = typed.omit({ email: true, password: true, invite: true }).partial().extend(user.changed)
export type UserChange = z.output<typeof UserChange>

/**
 * A new password. A change of one's own password also needs the current password (rulings 9), unless somebody else set
 * the current one (decision 93).
 */
export const PasswordChange = z.object({
  newPassword: ownPassword,
  currentPassword: z.string().max(256).optional().meta(secret),
})
