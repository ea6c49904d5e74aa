import { notLoggedIn } from '../../shared/errors.ts'
import type { Caller } from '../platform/actor.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { type User, Users } from '../platform/identity/user.ts'

/**
 * Returns the condition that the actor stays active, with the same role, rights and team, until the write; it fails
 * with 401. When actors change themselves (`target`), checks this at once and returns no condition, as the write of
 * their own row has one.
 */
export function requireUnchangedActor(actor: Caller, target: User | null): GuardedWrite[] {
  const epoch = actor.epoch ?? -1
  if (target?.id === actor.id) {
    if (!target.isActive || target.sessionEpoch !== epoch) throw notLoggedIn()
    return []
  }
  const teamKey = actor.teamId === null ? 'none' : String(actor.teamId)
  const standing = Users.delete({ id: actor.id }).where(
    (row, { eq }) => `${eq(row.isActive, true)} AND ${eq(row.sessionEpoch, epoch)} AND ${eq(row.teamKey, teamKey)}`,
  )
  return [condition(standing, () => notLoggedIn())]
}
