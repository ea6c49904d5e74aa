import { useQuery } from '@tanstack/react-query'
import { type Team, teams } from '../../../shared/contract/teams.ts'
import { users } from '../../../shared/contract/users.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { query, queryClient, useCommand } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

const PAGE = { limit: '500' }
const refreshes = [teams.list, users.active, users.deactivated]

/** All teams with this month's counts, by name. */
export const useTeams = () => useQuery({ ...query(teams.list, { query: PAGE }), select: ({ items }) => items })

export const useCreateTeam = () => useCommand(teams.create, { refreshes })
export const useUpdateTeam = () => useCommand(teams.update, { refreshes })
export const useRemoveTeam = () => useCommand(teams.remove, { refreshes })

/** A team as it is now, or null when it is gone. */
export async function newestOf(id: number): Promise<Team | null> {
  const { items } = await call(teams.list, { query: PAGE })
  return items.find((team) => team.id === id) ?? null
}

/** Fetches the teams anew, after somebody else turned out to have changed one. */
export const refreshTeams = () => queryClient.invalidateQueries({ queryKey: [teams.list.path] })

/** Whether the server refused with this HTTP status. */
export const isRefused = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof CallError && statuses.includes(error.status)

/** Tells of a failure in the words of the server, else those of spec §8. */
export const fail = (error: unknown, fallback: string): void =>
  toast({ title: 'Fout', description: messageOf(error, fallback), tone: 'destructive' })
