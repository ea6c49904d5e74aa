import { type Flag, type Role, roles } from '../../../shared/access.ts'
import type { CurrentUser } from '../../../shared/contract/auth.ts'
import type { UserDetails } from '../../../shared/contract/users.ts'

/**
 * Returns the roles a user may give: any for an admin, else only agent or caller (spec §2), and never a higher one than
 * their own (access.md).
 */
export const rolesFor = (me: CurrentUser, user: UserDetails | null = null): readonly Role[] => {
  if (me.role === 'admin') return roles
  return user?.role === 'caller' ? ['caller'] : ['agent', 'caller']
}

/** Tells whether a user may give a right: those who have it may, and an admin has all (access.md). */
export const mayGive = (me: CurrentUser, flag: Flag): boolean => me.role === 'admin' || me[flag]

/**
 * Returns the possible actions on a person besides editing (spec §2, §6; rulings 63). Users end their own 2FA on the
 * security page, which asks for the password and a code.
 */
export const deedsFor = (me: CurrentUser, user: UserDetails) => ({
  changePassword: user.isActive && user.isLocalAccount,
  invite: user.isActive && user.invitedAt !== null,
  resetTwoFactor: me.role === 'admin' && user.isActive && user.twoFactorEnabled && user.id !== me.id,
  deactivate: user.isActive && user.id !== me.id,
  reactivate: me.role === 'admin' && !user.isActive,
})
