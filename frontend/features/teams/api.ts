import { type Team, teams } from '../../../shared/contract/teams.ts'
import { users } from '../../../shared/contract/users.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { call } from '../../lib/client.ts'
import { refresh, useCommand } from '../../lib/query.ts'

const refreshes = [teams.list, users.active, users.deactivated]

/** Returns the command that creates a team. */
export const useCreateTeam = () => useCommand(teams.create, { refreshes })
/** Returns the command that changes a team. */
export const useUpdateTeam = () => useCommand(teams.update, { refreshes })
/** Returns the command that deletes a team. */
export const useRemoveTeam = () => useCommand(teams.remove, { refreshes })

/** Fetches the current state of a team; null when it is deleted. */
export async function loadNewestTeam({ id }: Pick<Team, 'id'>): Promise<Team | null> {
  const { items } = await call(teams.list, { query: WHOLE_PAGE })
  return items.find((team) => team.id === id) ?? null
}

/** Fetches the teams on screen again, after somebody else changed one. */
export const refreshTeams = () => refresh([teams.list])
