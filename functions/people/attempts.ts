import { epochOf, now } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { commit, type Operation } from '../platform/commit.ts'
import { counted } from '../platform/metrics.ts'
import { accepted, ttl } from '../platform/table.ts'
import { Logins, UsedCodes } from './login-entities.ts'

/** Failures in a row before the door closes, and for how long (rulings 5). */
const MAX_ATTEMPTS = 5
const CLOSED_MS = 15 * 60 * 1000

/** The longest that the replacing of a password keeps the door shut, should it be cut off: no request runs longer. */
const HELD_MS = 60 * 1000

/** A code stays refused for longer than any code is valid. */
const CODE_MS = 3 * 60 * 1000

/** Where failures are counted: a person's own door, or that of a browser they are known by (rulings 5). */
export interface Door {
  /** The person's id, and of a browser's `<person>@<browser>`. */
  readonly userId: string
  /** Of a browser's: when it is forgotten, in seconds since 1970. */
  readonly expires?: number
}

/** Whether nobody logs in as a person now, as their password is being replaced. */
async function isHeld(userId: string): Promise<boolean> {
  const { data } = await Logins.get({ userId }).go({ consistent: true })
  return data?.heldUntil !== undefined && data.heldUntil > epochOf(now())
}

/**
 * Counts an attempt before it is verified, so that parallel guesses count too. Returns which in a row it is, from 1; 0
 * when the door is closed. Whoever verifies gives it back with `forgiveAttempt` when nothing was wrong, and tells the
 * audit log with `tellFailure` when it was.
 */
export async function countAttempt({ userId, expires }: Door): Promise<number> {
  const [person = userId, browser] = userId.split('@')
  if (browser !== undefined && (await isHeld(person))) return 0
  const at = epochOf(now())
  const closing = { closedUntil: at + CLOSED_MS, ...(expires === undefined ? {} : { expires }) }
  let counted = 0
  const isOpen = await accepted(async () => {
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
  const isOpenAgain = await accepted(() =>
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

/** What was wrong: the password, the code, or that nobody may log in with this account. */
type Wrong = 'password' | 'code' | 'inactive' | 'unknown'

/**
 * Tells the audit log of a counted attempt that failed and, of the fifth in a row, that the account is closed for 15
 * minutes; never what was typed. An attempt at a closed door is not counted and not told, so that nobody can fill the
 * log: five rows per account or known browser in 15 minutes, and five for all addresses that nobody has together.
 */
export async function tellFailure(
  permit: Permit,
  person: { readonly id: string; readonly firstName: string; readonly lastName?: string },
  attempt: number,
  wrong: Wrong,
  door: Door = { userId: person.id },
): Promise<void> {
  if (attempt === 0) return
  const failed = permit.actor.id === person.id ? ('user.check-failed' as const) : ('user.login-failed' as const)
  const locked = door.userId === person.id ? ('user.locked' as const) : ('user.device-locked' as const)
  const action = attempt < MAX_ATTEMPTS ? failed : locked
  if (action === locked) counted('lock-out')
  const { id, firstName, lastName } = person
  const after = { firstName, lastName, wrong, attempt }
  await commit(permit, { action, entity: { type: 'user', id }, after, write: [] }, undefined)
}

/** Takes back one counted attempt that turned out to be no failure. */
export async function forgiveAttempt({ userId }: Door): Promise<void> {
  await accepted(() =>
    Logins.update({ userId })
      .subtract({ attempts: 1 })
      .where(({ attempts }, { gt }) => gt(attempts, 0))
      .go(),
  )
}

/**
 * The writes that clear the count of the door somebody came in by, and note the login, for the transaction of the session.
 * A login by a known browser clears nothing of what strangers tried elsewhere.
 */
export const loggedIn = (userId: string, door: Door): Operation[] => [
  ...(door.userId === userId ? [] : [clearedAttempts(door.userId)]),
  door.userId === userId
    ? Logins.update({ userId }).set({ attempts: 0, lastLogin: now() }).remove(['closedUntil'])
    : Logins.update({ userId }).set({ lastLogin: now() }),
]

/** The write that clears the count of a door, after a code was right inside a session. */
export const clearedAttempts = (userId: string) =>
  Logins.update({ userId }).set({ attempts: 0 }).remove(['closedUntil'])

/**
 * Shuts the door while a password is being replaced: `write` goes into the transaction that ends the sessions, `release`
 * follows when the new password is in force. Without it the old one could begin a session in between.
 */
export function doorHeld(userId: string) {
  const heldUntil = epochOf(now()) + HELD_MS
  const release = () =>
    accepted(() =>
      Logins.update({ userId })
        .remove(['heldUntil'])
        .where((row, { eq }) => eq(row.heldUntil, heldUntil))
        .go(),
    )
  return { write: Logins.update({ userId }).set({ heldUntil }), release }
}

/** Claims a code for its only use; false when it was tried before (rulings 6). */
export async function claimCode(userId: string, code: string): Promise<boolean> {
  const at = epochOf(now())
  const until = at + CODE_MS
  return accepted(() =>
    UsedCodes.put({ userId, code, until, expires: ttl(until) })
      .where((attribute, { notExists, lte }) => `${notExists(attribute.code)} OR ${lte(attribute.until, at)}`)
      .go(),
  )
}

/** When people last logged in, by their id; those who never did are absent. */
export async function lastLoginsOf(userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const { data } = await Logins.get(userIds.map((userId) => ({ userId }))).go()
  return new Map(data.flatMap(({ userId, lastLogin }) => (lastLogin ? [[userId, lastLogin]] : [])))
}
