import { AppError } from '../../shared/errors.ts'
import { findAssignee } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/identity/user.ts'

/**
 * Finds the agent of an appointment: by default an agent themselves, else the chosen person within reach (rulings 26).
 */
export const agentFor = (actor: Caller, agentId: string | null | undefined): Promise<User> =>
  findAssignee(actor, agentId, 'Je kunt alleen afspraken voor jezelf plannen')

/** Finds the person of the session. Throws 401 when they do not exist any more. */
export async function personOf(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new AppError('unauthenticated', 'Session verlopen - wordt doorgestuurd naar login')
  return user
}
