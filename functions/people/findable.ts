import { mayBeGivenWork } from '../../shared/access.ts'
import { fullName, type User, Users } from '../platform/identity/user.ts'
import { assignableKey, findable } from '../records/findable.ts'
import { everyRow } from '../records/source.ts'
import { peopleInState } from './service.ts'

/**
 * Search attributes of active people. Agents and callers find those of their team whom work is given to, by
 * name alone; team leaders by e-mail address too, and admins by phone number (access.md).
 */
export const findablePeople = findable<'person', User>({
  kind: 'person',
  entity: Users,
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
  every: () => everyRow(peopleInState('active')),
})
