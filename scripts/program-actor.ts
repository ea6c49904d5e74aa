import { randomUUID } from 'node:crypto'
import type { Caller } from '../functions/platform/actor.ts'
import { findOwner } from '../functions/platform/data/unique.ts'
import { actorOf, findUser, fullName, isActiveAdmin, type User } from '../functions/platform/identity/user.ts'
import { normaliseEmail } from '../shared/identifiers.ts'

/** Finds a user by e-mail address; throws when nobody has it. */
export async function findUserByEmail(email: string): Promise<User> {
  const user = await findUser((await findOwner('email', normaliseEmail(email))) ?? '-')
  if (!user) throw new Error(`Nobody has the address ${email}`)
  return user
}

/**
 * Returns the admin in whose name a program works, so that the audit log names a person. Throws without an address
 * (`--as`), and for somebody who is no active admin.
 */
export async function findActor(email: string | undefined, program: string): Promise<Caller> {
  if (!email) throw new Error('Say in whose name: --as with the e-mail address of an admin')
  const user = await findUserByEmail(email)
  if (!isActiveAdmin(user)) throw new Error(`${email} is no active admin`)
  const origin = { requestId: randomUUID(), ip: '-', userAgent: program }
  return { ...actorOf(user), name: fullName(user), origin, epoch: user.sessionEpoch }
}
