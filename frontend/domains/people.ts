import { useQuery } from '@tanstack/react-query'
import { mayBeGivenWork } from '../../shared/access.ts'
import { roleLabels } from '../../shared/api/parts/fields.ts'
import { teams } from '../../shared/api/teams.ts'
import { users } from '../../shared/api/users.ts'
import type { Colleague } from '../../shared/users/schemas.ts'
import { fullNameOf } from '../lib/format.ts'
import { query } from '../lib/query.ts'
import { useCan, useUser } from '../lib/session.ts'

/** Query of a list with the maximum page size (rulings 12). */
export const WHOLE_PAGE = { limit: '500' }

const itemsOf = <Items>({ items }: { items: Items }): Items => items

/**
 * Fetches all teams, sorted by name, each with the numbers of its members and of its appointments and sales of this
 * month. Only for an admin (spec §6).
 */
export const useTeams = (enabled: boolean) =>
  useQuery({ ...query(teams.list, { query: WHOLE_PAGE }), select: itemsOf, enabled })

/** Returns all teams as options of a `Select`, with the query that loads them. */
export function useTeamOptions(enabled = true) {
  const teams = useTeams(enabled)
  return { options: (teams.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })), source: teams }
}

/** Choice of the records whose owner has no team. */
export const NO_TEAM = { value: '0', label: 'Zonder team' }

/**
 * Fetches the active people that the user may choose from (access.md). An admin gets everybody, a team leader the whole
 * team, others the agents and team leaders of their team.
 */
export const useColleagues = (enabled = true) =>
  useQuery({ ...query(users.list, { query: WHOLE_PAGE }), select: itemsOf, enabled })

/** Fetches the name of an active colleague; '-' until it is there, and without an id. */
export function useColleagueName(id: string | null | undefined): string {
  const colleagues = useColleagues(Boolean(id))
  return fullNameOf(colleagues.data?.find((person) => person.id === id))
}

/** Fetches the other active admins, of whom one approves what moves money. */
export function useOtherAdmins() {
  const user = useUser()
  const { data, isPending } = useColleagues()
  return { admins: (data ?? []).filter(({ id, role }) => role === 'admin' && id !== user.id), isPending }
}

/**
 * Returns agents and team leaders, and any other colleague who is already `chosen`, as options of a `Combobox`; with
 * the query that loads them (`source`).
 */
export function useAgentOptions(chosen: string | readonly string[] | undefined) {
  const named = [chosen ?? []].flat()
  const colleagues = useColleagues()
  const agents = (colleagues.data ?? []).filter(({ role, id }) => mayBeGivenWork(role) || named.includes(id))
  return { options: personOptionsOf(agents), source: colleagues }
}

/**
 * Fetches the active callers that the user may choose from. An admin gets all, a team leader those of the team; nothing
 * is fetched for others.
 */
export function useCallers() {
  const mayManage = useCan('user:read')
  return useQuery({
    ...query(users.active, { query: WHOLE_PAGE }),
    select: ({ items }) => items.filter(({ role }) => role === 'caller'),
    enabled: mayManage,
  })
}

/**
 * Returns the colleagues that the user may choose from as options of a `Combobox`, with the query that loads them
 * (`source`). An admin also gets deactivated people, marked as such.
 */
export function useColleagueOptions(enabled = true) {
  const colleagues = useColleagues(enabled)
  const deactivated = useQuery({
    ...query(users.deactivated, { query: WHOLE_PAGE }),
    select: itemsOf,
    enabled: useCan('user:admin') && enabled,
  })
  const former = (deactivated.data ?? []).map((person) => personOptionOf(person, 'Gedeactiveerd'))
  return {
    options: [...personOptionsOf(colleagues.data), ...former],
    source: deactivated.isError ? deactivated : colleagues,
  }
}

/** Returns a person as an option of a `Combobox`; the hint is the role unless given. */
export const personOptionOf = (
  person: Pick<Colleague, 'id' | 'firstName' | 'lastName' | 'role'>,
  hint: string = roleLabels[person.role],
) => ({ value: person.id, label: fullNameOf(person), hint, person: true })

/** Returns people as options of a `Combobox`; an empty list while they are loading. */
export const personOptionsOf = (people: readonly Parameters<typeof personOptionOf>[0][] = []) =>
  people.map((person) => personOptionOf(person))

const AGENTS_STALE_MS = 5 * 60_000

/** Fetches the active agents and team leaders within reach of the user; cached for five minutes. */
export const useAgents = (enabled = true) =>
  useQuery({ ...query(users.agents, { query: WHOLE_PAGE }), select: itemsOf, staleTime: AGENTS_STALE_MS, enabled })
