import { AppError } from '../../shared/errors.ts'
import { findAssignee } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/identity/user.ts'

/**
 * Returns the chosen agent of an appointment; by default the actor, if an agent or team leader (rulings 26). Throws 403
 * when an agent chooses a colleague, 422 without an agent or for one whom the actor may not choose.
 */
export const findAgentFor = (actor: Caller, agentId: string | null | undefined): Promise<User> =>
  findAssignee(actor, agentId, 'Je kunt alleen afspraken voor jezelf plannen')

/** Returns the user of the session by id. Throws 401 when the user no longer exists. */
export async function findSessionUser(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new AppError('unauthenticated', 'Session verlopen - wordt doorgestuurd naar login')
  return user
}
