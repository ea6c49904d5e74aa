import { type Flag, type Role, roles } from '../../../shared/access.ts'
import type { CurrentUser } from '../../../shared/contract/auth.ts'
import type { UserDetails } from '../../../shared/contract/users.ts'

/** The roles somebody may give: an admin any, others only agent or caller (spec §2). */
export const rolesFor = (me: CurrentUser): readonly Role[] => (me.role === 'admin' ? roles : ['agent', 'caller'])

/** A right can be given by whoever has it; an admin has them all (access.md). */
export const mayGive = (me: CurrentUser, flag: Flag): boolean => me.role === 'admin' || me[flag]

/** What one may do to a person of the list besides editing (spec §2, §6; rulings 63). */
export const deedsFor = (me: CurrentUser, user: UserDetails) => ({
  changePassword: user.isActive && user.isLocalAccount,
  resetTwoFactor: me.role === 'admin' && user.isActive && user.twoFactorEnabled,
  deactivate: user.isActive && user.id !== me.id,
  reactivate: me.role === 'admin' && !user.isActive,
})
