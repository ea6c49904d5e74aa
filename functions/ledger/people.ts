import { notFound } from '../../shared/errors.ts'
import { nameOf, ownersOfPerson } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { findUser, type User } from '../platform/identity/user.ts'

export interface BalanceOwner {
  readonly userId?: string | undefined
}

/** Returns id and name of a person as the API shows them; the name 'Onbekend' when `user` is undefined. */
export const nameFor = (id: string, user: User | undefined) =>
  user ? nameOf(user) : { id, firstName: 'Onbekend', lastName: '' }

/**
 * Finds a person whose commissions the actor may see, by default the actor. Throws 403 without access to commissions,
 * 404 out of reach.
 */
export async function findPersonWithin(actor: Caller, { userId = actor.id }: BalanceOwner): Promise<User> {
  const user = await findUser(userId)
  if (!user) throw notFound()
  authorise(actor, 'commission:read', ownersOfPerson(user))
  return user
}
