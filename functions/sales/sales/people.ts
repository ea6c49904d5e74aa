import { unprocessable } from '../../../shared/errors.ts'
import { findAssignee } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { findUser, type User } from '../../platform/identity/user.ts'

/**
 * Finds the agent of a sale: by default the actor, if an agent or team leader. Throws 403 for an agent who names
 * somebody else, 422 without an agent or for a person to whom the actor may not assign work.
 */
export const findSaleAgent = (actor: Caller, agentId: string | null | undefined): Promise<User> =>
  findAssignee(actor, agentId, 'Je kunt alleen je eigen sales registreren')

/**
 * Finds the caller of a sale without an appointment. Throws 422 unless that person is active and in the actor's team;
 * an admin may choose from all teams.
 */
export async function findSaleCaller(actor: Caller, callerId: string): Promise<User> {
  const user = await findUser(callerId)
  const isWithin = actor.role === 'admin' || user?.id === actor.id || user?.teamId === actor.teamId
  if (!user?.isActive || !isWithin) {
    throw unprocessable('Kies een actieve medewerker uit je eigen team', 'callerId')
  }
  return user
}
