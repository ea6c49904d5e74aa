import { teams } from '../../../shared/api/teams.ts'
import type { Team } from '../../../shared/teams/schemas.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { call } from '../../lib/client.ts'
import { useCommand } from '../../lib/query.ts'

/** Returns the command that creates a team. */
export const useCreateTeam = () => useCommand(teams.create)
/** Returns the command that changes a team. */
export const useUpdateTeam = () => useCommand(teams.update)
/** Returns the command that deletes a team. */
export const useRemoveTeam = () => useCommand(teams.remove)

/** Fetches the current state of a team; null when it is deleted. */
export async function loadNewestTeam({ id }: Pick<Team, 'id'>): Promise<Team | null> {
  const { items } = await call(teams.list, { query: WHOLE_PAGE })
  return items.find((team) => team.id === id) ?? null
}
