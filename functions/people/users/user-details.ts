import type { Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import type { StandIn, User } from '../../platform/identity/user.ts'
import { listWithin } from '../../records/list.ts'
import { onlyItem } from '../../records/only-item.ts'
import { sourceInMemory } from '../../records/source.ts'
import { readLastLogins } from '../login/attempts.ts'
import { namesOf, ownersOfPerson, peopleInState, peopleOfTeam, readTeamsById } from '../service.ts'
import { isManagedByTeamLeader } from './authority.ts'

/** Returns people as the user management shows them: with their team, last login and who made them a stand-in. */
async function detailsOf(users: readonly User[]) {
  const namers = users.flatMap(({ standIn }) => [standIn?.proposedBy, standIn?.approvedBy])
  const [teams, logins, names] = await Promise.all([
    readTeamsById(users.flatMap(({ teamId }) => (teamId === undefined ? [] : [teamId]))),
    readLastLogins(users.map(({ id }) => id)),
    namesOf(namers.filter((id) => id !== undefined)),
  ])
  return users.map((user) => ({
    ...user,
    team: (user.teamId === undefined ? null : teams.get(user.teamId)) ?? null,
    lastLogin: logins.get(user.id) ?? null,
    standIn: user.standIn && standInOf(user.standIn, names),
  }))
}

const standInOf = (
  { proposedBy, proposedAt, approvedBy, approvedAt }: StandIn,
  names: Awaited<ReturnType<typeof namesOf>>,
) => ({
  ...{ proposedBy: names(proposedBy), proposedAt, approvedAt },
  approvedBy: approvedBy === undefined ? undefined : names(approvedBy),
})

/** Returns one person as the user management shows them. */
export const detailOf = async (user: User) => onlyItem(await detailsOf([user]))

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
