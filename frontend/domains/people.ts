import { useQuery } from '@tanstack/react-query'
import { mayBeGivenWork } from '../../shared/access.ts'
import { roleLabels } from '../../shared/contract/fields.ts'
import { teams } from '../../shared/contract/teams.ts'
import { type Colleague, users } from '../../shared/contract/users.ts'
import { fullName } from '../lib/format.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'

/** As many as one page may hold (rulings 12). */
export const WHOLE_PAGE = { limit: '500' }

const itemsOf = <Items>({ items }: { items: Items }): Items => items

/** All teams with this month's counts, by name; for an admin, and nothing is asked for others (spec §6). */
export const useTeams = (enabled: boolean) =>
  useQuery({ ...query(teams.list, { query: WHOLE_PAGE }), select: itemsOf, enabled })

/** All teams, to choose one of. */
export function useTeamOptions(enabled = true) {
  const teams = useTeams(enabled)
  return { options: (teams.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })), source: teams }
}

/** The people one may choose from: an admin everybody, others the agents and team leaders of their team (spec §6). */
export const useColleagues = (enabled = true) =>
  useQuery({ ...query(users.list, { query: WHOLE_PAGE }), select: itemsOf, enabled })

/** Those whom appointments are for, to filter by: agents and team leaders among one's colleagues, and who is chosen. */
export function useAgentOptions(chosen: string | readonly string[] | undefined) {
  const named = [chosen ?? []].flat()
  const colleagues = useColleagues()
  const agents = (colleagues.data ?? []).filter(({ role, id }) => mayBeGivenWork(role) || named.includes(id))
  return { options: personOptions(agents), source: colleagues }
}

/** The callers one may name: an admin everybody's, a team leader those of their team; nothing is asked for others. */
export function useCallers() {
  const mayManage = useCan('user:read')
  return useQuery({
    ...query(users.active, { query: WHOLE_PAGE }),
    select: ({ items }) => items.filter(({ role }) => role === 'caller'),
    enabled: mayManage,
  })
}

/** Whom one may choose to see or correct what they are paid: colleagues, and for an admin also who has left. */
export function usePayeeOptions(enabled = true) {
  const colleagues = useColleagues(enabled)
  const left = useQuery({
    ...query(users.deactivated, { query: WHOLE_PAGE }),
    select: itemsOf,
    enabled: useCan('user:admin') && enabled,
  })
  const gone = (left.data ?? []).map((person) => personOption(person, 'Gedeactiveerd'))
  return { options: [...personOptions(colleagues.data), ...gone], source: left.isError ? left : colleagues }
}

/** A person to choose, as an option of `Combobox`; the hint is their role unless it says more. */
export const personOption = (
  person: Pick<Colleague, 'id' | 'firstName' | 'lastName' | 'role'>,
  hint: string = roleLabels[person.role],
) => ({ value: person.id, label: fullName(person), hint, person: true })

/** The same of several; of none while they are not there. */
export const personOptions = (people: readonly Parameters<typeof personOption>[0][] = []) =>
  people.map((person) => personOption(person))

const AGENTS_STALE_MS = 5 * 60_000

/** Active agents and team leaders who may be given work; kept five minutes (spec §9). */
export const useAgents = (enabled = true) =>
  useQuery({ ...query(users.agents, { query: WHOLE_PAGE }), select: itemsOf, staleTime: AGENTS_STALE_MS, enabled })
