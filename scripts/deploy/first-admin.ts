import { randomUUID } from 'node:crypto'
import { CallingSettingsRows } from '../../functions/numbers/entity.ts'
import { callingByDefault } from '../../functions/numbers/settings.ts'
import { rosterMoves } from '../../functions/people/roster.ts'
import { createInvitationLink } from '../../functions/people/users/invitation-link.ts'
import { asSystem } from '../../functions/platform/actor.ts'
import { commit } from '../../functions/platform/data/commit.ts'
import { findOwner, Uniques } from '../../functions/platform/data/unique.ts'
import { deriveFields, findUser, type User, Users } from '../../functions/platform/identity/user.ts'
import { flags } from '../../shared/access.ts'
import { conflict } from '../../shared/errors.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { Admin } from './release.ts'

/**
 * Creates the first admin of an installation in which nobody can log in yet; it begins without calls that lack consent. Returns the link by which the admin
 * chooses a password, a new one while the admin has none; null once the address has an account with a password.
 */
export async function inviteFirstAdmin({ email, ...name }: Admin): Promise<string | null> {
  const address = email.trim().toLowerCase()
  const owner = await findOwner('email', address)
  const user = owner === null ? await createAdmin({ email: address, ...name }) : await findUser(owner)
  if (!user?.isActive || !user.invitedAt) return null
  return (await createInvitationLink(user)).url
}

async function createAdmin(admin: Admin): Promise<User> {
  const at = now()
  const fields = {
    ...admin,
    id: randomUUID(),
    version: 1,
    role: 'admin' as const,
    isLocalAccount: true,
    ...(Object.fromEntries(flags.map((flag) => [flag, false])) as Record<(typeof flags)[number], boolean>),
    employmentType: 'loondienst' as const,
    licenseFeeStatus: 'paid' as const,
    isActive: true,
    twoFactorEnabled: false,
    mustChangePassword: true,
    invitedAt: at,
    welcome: ['team', 'people', 'rates'],
    sessionEpoch: 1,
    keptSession: undefined,
    credentialEpoch: undefined,
    sessionTimeout: 7200,
    ...{ earningEpoch: undefined, adminSince: undefined, standIn: undefined, resetBy: undefined, createdBy: undefined },
    phone: undefined,
    profileImageUrl: undefined,
    teamId: undefined,
    lastLicensePayment: undefined,
    createdAt: at,
    updatedAt: at,
  }
  const user: User = { ...fields, ...deriveFields(fields) }
  const address = Uniques.create({ kind: 'email', value: user.email, ownerId: user.id })
  await commit(
    asSystem('create-admin'),
    {
      action: 'user.create',
      entity: { type: 'user', id: user.id },
      after: user,
      write: [
        { write: address, onFailure: () => conflict('There is a user with this address') },
        Users.create(user),
        ...rosterMoves(null, user),
        CallingSettingsRows.put({ ...callingByDefault, version: 1, gate: 'block', callGateFrom: localDateOf(at) }),
      ],
    },
    null,
  )
  return user
}
