import { type Actor, effectiveFlagsOf, flags } from '../../../shared/access.ts'
import { editConflict } from '../../../shared/errors.ts'
import { foldText } from '../../../shared/folded.ts'
import { addSeconds, type Instant, now } from '../../../shared/time.ts'
import { user } from '../../../shared/users/record.ts'
import type { GuardedWrite } from '../data/commit.ts'
import { asWhole } from '../data/rows.ts'
import { canBe, defineEntity, gsi1, gsi2, gsi3, primary, type RowOf } from '../data/table.ts'

/**
 * People. Every request reads one, so the entity is part of the platform. Rows are written whole, on condition that
 * their version is still the same. Data that changes outside an edit has an item of its own (Logins, BackupCodes).
 *
 * | Read                     | Index   | Key                       |
 * | one person               | primary | id                        |
 * | active or inactive ones  | gsi1    | state · name, id          |
 * | a team's people          | gsi2    | teamKey · name, id        |
 * | stand-ins, and those proposed | gsi3 | · name, id (sparse)      |
 */
export const Users = defineEntity('user', {
  attributes: {
    ...user.stored,
    keptSession: canBe<{ readonly hash: string; readonly epoch: number }>(),
    resetBy: canBe<Readonly<Record<string, string>>>(),
    standIn: canBe<StandIn>(),
  },
  indexes: {
    primary: primary('user#${id}', 'user'),
    byState: gsi1('users#${state}', '${name}#${id}'),
    byTeam: gsi2('users#team#${teamKey}', '${name}#${id}'),
    standIns: gsi3('standins', '${name}#${id}', ({ standIn }) => standIn !== undefined),
  },
})
export type User = RowOf<typeof Users, 'standIn'>

/** The two admins who named a stand-in, and the moments; the second pair is absent while it is a proposal. */
export interface StandIn {
  readonly proposedBy: string
  readonly proposedAt: string
  readonly approvedBy?: string
  readonly approvedAt?: string
}

/**
 * Returns the fields of a user that follow from others: sort name, team key and state. Spread them into a row before it
 * is written.
 */
export const deriveFields = (
  user: Pick<User, 'firstName' | 'lastName' | 'isActive'> & { readonly teamId?: User['teamId'] },
) => ({
  name: foldText(`${user.lastName} ${user.firstName}`),
  teamKey: user.teamId === undefined ? 'none' : String(user.teamId),
  state: user.isActive ? ('active' as const) : ('inactive' as const),
})

/** Returns the stored access flags of a user. For admins `actorOf` ignores these, as they have all rights. */
export const flagsOf = (user: User) =>
  Object.fromEntries(flags.map((name) => [name, user[name]])) as Record<(typeof flags)[number], boolean>

/** Returns a user as the actor of access checks, with the flags in force: an admin has them all (rulings 4). */
export const actorOf = (user: User): Actor => ({
  id: user.id,
  role: user.role,
  teamId: user.teamId ?? null,
  flags: effectiveFlagsOf(user.role, flagsOf(user)),
  paymentApprover: isStandIn(user),
})

/** Returns the full name for display. */
export const fullName = (user: Pick<User, 'firstName' | 'lastName'>) => `${user.firstName} ${user.lastName}`.trim()

/** Finds a person, strongly consistent; null when there is none. */
export async function findUser(id: string): Promise<User | null> {
  const { data } = await Users.get({ id }).go({ consistent: true })
  return asWhole(data)
}

/** Fields whose change ends every session of a person (rulings 2). */
const powers = ['role', 'isActive', 'twoFactorEnabled', ...flags] as const

/** Tells whether a change ends the credentials of a person: a deactivation, or another role or address once invited. */
const endsCredentials = (before: User, after: User) =>
  (before.isActive && !after.isActive) ||
  (before.invitedAt !== undefined && (before.role !== after.role || before.email !== after.email))

/** Fields whose change makes the next payment to a person one for an admin (rulings 36). */
const earning = ['role', 'employmentType'] as const

/** Tells whether a person is an admin who may log in. */
export const isActiveAdmin = ({ isActive, role }: Pick<User, 'isActive' | 'role'>): boolean =>
  isActive && role === 'admin'

/** Tells whether a person is a stand-in, who approves payments in place of an admin (rulings 51b). */
export const isStandIn = ({ standIn }: Pick<User, 'standIn'>): boolean => standIn?.approvedAt !== undefined

/** Seconds before a change in which maker and approver must have had their right (rulings 51b). */
export const SETTLED_SECONDS = 24 * 60 * 60

/** Returns the moment from which a stand-in approves what is made; undefined for others. */
export const approvesFrom = ({ standIn }: Pick<User, 'standIn'>): Instant | undefined =>
  standIn?.approvedAt === undefined ? undefined : addSeconds(standIn.approvedAt as Instant, SETTLED_SECONDS)

/** Returns the moment since which a person is an active admin, after a change; undefined for others. */
export const adminSinceAfter = (before: User | null, after: Pick<User, 'isActive' | 'role'>): string | undefined => {
  if (!isActiveAdmin(after)) return undefined
  return before && isActiveAdmin(before) ? before.adminSince : now()
}

/**
 * Returns a user's changed row, and the write that stores it; the write fails with 409 when somebody else changed the
 * user first. A change of role, flags, 2FA or activity also ends all sessions (rulings 2), as does that of a stand-in.
 * A deactivation voids invitation links, calendar feeds and known browsers; another role of an invited person voids the
 * links. A deactivation and the role of admin end a stand-in or the proposal of one.
 */
export function buildUserChange(before: User, changes: Partial<User>): { row: User; write: GuardedWrite } {
  const isOther = (name: keyof User) => name in changes && changes[name] !== before[name]
  const isNoStandIn = changes.isActive === false || changes.role === 'admin'
  const next = { ...before, ...changes, ...(isNoStandIn ? { standIn: undefined } : {}) }
  const isOtherPower = powers.some(isOther) || isStandIn(before) !== isStandIn(next)
  const sessionEpoch = changes.sessionEpoch ?? before.sessionEpoch + (isOtherPower ? 1 : 0)
  const credentialEpoch = endsCredentials(before, next) ? credentialEpochOf(before) + 1 : next.credentialEpoch
  const changed = { ...next, sessionEpoch, credentialEpoch, version: before.version + 1, updatedAt: now() }
  const row = {
    ...changed,
    ...deriveFields(changed),
    earningEpoch: earning.some(isOther) ? getEarningEpoch(before) + 1 : before.earningEpoch,
    adminSince: adminSinceAfter(before, changed),
  }
  const write = Users.put(row).where((attribute, { eq }) => eq(attribute.version, before.version))
  return {
    row,
    write: { write, onFailure: () => editConflict('deze gebruiker') },
  }
}

/**
 * Returns a person's credential epoch, a counter from 0. Each repeated invitation, new password, 2FA reset or
 * deactivation raises it, which voids older invitation links, calendar feeds and known browsers.
 */
export const credentialEpochOf = ({ credentialEpoch = 0 }: Pick<User, 'credentialEpoch'>) => credentialEpoch

/** Returns how often a person's role or employment type changed. */
export const getEarningEpoch = ({ earningEpoch = 0 }: Pick<User, 'earningEpoch'>) => earningEpoch

/**
 * Returns the field `resetBy` after somebody set a person's password or turned their 2FA off. People's own changes are
 * no resets.
 */
export const noteReset = ({ id, resetBy }: User, by: string): Pick<User, 'resetBy'> => ({
  resetBy: by === id ? resetBy : { ...resetBy, [by]: now() },
})

/** Returns a user's raised session epoch, which ends all sessions but the one with this hash. */
export function endSessionsBut(hash: string | undefined, { sessionEpoch }: User) {
  const epoch = sessionEpoch + 1
  return { sessionEpoch: epoch, keptSession: hash === undefined ? undefined : { hash, epoch } }
}

/**
 * Returns a user's raised epochs, to store with a new password or reset 2FA. They end every session, and void
 * invitation links, calendar feeds and known browsers.
 */
export const raiseEpochs = (user: User) => ({
  sessionEpoch: user.sessionEpoch + 1,
  credentialEpoch: credentialEpochOf(user) + 1,
})
