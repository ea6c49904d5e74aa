import { unprocessable } from '../../shared/errors.ts'
import { givenTo } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/user.ts'

/** Whose sale it is: an agent's own, else somebody whom the actor may give work to (access.md). */
export const sellerFor = (actor: Caller, agentId: string | null | undefined): Promise<User> =>
  givenTo(actor, agentId, 'Je kunt alleen je eigen sales registreren')

/** Who made the appointment, where none is linked: an active person of the own team, for an admin of any. 422 otherwise. */
export async function callerFor(actor: Caller, callerId: string): Promise<User> {
  const user = await findUser(callerId)
  const isWithin = actor.role === 'admin' || user?.id === actor.id || user?.teamId === actor.teamId
  if (!user?.isActive || !isWithin) {
    throw unprocessable('Kies een actieve medewerker uit je eigen team', 'callerId')
  }
  return user
}
