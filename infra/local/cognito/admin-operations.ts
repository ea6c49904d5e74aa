import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { serviceError } from '../stand-in/failure.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { defineOperation, type Operation, type Pool, requirePool, requireUser, saveUser, userShape } from './pool.ts'
import { noAttempts, noTotp, type PoolUser } from './users.ts'

const STANDARD_ATTRIBUTES = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
   phone_number_verified picture preferred_username profile updated_at website zoneinfo`.split(/\s+/),
)
const PAGE = 60

const createShape = userShape.extend({
  UserAttributes: z
    .array(z.strictObject({ Name: z.string().min(1).max(32), Value: z.string().max(2048).default('') }))
    .default([]),
  TemporaryPassword: z.string().optional(),
  MessageAction: z.literal('SUPPRESS', { error: "the local stand-in sends no invitations: it needs 'SUPPRESS'" }),
  ClientMetadata: z.record(z.string(), z.string()).optional(),
})

const passwordShape = userShape.extend({ Password: z.string().min(1), Permanent: z.boolean().default(false) })

const listShape = z.strictObject({
  UserPoolId: z.string().min(1),
  Limit: z.int().min(0).max(PAGE).optional(),
  PaginationToken: z.string().min(1).optional(),
})

const mfaShape = userShape.extend({
  SoftwareTokenMfaSettings: z.strictObject({
    Enabled: z.boolean().default(false),
    PreferredMfa: z.boolean().default(false),
  }),
})

/**
 * Returns the operations with which an administrator manages users, by their name in the API. Callers need credentials.
 */
export const createAdminOperations = (pool: Pool): Record<string, Operation> => ({
  AdminCreateUser: defineOperation(createShape, (input) => createUser(pool, input)),

  AdminSetUserPassword: defineOperation(passwordShape, async ({ Password, Permanent, ...named }) => {
    requireUser(pool, named)
    checkPassword(Password, pool.minimumPasswordLength)
    const password = await hashPassword(Password)
    saveUser(pool, requireUser(pool, named), { password, status: Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD' })
    return {}
  }),

  AdminGetUser: defineOperation(userShape, (named) => {
    const user = requireUser(pool, named)
    const { Attributes, ...described } = describe(user)
    const mfa = user.totp.enabled ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } : {}
    const preferred = user.totp.preferred ? { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' } : {}
    return { ...described, UserAttributes: Attributes, ...mfa, ...preferred }
  }),

  AdminDeleteUser: defineOperation(userShape, (named) => {
    pool.users.delete(requireUser(pool, named).username)
    return {}
  }),

  AdminDisableUser: defineOperation(userShape, (named) => {
    const user = requireUser(pool, named)
    saveUser(pool, user, { enabled: false, generation: user.generation + 1 })
    return {}
  }),

  AdminEnableUser: defineOperation(userShape, (named) => {
    saveUser(pool, requireUser(pool, named), { enabled: true })
    return {}
  }),

  AdminUserGlobalSignOut: defineOperation(userShape, (named) => {
    const user = requireUser(pool, named)
    saveUser(pool, user, { generation: user.generation + 1 })
    return {}
  }),

  AdminSetUserMFAPreference: defineOperation(mfaShape, ({ SoftwareTokenMfaSettings: wanted, ...named }) => {
    const user = requireUser(pool, named)
    if (wanted.Enabled && user.totp.secret === null) {
      throw serviceError('InvalidParameterException', 'User has not verified software token mfa')
    }
    if (wanted.PreferredMfa && !wanted.Enabled) {
      throw serviceError('InvalidParameterException', 'A factor that is not enabled cannot be preferred')
    }
    saveUser(pool, user, { totp: { ...user.totp, enabled: wanted.Enabled, preferred: wanted.PreferredMfa } })
    return {}
  }),

  ListUsers: defineOperation(listShape, (input) => listUsers(pool, input)),
})

async function createUser(pool: Pool, input: z.infer<typeof createShape>): Promise<object> {
  const { UserPoolId, Username, UserAttributes, TemporaryPassword = randomBytes(12).toString('base64url') } = input
  requirePool(pool, UserPoolId)
  for (const { Name, Value } of UserAttributes) checkAttribute(Name, Value)
  checkPassword(TemporaryPassword, pool.minimumPasswordLength)
  const password = await hashPassword(TemporaryPassword)
  if (pool.users.get(Username) !== undefined)
    throw serviceError('UsernameExistsException', 'User account already exists')
  const now = pool.now()
  const user: PoolUser = {
    username: Username,
    sub: randomUUID(),
    attributes: Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value])),
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    createdAt: now,
    modifiedAt: now,
    password,
    generation: 0,
    totp: noTotp,
    attempts: noAttempts,
    spentSessions: [],
  }
  pool.users.set(Username, user)
  return { User: describe(user) }
}

function checkAttribute(name: string, value: string): void {
  if (!STANDARD_ATTRIBUTES.has(name)) {
    throw serviceError(
      'InvalidParameterException',
      `Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`,
    )
  }
  if (name === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    throw serviceError('InvalidParameterException', 'Invalid email address format.')
  }
}

function listUsers(pool: Pool, { UserPoolId, Limit, PaginationToken }: z.infer<typeof listShape>): object {
  requirePool(pool, UserPoolId)
  const after = PaginationToken === undefined ? '' : pool.tokens.openText(PaginationToken)
  if (after === null) throw serviceError('InvalidParameterException', 'Invalid pagination token.')
  const rest = pool.users
    .keys()
    .filter((username) => username > after)
    .sort()
  const page = rest.slice(0, Limit || PAGE)
  const last = page.at(-1)
  const Users = page.flatMap((username) => pool.users.get(username) ?? []).map(describe)
  return {
    Users,
    ...(last !== undefined && rest.length > page.length ? { PaginationToken: pool.tokens.sealText(last) } : {}),
  }
}

const describe = (user: PoolUser) => ({
  Username: user.username,
  Attributes: Object.entries({ sub: user.sub, ...user.attributes }).map(([Name, Value]) => ({ Name, Value })),
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.modifiedAt / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
})
