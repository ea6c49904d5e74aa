import { reach } from '../../shared/access.ts'
import { forbidden } from '../../shared/errors.ts'
import type { Caller } from '../platform/actor.ts'
import { DEFAULT_LIMIT, decodeCursor, type Paging, pageOf, take } from '../platform/page.ts'
import { type TeamRow, Teams } from './entity.ts'

/** Teams within reach, by name: an admin sees all, others their own (access.md). */
export async function listTeams(actor: Caller, { limit = DEFAULT_LIMIT, cursor }: Paging) {
  const covered = reach(actor, 'team:read')
  if (!covered) throw forbidden()
  if (covered.scope !== 'all') {
    const own = actor.teamId === null ? null : await findTeam(actor.teamId)
    return { items: own ? [own] : [] }
  }
  const after = decodeCursor(cursor, 2)
  const all = Teams.query.all({})
  const rest = after ? all.gt({ sortName: after[0], id: Number(after[1]) }) : all
  return pageOf(await take(rest, limit + 1), limit, (team) => [team.sortName, team.id])
}

/** One team, or null. */
export async function findTeam(id: number): Promise<TeamRow | null> {
  const { data } = await Teams.get({ id }).go()
  return data
}
