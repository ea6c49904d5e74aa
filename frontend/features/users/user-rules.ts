import { type Flag, type Role, roles } from '../../../shared/access.ts'
import type { CurrentUser } from '../../../shared/api/auth.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'

/**
 * Returns the roles that the user may give a person: any for an admin, agent or caller for a team leader (spec §2). A
 * team leader cannot make a caller an agent (access.md).
 */
export const listAllowedRoles = (me: CurrentUser, user: UserDetails | null = null): readonly Role[] => {
  if (me.role === 'admin') return roles
  return user?.role === 'caller' ? ['caller'] : ['agent', 'caller']
}

/** Tells whether the user may give a right to others: an admin any right, others only their own rights (access.md). */
export const mayGive = (me: CurrentUser, flag: Flag): boolean => me.role === 'admin' || me[flag]

/**
 * Tells for each action except editing whether the user may do it to a person (spec §2, §6; rulings 63). Users
 * cannot reset their own 2FA; they turn it off on the security page instead.
 */
export const findAllowedActions = (me: CurrentUser, user: UserDetails) => ({
  ...findStandInActions(me, user),
  changePassword: user.isActive && user.isLocalAccount,
  invite: user.isActive && user.invitedAt !== null,
  resetTwoFactor: me.role === 'admin' && user.isActive && user.twoFactorEnabled && user.id !== me.id,
  deactivate: user.isActive && user.id !== me.id,
  reactivate: me.role === 'admin' && !user.isActive,
})

/** Tells what the user may do about a person as stand-in: two admins name one, one of them ends it (rulings 51b). */
function findStandInActions(me: CurrentUser, { role, isActive, standIn }: UserDetails) {
  const mayName = me.role === 'admin' && isActive && role !== 'admin'
  return {
    proposeStandIn: mayName && standIn === null,
    approveStandIn: mayName && standIn !== null && standIn.approvedAt === null && standIn.proposedBy.id !== me.id,
    endStandIn: mayName && standIn !== null,
  }
}
