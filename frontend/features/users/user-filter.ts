import * as z from 'zod'
import { roles } from '../../../shared/access.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { scoreMatch } from '../../ui/choices/search-text.ts'

/** Columns that can be sorted. */
const sortable = ['user', 'email', 'phone', 'role', 'team', 'status'] as const

/** Sort orders in the page address: a column, with `-` before it for descending. */
export const userOrders = sortable.flatMap((column) => [column, `-${column}`] as const)

/** Schema of the parameter in the page address that chooses the tab. */
export const UserTabs = z.object({ tab: z.enum(['active', 'deactivated']) })
export type UserTab = z.output<typeof UserTabs>['tab']

/** Value of the team filter that selects people without a team (spec §5). */
export const NO_TEAM = 'geen'

/** Schema of the filters on users in the page address. */
export const UserFilter = z.object({
  /** Text in name, e-mail, phone or team. */
  q: z.string().trim().max(100),
  role: z.enum(roles),
  team: z.string().regex(/^(\d{1,7}|geen)$/),
})
export type UserFilter = Partial<z.output<typeof UserFilter>>

/** Tells whether a person matches all given filters. */
export function matchesFilter(user: UserDetails, { q, role, team }: UserFilter): boolean {
  if (role && user.role !== role) return false
  if (team && String(user.teamId ?? NO_TEAM) !== team) return false
  return !q || scoreMatch(q, textsOf(user)) > 0
}

const textsOf = ({ firstName, lastName, email, phone, team }: UserDetails): string[] =>
  [fullNameOf({ firstName, lastName }), email, phone, phone?.replace(/\D/g, ''), team?.name].filter(
    (text): text is string => Boolean(text),
  )
