import { AppError } from '../../shared/errors.ts'
import { givenTo } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/user.ts'

/** The person an appointment is for: an agent's own by default, else one within reach (rulings 26). */
export const agentFor = (actor: Caller, agentId: string | null | undefined): Promise<User> =>
  givenTo(actor, agentId, 'Je kunt alleen afspraken voor jezelf plannen')

/** Who asks; 401 when they are no longer there. */
export async function personOf(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new AppError('unauthenticated', 'Session verlopen - wordt doorgestuurd naar login')
  return user
}
