import * as z from 'zod'
import { serviceError } from '../stand-in/failure.ts'
import { defineOperation, type Operation, type Pool, saveUser } from './pool.ts'
import { createSecret, spendStep, stepOfCode } from './totp.ts'
import type { PoolUser } from './users.ts'

const tokenShape = z.string().regex(/^[A-Za-z0-9\-_=.]+$/)
const associateShape = z.strictObject({ AccessToken: tokenShape })
const verifyShape = z.strictObject({
  AccessToken: tokenShape,
  UserCode: z.string().regex(/^[0-9]{6}$/),
  FriendlyDeviceName: z.string().optional(),
})

/**
 * Returns the operations that set up and check TOTP with the access token of a signed-in user, by name. A set-up leaves
 * the old secret in force until the new one is verified.
 */
export const createSoftwareTokenOperations = (pool: Pool): Record<string, Operation> => ({
  AssociateSoftwareToken: defineOperation(
    associateShape,
    ({ AccessToken }) => {
      const user = requireBearer(pool, AccessToken)
      const pending = createSecret()
      saveUser(pool, user, { totp: { ...user.totp, pending } })
      return { SecretCode: pending }
    },
    { signed: false },
  ),

  VerifySoftwareToken: defineOperation(
    verifyShape,
    ({ AccessToken, UserCode }) => {
      const user = requireBearer(pool, AccessToken)
      const { pending, spentSteps } = user.totp
      const secret = pending ?? user.totp.secret
      const spent = pending === null ? spentSteps : []
      const step = secret === null ? null : stepOfCode(secret, UserCode, pool.now())
      if (step === null || spent.includes(step)) {
        throw serviceError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')
      }
      // The code is spent: signing in with it right after answers ExpiredCodeException, as in AWS.
      saveUser(pool, user, { totp: { ...user.totp, secret, pending: null, spentSteps: spendStep(spent, step) } })
      return { Status: 'SUCCESS' }
    },
    { signed: false },
  ),
})

function requireBearer(pool: Pool, token: string): PoolUser {
  const claims = pool.tokens.open('access', token)
  if (claims === null) throw serviceError('NotAuthorizedException', 'Invalid Access Token')
  if (pool.now() >= claims.expiresAt) throw serviceError('NotAuthorizedException', 'Access Token has expired')
  const user = pool.users.get(claims.username)
  if (user === undefined || user.sub !== claims.sub) throw serviceError('UserNotFoundException', 'User does not exist.')
  if (!user.enabled) throw serviceError('NotAuthorizedException', 'User is disabled.')
  if (claims.generation !== user.generation)
    throw serviceError('NotAuthorizedException', 'Access Token has been revoked')
  return user
}
