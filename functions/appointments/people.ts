import { AppError, forbidden, unprocessable } from '../../shared/errors.ts'
import { assignableTo, notAssignable } from '../people/service.ts'
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

/** Who asks; 401 when they are no longer there. */
export async function personOf(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new AppError('unauthenticated', 'Session verlopen - wordt doorgestuurd naar login')
  return user
}
