import { reach } from '../../shared/access.ts'
import { forbidden } from '../../shared/errors.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { DEFAULT_LIMIT, decodeCursor, type Paging, pageOf, take } from '../platform/page.ts'
import { type User, Users } from '../platform/user.ts'
import { lastLoginsOf } from './attempts.ts'
import { isManaged } from './authority.ts'
import { teamsById } from './service.ts'

/** People as those who manage them see them: with their team and when they last logged in. */
export async function detailsOf(users: readonly User[]) {
  const [teams, logins] = await Promise.all([
    teamsById(users.flatMap(({ teamId }) => (teamId === undefined ? [] : [teamId]))),
    lastLoginsOf(users.map(({ id }) => id)),
  ])
  return users.map((user) => ({
    ...user,
    team: (user.teamId === undefined ? null : teams.get(user.teamId)) ?? null,
    lastLogin: logins.get(user.id) ?? null,
  }))
}

/** One person with their details. */
export async function detailOf(user: User) {
  const [details] = await detailsOf([user])
  return { ...user, ...details }
}

/** Active people to manage, by name: an admin all, a team leader the agents and callers of the own team (access.md). */
export async function listActive(actor: Caller, paging: Paging) {
  const covered = reach(actor, 'user:read')
  if (!covered) throw forbidden()
  if (covered.scope === 'all') return inState('active', paging)
  if (covered.scope === 'own') return { items: [] }
  const { limit = DEFAULT_LIMIT, cursor } = paging
  const query = Users.query.byTeam({ teamKey: String(covered.teamId) }).gt(positionOf(cursor))
  const { data } = await query.go({ pages: 'all' })
  const managed = data.filter((user) => user.isActive && isManaged(user))
  return withDetails(pageOf(managed, limit, (user) => [user.name, user.id]))
}

/** Deactivated people, by name. */
export async function listDeactivated(actor: Caller, paging: Paging) {
  authorise(actor, 'user:admin')
  return inState('inactive', paging)
}

function positionOf(cursor: string | undefined) {
  const after = decodeCursor(cursor, 2)
  return after ? { name: after[0], id: after[1] } : { name: '', id: '' }
}

async function inState(state: User['state'], { limit = DEFAULT_LIMIT, cursor }: Paging) {
  const query = Users.query.byState({ state }).gt(positionOf(cursor))
  return withDetails(pageOf(await take(query, limit + 1), limit, (user) => [user.name, user.id]))
}

const withDetails = async (page: { items: User[]; cursor?: string }) => ({
  ...page,
  items: await detailsOf(page.items),
})
