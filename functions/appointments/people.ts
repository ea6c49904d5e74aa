import { AppError, forbidden, unprocessable } from '../../shared/errors.ts'
import { assignableTo, findTeam, notAssignable } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/user.ts'

/** The person an appointment is for: an agent's own by default, else one within reach (rulings 26). */
export async function agentFor(actor: Caller, agentId: string | null | undefined): Promise<User> {
  const id = agentId ?? (actor.role === 'agent' || actor.role === 'teamleader' ? actor.id : null)
  if (!id) throw unprocessable('Kies een agent', 'agentId')
  if (actor.role === 'agent' && id !== actor.id) throw forbidden('Je kunt alleen afspraken voor jezelf plannen')
  const agent = await assignableTo(actor, id)
  if (!agent) throw notAssignable()
  return agent
}

/** The agent's team, else the actor's; neither is a 422 (rulings 26). */
export async function teamFor(agent: User, actor: Caller) {
  const teamId = agent.teamId ?? actor.teamId
  const team = teamId === null ? null : await findTeam(teamId)
  if (!team) throw unprocessable('De agent heeft geen team. Kies eerst een team voor deze agent.', 'agentId')
  return { teamId: team.id, team: { id: team.id, name: team.name, office: team.office } }
}

/** Who asks; 401 when they are no longer there. */
export async function personOf(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new AppError('unauthenticated', 'Session verlopen - wordt doorgestuurd naar login')
  return user
}

/** A person as a row names them. */
export const nameOf = ({ id, firstName, lastName }: User) => ({ id, firstName, lastName })
