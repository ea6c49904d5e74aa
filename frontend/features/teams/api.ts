import { type Team, teams } from '../../../shared/contract/teams.ts'
import { users } from '../../../shared/contract/users.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { call } from '../../lib/client.ts'
import { refresh, useCommand } from '../../lib/query.ts'

const refreshes = [teams.list, users.active, users.deactivated]

export const useCreateTeam = () => useCommand(teams.create, { refreshes })
export const useUpdateTeam = () => useCommand(teams.update, { refreshes })
export const useRemoveTeam = () => useCommand(teams.remove, { refreshes })

/** A team as it is now, or null when it is gone. */
export async function newestOf({ id }: Pick<Team, 'id'>): Promise<Team | null> {
  const { items } = await call(teams.list, { query: WHOLE_PAGE })
  return items.find((team) => team.id === id) ?? null
}

/** Fetches the teams anew, after somebody else turned out to have changed one. */
export const refreshTeams = () => refresh([teams.list])
