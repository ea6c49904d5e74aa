import type { Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import type { User } from '../../platform/identity/user.ts'
import { listWithin } from '../../records/list.ts'
import { sourceInMemory } from '../../records/source.ts'
import { readLastLogins } from '../login/attempts.ts'
import { ownersOfPerson, peopleInState, peopleOfTeam, readTeamsById } from '../service.ts'
import { isManagedByTeamLeader } from './authority.ts'

/** Returns people as the user management shows them: with their team and last login. */
async function detailsOf(users: readonly User[]) {
  const [teams, logins] = await Promise.all([
    readTeamsById(users.flatMap(({ teamId }) => (teamId === undefined ? [] : [teamId]))),
    readLastLogins(users.map(({ id }) => id)),
  ])
  return users.map((user) => ({
    ...user,
    team: (user.teamId === undefined ? null : teams.get(user.teamId)) ?? null,
    lastLogin: logins.get(user.id) ?? null,
  }))
}

/** Returns one person as the user management shows them: with their team and last login. */
export async function detailOf(user: User) {
  const [details = { ...user, team: null, lastLogin: null }] = await detailsOf([user])
  return details
}

/**
 * Lists the active people whom the actor manages, by name: for an admin all, for a team leader the agents and callers
 * of their team (access.md).
 */
export const listActiveUsers = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'user:read', paging, {
    all: () => peopleInState('active'),
    team: (teamId) => peopleOfTeam(teamId),
    own: () => sourceInMemory<User>([]),
    ownersOf: ownersOfPerson,
    matches: actor.role === 'admin' ? undefined : (user) => user.isActive && isManagedByTeamLeader(user),
    show: detailsOf,
  })

/** Lists deactivated people, by name; for admins only. */
export const listDeactivatedUsers = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'user:admin', paging, { all: () => peopleInState('inactive'), show: detailsOf })
