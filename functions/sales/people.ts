import { forbidden, unprocessable } from '../../shared/errors.ts'
import { assignableTo, notAssignable } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/user.ts'

/** Whose sale it is: an agent's own, else somebody whom the actor may give work to (access.md). */
export async function sellerFor(actor: Caller, agentId: string | null | undefined): Promise<User> {
  const id = agentId ?? (actor.role === 'agent' || actor.role === 'teamleader' ? actor.id : null)
  if (!id) throw unprocessable('Kies een agent', 'agentId')
  if (actor.role === 'agent' && id !== actor.id) throw forbidden('Je kunt alleen je eigen sales registreren')
  const agent = await assignableTo(actor, id)
  if (!agent) throw notAssignable()
  return agent
}

/** Who made the appointment, where none is linked: an active person of the own team, for an admin of any. 422 otherwise. */
export async function callerFor(actor: Caller, callerId: string): Promise<User> {
  const user = await findUser(callerId)
  const isWithin = actor.role === 'admin' || user?.id === actor.id || user?.teamId === actor.teamId
  if (!user?.isActive || !isWithin) {
    throw unprocessable('Kies een actieve medewerker uit je eigen team', 'callerId')
  }
  return user
}
