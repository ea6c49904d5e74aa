import type { EntityItem } from 'electrodb'
import { type Actor, effectiveFlags, flags, roles } from '../../shared/access.ts'
import { employmentType, licenseFeeStatus } from '../../shared/contract/fields.ts'
import { changedMeanwhile } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import type { GuardedWrite } from './commit.ts'
import { whole } from './rows.ts'
import { Entity, flag, gsi1, gsi2, model, primary, store } from './table.ts'

/**
 * People. Every request reads one, so the entity stands in the platform.
 * Rows are written whole, under their version; what changes outside an edit has an item of its own (Logins, BackupCodes).
 *
 * | Read                     | Index   | Key                       |
 * | one person               | primary | id                        |
 * | active or inactive ones  | gsi1    | state · name, id          |
 * | a team's people          | gsi2    | teamKey · name, id        |
 */
export const Users = new Entity(
  {
    model: model('user'),
    attributes: {
      id: { type: 'string', required: true },
      version: { type: 'number', required: true },
      email: { type: 'string', required: true },
      firstName: { type: 'string', required: true },
      lastName: { type: 'string', required: true },
      name: { type: 'string', required: true },
      phone: { type: 'string' },
      profileImageUrl: { type: 'string' },
      role: { type: roles, required: true },
      teamId: { type: 'number' },
      teamKey: { type: 'string', required: true },
      isLocalAccount: flag,
      hasSalesAccess: flag,
      hasCalendarAccess: flag,
      hasLeadsAccess: flag,
      hasPersonalDataAccess: flag,
      hasCommissionsAccess: flag,
      hasSalesReportsAccess: flag,
      hasInvoiceAccess: flag,
      hasTransactionsAccess: flag,
      employmentType: { type: employmentType.options, required: true },
      licenseFeeStatus: { type: licenseFeeStatus.options, required: true },
      lastLicensePayment: { type: 'string' },
      isActive: flag,
      state: { type: ['active', 'inactive'] as const, required: true },
      twoFactorEnabled: flag,
      /** Somebody else set their password: until they chose one of their own they reach nothing else (decision 37). */
      mustChangePassword: { type: 'boolean' },
      /** When they were invited to choose a password; absent once they have one. */
      invitedAt: { type: 'string' },
      /** First things to do that a newcomer has not opened yet; absent once there are none. */
      welcome: { type: 'list', items: { type: 'string' } },
      /** Sessions carry the epoch they began in; raising it ends them all (rulings 2). */
      sessionEpoch: { type: 'number', required: true },
      /** What was handed out under an earlier one, feeds and known browsers, opens nothing any more (absent: 0). */
      credentialEpoch: { type: 'number' },
      /** Idle seconds after which a session ends. */
      sessionTimeout: { type: 'number', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
    },
    indexes: {
      primary: primary('user#${id}', 'user'),
      byState: gsi1('users#${state}', '${name}#${id}'),
      byTeam: gsi2('users#team#${teamKey}', '${name}#${id}'),
    },
  },
  store,
)
export type User = Whole<EntityItem<typeof Users>>

/** The fields of a user that are derived from others; spread into a row before it is written. */
export const derivedOf = (
  user: Pick<User, 'firstName' | 'lastName' | 'isActive'> & { readonly teamId?: User['teamId'] },
) => ({
  name: `${user.lastName} ${user.firstName}`.toLowerCase(),
  teamKey: user.teamId === undefined ? 'none' : String(user.teamId),
  state: user.isActive ? ('active' as const) : ('inactive' as const),
})

/** The stored access flags of a user. */
export const flagsOf = (user: User) =>
  Object.fromEntries(flags.map((name) => [name, user[name]])) as Record<(typeof flags)[number], boolean>

/** A person as the access table asks about them, with the flags that count (rulings 4). */
export const actorOf = (user: User): Actor => ({
  id: user.id,
  role: user.role,
  teamId: user.teamId ?? null,
  flags: effectiveFlags(user.role, flagsOf(user)),
})

/** The full name as people read it. */
export const fullName = (user: Pick<User, 'firstName' | 'lastName'>) => `${user.firstName} ${user.lastName}`.trim()

/** One person, strongly consistent, or null. */
export async function findUser(id: string): Promise<User | null> {
  const { data } = await Users.get({ id }).go({ consistent: true })
  return whole(data)
}

/** What a change of ends every session of a person (rulings 2). */
const powers = ['role', 'isActive', 'twoFactorEnabled', ...flags] as const

/**
 * A user's row with changes, and the write that stores it unless somebody else changed the row first (409). A change
 * of role, flags, 2FA or being active raises the session epoch, so that no caller can forget it (rulings 2).
 */
export function changeUser(before: User, changes: Partial<User>): { row: User; write: GuardedWrite } {
  const endsSessions = powers.some((name) => name in changes && changes[name] !== before[name])
  const sessionEpoch = changes.sessionEpoch ?? before.sessionEpoch + (endsSessions ? 1 : 0)
  const changed = { ...before, ...changes, sessionEpoch, version: before.version + 1, updatedAt: now() }
  const row = { ...changed, ...derivedOf(changed) }
  const write = Users.put(row).where((attribute, { eq }) => eq(attribute.version, before.version))
  return {
    row,
    write: { write, otherwise: () => changedMeanwhile('deze gebruiker') },
  }
}

/** Which credentials a person has: raised with each password, and by a reset of 2FA. */
export const credentialEpochOf = ({ credentialEpoch = 0 }: Pick<User, 'credentialEpoch'>) => credentialEpoch

/** What new credentials change: every session ends, and what was handed out under the old ones. */
export const credentialsRenewed = (user: User) => ({
  sessionEpoch: user.sessionEpoch + 1,
  credentialEpoch: credentialEpochOf(user) + 1,
})
