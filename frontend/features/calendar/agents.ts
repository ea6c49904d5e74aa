import { mayBeGivenWork } from '../../../shared/access.ts'
import type { CurrentUser } from '../../../shared/api/auth.ts'
import type { Colleague } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { parseAgentIds } from './calendar-address.ts'
import type { Agent, CalendarFilter, Entry } from './entries.ts'

interface DayViewInput {
  readonly user: Pick<CurrentUser, 'id' | 'role' | 'teamId' | 'firstName' | 'lastName'>
  readonly filter: CalendarFilter
  /** People who can have appointments, of every team that the user may see. */
  readonly agents: readonly Pick<Colleague, 'id' | 'firstName' | 'lastName' | 'teamId'>[]
  readonly isPhone: boolean
}

/**
 * Returns the agents who get a column in the day view, in order of name: the agents with an appointment and, except on
 * a phone, the team of the filter or else of the user. A user who can have appointments comes first. If the filter
 * names agents, only those get a column.
 */
export function listShownAgents(entries: readonly Entry[], { user, filter, agents, isPhone }: DayViewInput): Agent[] {
  const chosen = parseAgentIds(filter.agentId)
  const teamId = filter.teamId ?? user.teamId
  const free = isPhone || teamId === null ? [] : agents.filter((agent) => agent.teamId === teamId)
  const known = [
    ...(mayBeGivenWork(user.role) ? [user] : []),
    ...free,
    ...agents.filter(({ id }) => chosen.includes(id)),
  ]
  const shown = new Map(
    [...entries.map(({ appointment }) => appointment.agent), ...known]
      .filter(({ id }) => chosen.length === 0 || chosen.includes(id))
      .map((agent) => [agent.id, { id: agent.id, name: fullNameOf(agent) }]),
  )
  const rank = ({ id, name }: Agent) => `${id === user.id ? 0 : 1} ${name}`
  return [...shown.values()].sort((one, other) => rank(one).localeCompare(rank(other), 'nl'))
}
