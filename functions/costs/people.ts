import { notFound, unprocessable } from '../../shared/errors.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { findUser, type User, Users } from '../platform/identity/user.ts'

const unknownPerson = (field: string) => unprocessable('Deze medewerker bestaat niet', field)

/** Finds the person whose id a form names, also a deactivated one. Throws 422 at `field` for an unknown id. */
export async function requireFormPerson(id: string, field = 'userId'): Promise<User> {
  const user = await findUser(id)
  if (!user) throw unknownPerson(field)
  return user
}

/** Finds the person whose id a query or path names, also a deactivated one. Throws 404 for an unknown id. */
export async function requireQueryPerson(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw notFound()
  return user
}

/** Returns the condition that a person is in the same team as when they were read; it fails with 422 at `userId`. */
export function requireStillInTeam({ id, teamKey }: User): GuardedWrite {
  const standing = Users.delete({ id }).where((row, { eq }) => eq(row.teamKey, teamKey))
  return condition(standing, () =>
    unprocessable('Deze medewerker ging net naar een ander team. Probeer het opnieuw.', 'userId'),
  )
}
