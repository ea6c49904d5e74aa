import { serviceError } from '../stand-in/failure.ts'
import type { Attempts } from './users.ts'

const FREE_FAILURES = 5
const LONGEST_LOCK_MS = 15 * 60_000
const FORGET_AFTER_MS = 15 * 60_000

/**
 * Returns how long a user is locked after n failures: 2^(n−5) seconds from the fifth on, at most 15 minutes (Cognito
 * developer guide, 'Lockout behavior for failed sign-in attempts').
 */
const lockMs = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES) * 1000, LONGEST_LOCK_MS)

/**
 * Tells whether a lock is in force. A failure in the future was recorded before the workbench set the clock back; it
 * locks nobody.
 */
const isLocked = ({ failures, lastFailureAt }: Attempts, now: number): boolean =>
  now >= lastFailureAt && now < lastFailureAt + lockMs(failures)

/**
 * Returns a user's sign-in attempts with a new one begun. Once five failures have locked the user, 15 minutes without
 * an attempt clear the failures.
 */
export function beginAttempt(attempts: Attempts, now: number): Attempts {
  const forgotten = lockMs(attempts.failures) > 0 && now - attempts.lastAttemptAt >= FORGET_AFTER_MS
  return { ...attempts, failures: forgotten ? 0 : attempts.failures, lastAttemptAt: now }
}

/** Returns a user's sign-in attempts with one more failure; passwords and codes count together. */
export const failAttempt = (attempts: Attempts, now: number): Attempts => ({
  failures: attempts.failures + 1,
  lastFailureAt: now,
  lastAttemptAt: now,
})

/**
 * Throws NotAuthorizedException while a user is locked because of failed attempts. The attempt that this refuses does
 * not count as a failure.
 */
export function refuseLocked(attempts: Attempts, now: number): void {
  if (isLocked(attempts, now)) throw serviceError('NotAuthorizedException', 'Password attempts exceeded')
}
