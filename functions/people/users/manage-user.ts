import { conflict } from '../../../shared/errors.ts'
import { user } from '../../../shared/users/record.ts'
import type { UserChange } from '../../../shared/users/schemas.ts'
import type { Caller, Permit } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { buildUserChange, isActiveAdmin, noteReset, raiseEpochs, type User } from '../../platform/identity/user.ts'
import { mapFormFields } from '../../records/form.ts'
import { endKeysOf } from '../api-keys.ts'
import { voidBackupCodes } from '../login/backup-codes.ts'
import { rightsNotice, twoFactorNotice } from '../notices.ts'
import { limitRenames } from '../renaming.ts'
import { rosterMoves } from '../roster.ts'
import { findTeam, requireTeam, requireUnchangedActor } from '../service.ts'
import { tellAdminsOfApprover, tellAdminsOfChange } from './account-notices.ts'
import { refuseMissingPhone, refusePowersBeyondActor, refuseSelf, userRecords } from './authority.ts'
import { detailOf } from './user-details.ts'

/** Returns the outbox item that updates a person's account at Cognito after a change of the row (rulings 8). */
const identityFollows = ({ id }: User): OutboxItem => ({ kind: 'identity-sync', subject: id })

/** Returns the outbox item that updates the fixed costs of a person whose team, employment or activity changed. */
export const userCostsItem = ({ id }: User): OutboxItem => ({ kind: 'user-costs', subject: id })

/** Returns the changes that switch off the API keys of an admin who no longer is one. */
const keysEnding = async (permit: Permit, before: User, after: User): Promise<Change[]> =>
  isActiveAdmin(before) && !isActiveAdmin(after) ? endKeysOf(permit, before.id) : []

/**
 * Changes a person within reach; absent fields stay as they are. A change of role or flags ends their sessions (rulings
 * 2); a former admin loses the API keys they made. Throws 409 when somebody else saved the person since `If-Match`. It
 * is also a 409 when the last admin would lose that role, when admins give up their own admin role, and when others
 * change their own record (rulings 63). Throws 400 at `phone` when the role requires a phone number and there is
 * none, 422 at `teamId` for an unknown team. Throws 403 for powers that the actor may not give, 429 after three renames
 * in a day.
 */
export const updateUser = (actor: Caller, id: string, change: UserChange) =>
  limitRenames(`user#${id}`, (beforeRename) =>
    userRecords.edit(actor, id, detailOf, async (before, permit) => {
      const { row: after } = buildUserChange(before, stored.changed(change))
      refuseSelf(actor, before, after)
      refusePowersBeyondActor(actor, before, after)
      refuseMissingPhone(after)
      const joined = after.teamId !== undefined && after.teamId !== before.teamId ? [requireTeam(after.teamId)] : []
      const renamed = after.firstName !== before.firstName || after.lastName !== before.lastName
      if (renamed) await beforeRename()
      return {
        after,
        conditions: requireUnchangedActor(actor, before),
        write: [...joined, ...rosterMoves(before, after)],
        outbox: [
          ...(renamed ? [{ kind: 'user-renamed' as const, subject: id }] : []),
          ...(isPlacedAnew(before, after) ? [userCostsItem(after)] : []),
          ...rightsNotice(permit, before, after),
        ],
        notify: await tellAdminsOfChange(actor.id, before, after),
        also: await keysEnding(permit, before, after),
      }
    }),
  )

const isPlacedAnew = (before: User, after: User) =>
  before.teamId !== after.teamId || before.employmentType !== after.employmentType

/** Returns the sent fields in their stored form; null removes a value. */
const stored = mapFormFields<User>()([], user.normal)

/**
 * Deactivates a person; also ends their sessions and API keys, and requests that Cognito disables the account (rulings
 * 63). Does nothing when they are deactivated already. Throws 409 for oneself and for the last admin.
 */
export const deactivateUser = (actor: Caller, id: string) =>
  userRecords.edit(
    actor,
    id,
    () => undefined,
    async (before, permit) => {
      if (id === actor.id) throw conflict('Je kunt jezelf niet deactiveren')
      if (!before.isActive) return null
      const { row: after } = buildUserChange(before, { isActive: false })
      return {
        verb: 'deactivate',
        after,
        conditions: requireUnchangedActor(actor, before),
        write: rosterMoves(before, after),
        outbox: [identityFollows(after), userCostsItem(after)],
        notify: await tellAdminsOfApprover(actor.id, before, 'deactivated'),
        also: await keysEnding(permit, before, after),
      }
    },
  )

/**
 * Reactivates a person, who can log in once Cognito has followed; for admins only. Removes the person's team if it was
 * deleted meanwhile. Does nothing when the person is active already.
 */
export const reactivateUser = (actor: Caller, id: string) =>
  userRecords.edit(actor, { id, action: 'user:admin' }, detailOf, async (before) => {
    if (before.isActive) return null
    const team = before.teamId === undefined ? null : await findTeam(before.teamId)
    const { row: after } = buildUserChange(before, { isActive: true, teamId: team?.id })
    return {
      verb: 'reactivate',
      after,
      conditions: requireUnchangedActor(actor, before),
      write: [...(team ? [requireTeam(team.id)] : []), ...rosterMoves(before, after)],
      outbox: [identityFollows(after), userCostsItem(after)],
      notify: await tellAdminsOfApprover(actor.id, after, 'reactivated'),
    }
  })

/**
 * Turns a person's 2FA off, ends their sessions and voids their backup codes, known browsers, calendar feed and API
 * keys; for admins only. The next login forces the set-up.
 */
export const resetTwoFactor = (actor: Caller, id: string) =>
  userRecords.edit(actor, { id, action: 'user:admin' }, detailOf, async (before, permit) => {
    const { row: after } = buildUserChange(before, {
      ...{ twoFactorEnabled: false, ...raiseEpochs(before) },
      ...noteReset(before, actor.id),
    })
    return {
      // Whoever had the account may have made a key, which must not survive its recovery.
      also: id === actor.id ? [] : await endKeysOf(permit, id),
      verb: '2fa-reset',
      after,
      conditions: requireUnchangedActor(actor, before),
      write: [voidBackupCodes(id)],
      outbox: [identityFollows(after), twoFactorNotice(permit, after, 'gereset')],
      notify: await tellAdminsOfApprover(actor.id, after, 'twoFactor'),
    }
  })
