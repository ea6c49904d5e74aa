import { readTeamsById } from '../functions/people/service.ts'
import { findUser } from '../functions/platform/identity/user.ts'
import { propagatePersonName, propagateTeamName } from '../functions/records/names.ts'
import * as named from './named.ts'

/** Kinds of rows that hold a copy of a person's or team's name. */
const kinds = Object.values(named)

/**
 * Updates the copies of a person's name in other records and in counters; does nothing when the person no longer
 * exists.
 */
export async function refreshPersonName(userId: string): Promise<void> {
  const user = await findUser(userId)
  if (user) await propagatePersonName(user, kinds)
}

/** Updates the copies of a team's name in other records. After the deletion of a team the copies stay. */
export async function refreshTeamName(teamId: number): Promise<void> {
  const team = (await readTeamsById([teamId])).get(teamId)
  if (team) await propagateTeamName(team, kinds)
}
