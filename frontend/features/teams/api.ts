import { teams } from '../../../shared/api/teams.ts'
import { useCommand } from '../../lib/query.ts'

/** Returns the command that creates a team. */
export const useCreateTeam = () => useCommand(teams.create)
/** Returns the command that changes a team. */
export const useUpdateTeam = () => useCommand(teams.update)
/** Returns the command that deletes a team. */
export const useRemoveTeam = () => useCommand(teams.remove)
