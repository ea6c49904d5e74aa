import { mayBeGivenWork } from '../../shared/access.ts'
import { fullName, type User } from '../platform/identity/user.ts'
import { assignableKey, defineFindable } from '../records/findable.ts'
import { iterateRows } from '../records/source.ts'
import { peopleInState } from './service.ts'

/**
 * Search definition of active people: the fields to search, and who finds them. Agents and callers find the agents and
 * team leaders of their team, by name alone. Team leaders search by e-mail address too, and admins also by phone number
 * (access.md).
 */
export const findablePeople = defineFindable<'person', User>({
  kind: 'person',
  sortKey: 'user',
  readers: {
    team: ({ teamId }) => teamId,
    own: ({ teamId, role }) => [teamId !== undefined && mayBeGivenWork(role) ? assignableKey(teamId) : undefined],
  },
  isFound: ({ isActive }) => isActive,
  dayOf: ({ createdAt }) => createdAt,
  shown: (user) => ({ name: fullName(user), role: user.role }),
  also: ({ email, phone }) => [
    { field: 'email', text: email, shownAs: email, only: 'teams' },
    ...(phone ? [{ field: 'phone' as const, text: phone, shownAs: phone, only: 'all' as const }] : []),
  ],
})

/** Reads all active people, to repair the search index. */
export const readEveryPerson = () => iterateRows(peopleInState('active'))
