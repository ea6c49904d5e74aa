import type { Flag } from '../../shared/access.ts'
import type { UserChange } from '../../shared/contract/users.ts'
import { conflict } from '../../shared/errors.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import type { Caller, Permit } from '../platform/actor.ts'
import { type Change, commit, commitAll, unchanged } from '../platform/commit.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import { rosterMoves } from '../platform/roster.ts'
import { changeUser, type User } from '../platform/user.ts'
import { switchingOffKeysOf } from './api-keys.ts'
import { authoriseOver, refuseBeyond, refuseMissingPhone, refuseSelf, stillActing } from './authority.ts'
import { backupCodesVoided } from './backup-codes.ts'
import { findTeam, teamStands } from './service.ts'
import { detailOf } from './user-details.ts'

const entityOf = ({ id }: User) => ({ type: 'user', id })

/** Cognito follows the row (rulings 8). */
const identityFollows = ({ id }: User): OutboxItem => ({ kind: 'identity-sync', subject: id })

/** API keys that go off in one transaction; it holds a hundred writes. */
const KEYS_AT_ONCE = 40

const isAdmin = ({ isActive, role }: User) => isActive && role === 'admin'

/** The changes of the API keys that go off with a change of their maker, as many as its transaction still holds. */
async function keysEnding(permit: Permit, before: User, after: User): Promise<Change[]> {
  if (!isAdmin(before) || isAdmin(after)) return []
  const keys = await switchingOffKeysOf(before.id)
  while (keys.length > KEYS_AT_ONCE) await commitAll(permit, keys.splice(0, KEYS_AT_ONCE), undefined)
  return keys
}

/**
 * Changes a person within reach; what is absent stays. A change of role or flags ends their sessions (rulings 2); who is
 * an admin no longer loses the API keys they made. 409 when somebody else saved them since `If-Match`, for the last
 * admin, and for one's own admin role (rulings 63); 403 beyond the actor's own rights.
 */
export async function updateUser(actor: Caller, id: string, change: UserChange) {
  const { permit, user: before } = await authoriseOver(actor, 'user:manage', id)
  refuseStale(actor, before)
  const { row: after, write } = changeUser(before, changesOf(change))
  refuseSelf(actor, before, after)
  refuseBeyond(actor, before, after)
  refuseMissingPhone(after)
  const joined = after.teamId !== undefined && after.teamId !== before.teamId ? [teamStands(after.teamId)] : []
  const renamed = after.firstName !== before.firstName || after.lastName !== before.lastName
  const edit: Change = {
    action: 'user.update',
    entity: entityOf(after),
    before,
    after,
    write: [...stillActing(actor, before), write, ...joined, ...rosterMoves(before, after)],
    outbox: renamed ? [{ kind: 'user-renamed', subject: id }] : [],
  }
  return commitAll(permit, [edit, ...(await keysEnding(permit, before, after))], await detailOf(after))
}

function refuseStale(actor: Caller, { version }: User): void {
  const { expectedVersion } = actor.origin
  if (expectedVersion === undefined || expectedVersion === version) return
  throw conflict('Iemand anders heeft deze gebruiker intussen gewijzigd. Ververs en probeer het opnieuw.')
}

/** The fields that were sent, as they are stored: null takes a value away. */
function changesOf(change: UserChange): Partial<User> {
  const { phone, teamId, lastLicensePayment, role, ...rest } = change
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<
    Pick<User, Flag | 'firstName' | 'lastName' | 'employmentType' | 'licenseFeeStatus'>
  >
  return {
    ...sent,
    role,
    ...(phone === undefined ? {} : { phone: phone === null ? undefined : normalisePhone(phone) }),
    ...(teamId === undefined ? {} : { teamId: teamId ?? undefined }),
    ...(lastLicensePayment === undefined ? {} : { lastLicensePayment: lastLicensePayment ?? undefined }),
  }
}

/**
 * Deactivates a person: their sessions and API keys end with the row, Cognito follows (rulings 63). 409 for oneself and
 * for the last admin; nothing happens to somebody who is deactivated already.
 */
export async function deactivateUser(actor: Caller, id: string) {
  const { permit, user: before } = await authoriseOver(actor, 'user:manage', id)
  if (id === actor.id) throw conflict('Je kunt jezelf niet deactiveren')
  if (!before.isActive) return unchanged(permit, undefined)
  const { row: after, write } = changeUser(before, { isActive: false })
  const shutOut: Change = {
    action: 'user.deactivate',
    entity: entityOf(after),
    before,
    after,
    write: [...stillActing(actor, before), write, ...rosterMoves(before, after)],
    outbox: [identityFollows(after)],
  }
  return commitAll(permit, [shutOut, ...(await keysEnding(permit, before, after))], undefined)
}

/** Lets a deactivated person in again, once Cognito has followed; without a team when theirs was deleted meanwhile. */
export async function reactivateUser(actor: Caller, id: string) {
  const { permit, user: before } = await authoriseOver(actor, 'user:admin', id)
  if (before.isActive) return unchanged(permit, await detailOf(before))
  const team = before.teamId === undefined ? null : await findTeam(before.teamId)
  const { row: after, write } = changeUser(before, { isActive: true, teamId: team?.id })
  return commit(
    permit,
    {
      action: 'user.reactivate',
      entity: entityOf(after),
      before,
      after,
      write: [
        ...stillActing(actor, before),
        write,
        ...(team ? [teamStands(team.id)] : []),
        ...rosterMoves(before, after),
      ],
      outbox: [identityFollows(after)],
    },
    await detailOf(after),
  )
}

/** Turns a person's 2FA off and ends their sessions, so that the next login sets it up again; backup codes are void. */
export async function resetTwoFactor(actor: Caller, id: string) {
  const { permit, user: before } = await authoriseOver(actor, 'user:admin', id)
  const changes = { twoFactorEnabled: false, sessionEpoch: before.sessionEpoch + 1 }
  const { row: after, write } = changeUser(before, changes)
  return commit(
    permit,
    {
      action: 'user.2fa-reset',
      entity: entityOf(after),
      before,
      after,
      write: [...stillActing(actor, before), write, backupCodesVoided(id)],
      outbox: [identityFollows(after)],
    },
    await detailOf(after),
  )
}
