import * as z from 'zod'
import { serviceError } from '../stand-in/failure.ts'
import type { Journal } from '../stand-in/journal.ts'
import type { WithLock } from '../stand-in/locks.ts'
import type { Tokens } from './tokens.ts'
import type { PoolUser } from './users.ts'

/** State of the user pool, shared by all operations. */
export interface Pool {
  readonly userPoolId: string
  readonly clientId: string
  readonly minimumPasswordLength: number
  readonly accessTokenHours: number
  readonly now: () => number
  readonly users: Journal<PoolUser>
  readonly tokens: Tokens
  /** Runs pieces of work on the same user one after another. */
  readonly withLock: WithLock
}

export interface Operation {
  /** True when the real service requires IAM credentials; other operations are authorised by an access token. */
  readonly signed: boolean
  readonly run: (body: unknown) => Promise<object>
}

/**
 * Creates an operation from the schema of its request and the work that it does. A request that does not fit the schema
 * gets InvalidParameterException. Strict schemas refuse unknown fields, as the real service might act on them.
 * `signed` (true by default) says whether the real service requires IAM credentials.
 */
export function defineOperation<Input>(
  shape: z.ZodType<Input>,
  run: (input: Input) => Promise<object> | object,
  { signed = true }: { signed?: boolean } = {},
): Operation {
  return {
    signed,
    async run(body) {
      const parsed = shape.safeParse(body)
      if (!parsed.success) throw invalid(parsed.error)
      return await run(parsed.data)
    },
  }
}

function invalid(error: z.ZodError) {
  const issues = error.issues.map(
    ({ path, message }) => `Value at '${path.join('.')}' failed to satisfy constraint: ${message}`,
  )
  return serviceError(
    'InvalidParameterException',
    `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected: ${issues.join('; ')}`,
  )
}

const usernameShape = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u)

/** Schema of the pool's id and the user name, the fields that nearly every request of an administrator has. */
export const userShape = z.strictObject({ UserPoolId: z.string().min(1), Username: usernameShape })

/** Throws ResourceNotFoundException unless the id is that of the only pool. */
export function requirePool(pool: Pool, userPoolId: string): void {
  if (userPoolId !== pool.userPoolId)
    throw serviceError('ResourceNotFoundException', `User pool ${userPoolId} does not exist.`)
}

/** Throws ResourceNotFoundException unless the id is that of the pool's only app client. */
export function requireClient(pool: Pool, clientId: string): void {
  if (clientId !== pool.clientId)
    throw serviceError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
}

/**
 * Returns a user of the pool. Throws ResourceNotFoundException for another pool, UserNotFoundException for an unknown
 * user.
 */
export function requireUser(pool: Pool, { UserPoolId, Username }: z.infer<typeof userShape>): PoolUser {
  requirePool(pool, UserPoolId)
  const user = pool.users.get(Username)
  if (user === undefined) throw serviceError('UserNotFoundException', 'User does not exist.')
  return user
}

/** Stores changes of a user with the present modification time; returns the changed user. */
export function saveUser(pool: Pool, user: PoolUser, changes: Partial<PoolUser>): PoolUser {
  const changed = { ...user, ...changes, modifiedAt: pool.now() }
  pool.users.set(user.username, changed)
  return changed
}
