import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { serviceError } from '../stand-in/failure.ts'
import type { HashedPassword } from './users.ts'

const HASH_BYTES = 32
// A small cost: these are demo passwords on one's own machine, and a thousand logins of a test run must stay fast.
const COST = { N: 1024, r: 8, p: 1 }
const MAXIMUM_LENGTH = 256

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, COST, (error, hash) => (error ? reject(error) : resolve(hash)))
  })

/** Returns the salt and hash of a password, computed off the main thread. */
export async function hashPassword(password: string): Promise<HashedPassword> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt)
  return { salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/**
 * Tells whether a password matches its hash. For a null hash it returns false after the same time, so timing does not
 * reveal whether a user exists.
 */
export async function isCorrectPassword(password: string, hashed: HashedPassword | null): Promise<boolean> {
  const salt = hashed === null ? randomBytes(16) : Buffer.from(hashed.salt, 'base64')
  const expected = hashed === null ? randomBytes(HASH_BYTES) : Buffer.from(hashed.hash, 'base64')
  return timingSafeEqual(await derive(password, salt), expected)
}

/**
 * Throws InvalidParameterException for a password that is empty, has white space at either end or has over 256
 * characters. Throws InvalidPasswordException for a password shorter than the minimum (rulings 9).
 */
export function checkPassword(password: string, minimumLength: number): void {
  if (!/^\S(.*\S)?$/s.test(password)) {
    throw serviceError(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    )
  }
  if (password.length > MAXIMUM_LENGTH) {
    throw serviceError(
      'InvalidParameterException',
      `1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to ${MAXIMUM_LENGTH}`,
    )
  }
  if (password.length < minimumLength) {
    throw serviceError('InvalidPasswordException', 'Password did not conform with policy: Password not long enough')
  }
}
