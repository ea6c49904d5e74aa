import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { rosterMoves } from '../functions/people/roster.ts'
import { asSystem } from '../functions/platform/actor.ts'
import { createCredentials } from '../functions/platform/aws/identity.ts'
import { commit } from '../functions/platform/data/commit.ts'
import { Uniques } from '../functions/platform/data/unique.ts'
import { deriveFields, type User, Users } from '../functions/platform/identity/user.ts'
import { conflict } from '../shared/errors.ts'
import { now } from '../shared/time.ts'

/**
 * Creates the first admin of a deployed installation, in which nobody can log in yet (docs/deploy.md). Takes `--email`,
 * `--first-name` and `--last-name`, and TABLE_NAME, USER_POOL_ID and USER_POOL_CLIENT_ID in the environment. Prints a
 * first password once; the admin replaces it and sets up 2FA at the first login.
 */
const { values } = parseArgs({
  options: { email: { type: 'string' }, 'first-name': { type: 'string' }, 'last-name': { type: 'string' } },
})
const name = z.string().trim().min(1)
const person = z
  .object({ email: z.email().trim().toLowerCase(), 'first-name': name, 'last-name': name })
  .transform((asked) => ({ email: asked.email, firstName: asked['first-name'], lastName: asked['last-name'] }))
  .parse(values)

const at = now()
const fields = {
  ...person,
  id: randomUUID(),
  version: 1,
  role: 'admin' as const,
  isLocalAccount: true,
  hasSalesAccess: false,
  hasCalendarAccess: false,
  hasLeadsAccess: false,
  hasPersonalDataAccess: false,
  hasCommissionsAccess: false,
  hasSalesReportsAccess: false,
  hasInvoiceAccess: false,
  hasTransactionsAccess: false,
  employmentType: 'loondienst' as const,
  licenseFeeStatus: 'paid' as const,
  isActive: true,
  twoFactorEnabled: false,
  mustChangePassword: true,
  invitedAt: undefined,
  welcome: ['team', 'people', 'rates'],
  sessionEpoch: 1,
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
const password = randomBytes(12).toString('base64url')

// The row in the table lets a person in, so it comes last: credentials without a row do no harm.
await createCredentials(user.id, password)
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
    ],
  },
  null,
)
console.log(`${user.email} may log in with the password ${password}`)
