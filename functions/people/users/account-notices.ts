import { flags } from '../../../shared/access.ts'
import type { AccountEvent } from '../../../shared/notifications.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import { fullName, isActiveAdmin, isStandIn, type User } from '../../platform/identity/user.ts'
import { findAdminsToMail } from '../service.ts'

/** Returns which changes of a person all admins are told: of role, employment or rights (rulings 36). */
const listChanges = (before: User, after: User): AccountEvent[] => [
  ...(before.role === after.role ? [] : ['role' as const]),
  ...(before.employmentType === after.employmentType ? [] : ['employmentType' as const]),
  ...(flags.some((flag) => before[flag] !== after[flag]) ? ['rights' as const] : []),
]

/** Returns the notices that tell the other admins what somebody did to an account; none without events. */
export async function tellAdmins(by: string, user: User, what: readonly AccountEvent[]): Promise<Notice[]> {
  if (what.length === 0) return []
  const facts = { name: fullName(user), role: user.role, what }
  const admins = await findAdminsToMail(by)
  return admins.map(({ id: to }) => ({ kind: 'account-changed', to, subject: user.id, facts }))
}

/** Returns the notices about a changed role, employment or rights of a person. */
export const tellAdminsOfChange = (by: string, before: User, after: User): Promise<Notice[]> =>
  tellAdmins(by, after, listChanges(before, after))

/** Returns the notices about an event of somebody who approves payments, such as a reset of 2FA (rulings 51b). */
export const tellAdminsOfApprover = async (by: string, user: User, what: AccountEvent): Promise<Notice[]> =>
  isActiveAdmin(user) || isStandIn(user) ? tellAdmins(by, user, [what]) : []
