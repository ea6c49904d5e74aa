import { epochOf, now } from '../../../shared/time.ts'
import { asRefusal, type Permit } from '../../platform/actor.ts'
import { commit } from '../../platform/data/commit.ts'
import { type Operation, tryWrite } from '../../platform/data/table.ts'
import { countOccurrence } from '../../platform/metrics.ts'
import { Logins } from './login-entities.ts'

/** Number of failures in a row that lock a login (rulings 5). */
const MAX_ATTEMPTS = 5
/** Milliseconds that a login stays locked (rulings 5). */
const CLOSED_MS = 15 * 60 * 1000

/** Milliseconds that an interrupted change of a password blocks the login; no request runs longer. */
const HELD_MS = 60 * 1000

/** A counter of failed logins: one per person, and one per browser in which they logged in before (rulings 5). */
export interface FailureCounter {
  /** The person's id; `<person>@<browser>` for the counter of a browser. */
  readonly userId: string
  /** For the counter of a browser: the moment at which it is deleted, in seconds since 1970. */
  readonly expires?: number
}

/** Tells whether nobody can log in as a person now, because their password is being replaced. */
async function isHeld(userId: string): Promise<boolean> {
  const { data } = await Logins.get({ userId }).go({ consistent: true })
  return data?.heldUntil !== undefined && data.heldUntil > epochOf(now())
}

/**
 * Counts a login attempt before it is verified, so that parallel guesses count too. Returns the number of attempts in a
 * row, this one included; 0 while the login is locked or blocked. The caller must take back an attempt that did not
 * fail (`forgiveAttempt`).
 */
export async function countAttempt({ userId, expires }: FailureCounter): Promise<number> {
  const [person = userId, browser] = userId.split('@')
  if (browser !== undefined && (await isHeld(person))) return 0
  const at = epochOf(now())
  const closing = { closedUntil: at + CLOSED_MS, ...(expires === undefined ? {} : { expires }) }
  let counted = 0
  const isOpen = await tryWrite(async () => {
    const { data } = await Logins.update({ userId })
      .add({ attempts: 1 })
      .set(closing)
      .where(
        ({ attempts, heldUntil }, { notExists, lt, lte }) =>
          `(${notExists(attempts)} OR ${lt(attempts, MAX_ATTEMPTS)}) AND (${notExists(heldUntil)} OR ${lte(heldUntil, at)})`,
      )
      .go({ response: 'updated_new' })
    counted = data.attempts ?? 1
  })
  if (isOpen) return counted
  const isOpenAgain = await tryWrite(() =>
    Logins.update({ userId })
      .set({ attempts: 1, ...closing })
      .where(
        ({ attempts, closedUntil, heldUntil }, { gte, lte, notExists }) =>
          `${gte(attempts, MAX_ATTEMPTS)} AND ${lte(closedUntil, at)} AND (${notExists(heldUntil)} OR ${lte(heldUntil, at)})`,
      )
      .go(),
  )
  return isOpenAgain ? 1 : 0
}

/** Cause of a failed attempt: the password, the code, an inactive account or an unknown one. */
type FailureCause = 'password' | 'code' | 'inactive' | 'unknown'

/**
 * Writes a failed attempt to the audit log. The fifth in a row is logged as a lock of the login for 15 minutes. Ignores
 * attempt 0, made while the login is locked, so that nobody can fill the log.
 */
export async function logFailedAttempt(
  permit: Permit,
  person: { readonly id: string; readonly firstName: string; readonly lastName?: string },
  attempt: number,
  wrong: FailureCause,
  counter: FailureCounter = { userId: person.id },
): Promise<void> {
  if (attempt === 0) return
  const failed = permit.actor.id === person.id ? ('user.check-failed' as const) : ('user.login-failed' as const)
  const locked = counter.userId === person.id ? ('user.locked' as const) : ('user.device-locked' as const)
  const action = attempt < MAX_ATTEMPTS ? failed : locked
  if (action === locked) countOccurrence('lock-out')
  const { id, firstName, lastName } = person
  const after = { firstName, lastName, wrong, attempt }
  await commit(asRefusal(permit), { action, entity: { type: 'user', id }, after, write: [] })
}

/** Takes one counted login attempt back, because the attempt did not fail. */
export async function forgiveAttempt({ userId }: FailureCounter): Promise<void> {
  await tryWrite(() =>
    Logins.update({ userId })
      .subtract({ attempts: 1 })
      .where(({ attempts }, { gt }) => gt(attempts, 0))
      .go(),
  )
}

/**
 * Returns the writes that record a login and reset the failure counter that was used, for the transaction of the new
 * session. A login by a known browser leaves the counters of the person and of other browsers as they are.
 */
export const recordLogin = (userId: string, counter: FailureCounter): Operation[] => [
  ...(counter.userId === userId ? [] : [clearAttempts(counter.userId)]),
  counter.userId === userId
    ? Logins.update({ userId }).set({ attempts: 0, lastLogin: now() }).remove(['closedUntil'])
    : Logins.update({ userId }).set({ lastLogin: now() }),
]

/** Returns the write that resets a failure counter: a person's, or one browser's under `<person>@<browser>`. */
export const clearAttempts = (userId: string) => Logins.update({ userId }).set({ attempts: 0 }).remove(['closedUntil'])

/**
 * Returns the write that blocks a person's logins for a minute while their password is being replaced. It belongs in
 * the transaction that ends their sessions. `release` allows logins again once the new password works.
 */
export function blockLogins(userId: string) {
  const heldUntil = epochOf(now()) + HELD_MS
  const release = () =>
    tryWrite(() =>
      Logins.update({ userId })
        .remove(['heldUntil'])
        .where((row, { eq }) => eq(row.heldUntil, heldUntil))
        .go(),
    )
  return { write: Logins.update({ userId }).set({ heldUntil }), release }
}

/** Returns the moment of each person's last login, by person id; people who never logged in are absent. */
export async function readLastLogins(userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const { data } = await Logins.get(userIds.map((userId) => ({ userId }))).go()
  return new Map(data.flatMap(({ userId, lastLogin }) => (lastLogin ? [[userId, lastLogin]] : [])))
}
