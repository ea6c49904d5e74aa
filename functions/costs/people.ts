import { notFound, unprocessable } from '../../shared/errors.ts'
import { condition, type GuardedWrite } from '../platform/commit.ts'
import { findUser, type User, Users } from '../platform/user.ts'

const unknownPerson = (field: string) => unprocessable('Deze medewerker bestaat niet', field)

/** Finds whom a form names; 422 at the field for nobody. */
export async function personOf(id: string, field = 'userId'): Promise<User> {
  const user = await findUser(id)
  if (!user) throw unknownPerson(field)
  return user
}

/** Finds whom a query names; 404 for nobody. */
export async function personAsked(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw notFound()
  return user
}

/** Returns the condition that somebody is still in the team they were read in. */
export function stillInTeam({ id, teamKey }: User): GuardedWrite {
  const standing = Users.delete({ id }).where((row, { eq }) => eq(row.teamKey, teamKey))
  return condition(standing, () =>
    unprocessable('Deze medewerker ging net naar een ander team. Probeer het opnieuw.', 'userId'),
  )
}
