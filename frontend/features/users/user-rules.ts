import { type Flag, type Role, roles } from '../../../shared/access.ts'
import type { CurrentUser } from '../../../shared/contract/auth.ts'
import type { UserDetails } from '../../../shared/contract/users.ts'

/**
 * The roles somebody may give: an admin any, others only agent or caller (spec §2), and nobody a higher one than they
 * have (access.md).
 */
export const rolesFor = (me: CurrentUser, user: UserDetails | null = null): readonly Role[] => {
  if (me.role === 'admin') return roles
  return user?.role === 'caller' ? ['caller'] : ['agent', 'caller']
}

/** A right can be given by whoever has it; an admin has them all (access.md). */
export const mayGive = (me: CurrentUser, flag: Flag): boolean => me.role === 'admin' || me[flag]

/**
 * What one may do to a person of the list besides editing (spec §2, §6; rulings 63). One's own 2FA is ended on the
 * security page, which asks for the password and a code.
 */
export const deedsFor = (me: CurrentUser, user: UserDetails) => ({
  changePassword: user.isActive && user.isLocalAccount,
  invite: user.isActive && user.invitedAt !== null,
  resetTwoFactor: me.role === 'admin' && user.isActive && user.twoFactorEnabled && user.id !== me.id,
  deactivate: user.isActive && user.id !== me.id,
  reactivate: me.role === 'admin' && !user.isActive,
})
