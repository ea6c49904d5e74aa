import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { serviceError } from '../stand-in/failure.ts'
import { beginAttempt, failAttempt, refuseLocked } from './attempts.ts'
import { isCorrectPassword } from './passwords.ts'
import { defineOperation, type Operation, type Pool, requireClient, requirePool } from './pool.ts'
import type { Claims } from './tokens.ts'
import { spendStep, stepOfCode } from './totp.ts'
import { noAttempts, type PoolUser } from './users.ts'

const SESSION_MS = 3 * 60_000

const signInShape = z.strictObject({
  UserPoolId: z.string().min(1),
  ClientId: z.string().min(1),
  AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH', { error: 'the local stand-in knows ADMIN_USER_PASSWORD_AUTH only' }),
  AuthParameters: z.strictObject({ USERNAME: z.string().optional(), PASSWORD: z.string().optional() }).default({}),
  ClientMetadata: z.record(z.string(), z.string()).optional(),
})

const answerShape = z.strictObject({
  UserPoolId: z.string().min(1),
  ClientId: z.string().min(1),
  ChallengeName: z.literal('SOFTWARE_TOKEN_MFA', { error: 'the local stand-in knows SOFTWARE_TOKEN_MFA only' }),
  ChallengeResponses: z
    .strictObject({ USERNAME: z.string().optional(), SOFTWARE_TOKEN_MFA_CODE: z.string().optional() })
    .default({}),
  Session: z.string().min(20).max(2048).optional(),
  ClientMetadata: z.record(z.string(), z.string()).optional(),
})

/**
 * Returns the operations, by name, that sign a user in with a password and, when 2FA is on, a TOTP code (rulings 6 and
 * 7).
 */
export const createSignInOperations = (pool: Pool): Record<string, Operation> => ({
  AdminInitiateAuth: defineOperation(signInShape, ({ UserPoolId, ClientId, AuthParameters }) => {
    requirePool(pool, UserPoolId)
    requireClient(pool, ClientId)
    const username = requireParameter(AuthParameters.USERNAME, 'USERNAME')
    const password = requireParameter(AuthParameters.PASSWORD, 'PASSWORD')
    return pool.withLock(username, () => signIn(pool, username, password))
  }),

  AdminRespondToAuthChallenge: defineOperation(answerShape, ({ UserPoolId, ClientId, ChallengeResponses, Session }) => {
    requirePool(pool, UserPoolId)
    requireClient(pool, ClientId)
    const username = requireParameter(ChallengeResponses.USERNAME, 'USERNAME')
    const code = requireParameter(ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE, 'SOFTWARE_TOKEN_MFA_CODE')
    const session = requireParameter(Session, 'Session')
    return pool.withLock(username, async () => answerChallenge(pool, username, code, session))
  }),
})

function requireParameter(value: string | undefined, name: string): string {
  if (value === undefined || value === '')
    throw serviceError('InvalidParameterException', `Missing required parameter ${name}`)
  return value
}

const notAuthorized = (message: string) => serviceError('NotAuthorizedException', message)

async function signIn(pool: Pool, username: string, password: string): Promise<object> {
  const known = pool.users.get(username)
  if (known !== undefined) admit(pool, known)
  const matches = await isCorrectPassword(password, known?.password ?? null)
  // The user is read again, as an administrator may have changed or removed the user while the hash was made.
  const user = pool.users.get(username)
  if (user === undefined || user.sub !== known?.sub) throw notAuthorized('Incorrect username or password.')
  if (!matches) {
    pool.users.set(username, { ...user, attempts: failAttempt(user.attempts, pool.now()) })
    throw notAuthorized('Incorrect username or password.')
  }
  requireEnabled(user)
  if (user.status === 'FORCE_CHANGE_PASSWORD') return challenge(pool, user, 'NEW_PASSWORD_REQUIRED')
  if (user.totp.enabled) return challenge(pool, user, 'SOFTWARE_TOKEN_MFA')
  pool.users.set(username, { ...user, attempts: noAttempts })
  return authenticate(pool, user)
}

function answerChallenge(pool: Pool, username: string, code: string, session: string): object {
  const { user, claims } = readSession(pool, username, session)
  const { attempts, totp, spentSessions } = admit(pool, user)
  const now = pool.now()
  const step = totp.secret === null ? null : stepOfCode(totp.secret, code, now)
  if (step === null) {
    pool.users.set(username, { ...user, attempts: failAttempt(attempts, now) })
    throw serviceError('CodeMismatchException', 'Invalid code received for user')
  }
  if (totp.spentSteps.includes(step)) {
    throw serviceError('ExpiredCodeException', 'Your software token has already been used once.')
  }
  const changed = {
    ...user,
    attempts: noAttempts,
    totp: { ...totp, spentSteps: spendStep(totp.spentSteps, step) },
    spentSessions: [
      ...spentSessions.filter(({ expiresAt }) => expiresAt > now),
      { id: claims.id, expiresAt: claims.expiresAt },
    ],
  }
  pool.users.set(username, changed)
  return authenticate(pool, changed)
}

function readSession(pool: Pool, username: string, session: string): { user: PoolUser; claims: Claims } {
  const claims = pool.tokens.open('session', session)
  const user = pool.users.get(username)
  if (claims === null || user === undefined || claims.username !== username || claims.sub !== user.sub) {
    throw notAuthorized('Invalid session for the user.')
  }
  if (pool.now() >= claims.expiresAt) throw notAuthorized('Invalid session for the user, session is expired.')
  if (user.spentSessions.some(({ id }) => id === claims.id)) {
    throw notAuthorized('Invalid session for the user, session can only be used once.')
  }
  requireEnabled(user)
  if (claims.generation !== user.generation) throw notAuthorized('Invalid session for the user.')
  return { user, claims }
}

/**
 * Records the beginning of a sign-in attempt and returns the changed user. Throws NotAuthorizedException for a disabled
 * user without recording it, and for a locked user after recording it.
 */
function admit(pool: Pool, user: PoolUser): PoolUser {
  requireEnabled(user)
  const now = pool.now()
  const noted = { ...user, attempts: beginAttempt(user.attempts, now) }
  pool.users.set(user.username, noted)
  refuseLocked(noted.attempts, now)
  return noted
}

function requireEnabled(user: PoolUser): void {
  if (!user.enabled) throw notAuthorized('User is disabled.')
}

const claimsOf = (user: PoolUser, expiresAt: number): Claims => ({
  id: randomUUID(),
  username: user.username,
  sub: user.sub,
  generation: user.generation,
  expiresAt,
})

const challenge = (pool: Pool, user: PoolUser, name: 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED'): object => ({
  ChallengeName: name,
  ChallengeParameters: { USER_ID_FOR_SRP: user.username },
  Session: pool.tokens.seal('session', claimsOf(user, pool.now() + SESSION_MS)),
})

function authenticate(pool: Pool, user: PoolUser): object {
  const ExpiresIn = pool.accessTokenHours * 3600
  const claims = claimsOf(user, pool.now() + ExpiresIn * 1000)
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      AccessToken: pool.tokens.seal('access', claims),
      IdToken: pool.tokens.seal('id', claims),
      RefreshToken: pool.tokens.seal('refresh', claims),
      ExpiresIn,
      TokenType: 'Bearer',
    },
  }
}
