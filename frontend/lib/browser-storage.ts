import type * as z from 'zod'
import type { CurrentUser, LoggedIn } from '../../shared/api/auth.ts'
import { type Instant, localDateOf, now, today } from '../../shared/time.ts'

/**
 * Keys that a login leaves in local storage (spec §3 Browser storage); theme, scheme and sidebar are not among them.
 */
const loginKeys = ['sessionId', 'user', 'currentUser', 'isAuthenticated', 'loginTimestamp'] as const

/** Returns the session id that is sent with every call; null when nobody is logged in. */
export const readSessionId = (): string | null => localStorage.getItem('sessionId')

/** Returns the time of the stored login in epoch milliseconds; null when unknown. */
export function readLoginTime(): number | null {
  const time = Number(localStorage.getItem('loginTimestamp'))
  return time > 0 ? time : null
}

/** Stores a login (spec §3). The session id gets a key of its own, because every call reads it there. */
export function storeLogin({ sessionId, requiresTwoFactor, ...user }: z.output<typeof LoggedIn>): void {
  localStorage.setItem('sessionId', sessionId)
  storeUser(user)
  localStorage.setItem('currentUser', JSON.stringify({ id: user.id, email: user.email, requiresTwoFactor }))
  localStorage.setItem('isAuthenticated', 'true')
  localStorage.setItem('loginTimestamp', String(Date.now()))
}

/** Stores the logged-in user as the server last returned it. */
export const storeUser = (user: CurrentUser): void => localStorage.setItem('user', JSON.stringify(user))

/** Removes the stored login. */
export function eraseLogin(): void {
  for (const key of loginKeys) localStorage.removeItem(key)
}

/** Keys of theme, sidebar and view of the calendar; they belong to the device and stay after a logout. */
const preferences = ['theme', 'colorScheme', 'sidebar-collapsed', 'calendar-view']

/** Clears local and session storage at a manual logout (spec §4), except theme, colour scheme and sidebar. */
export function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (!preferences.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

/**
 * Returns the stored user. Erases the stored login and returns null without a session id, without a user id or while
 * `requiresTwoFactor` is set (spec §4).
 */
export function loadStoredUser(): CurrentUser | null {
  const user = parseJson(localStorage.getItem('user'))
  if (readSessionId() && isUser(user)) return user
  eraseLogin()
  return null
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function isUser(value: unknown): value is CurrentUser {
  if (typeof value !== 'object' || value === null) return false
  const { id, requiresTwoFactor } = value as { id?: unknown; requiresTwoFactor?: unknown }
  return typeof id === 'string' && id !== '' && !requiresTwoFactor
}

const KEPT_ANSWER = 'kept-answer'

/** Answer that a screen shows after a reload without a network. */
interface Kept<Answer> {
  readonly userId: string
  /** Moment at which the answer came. */
  readonly at: Instant
  readonly answer: Answer
}

/** Keeps an answer in this tab, for its user and until the end of the day. */
export function keepAnswer(userId: string, answer: unknown): void {
  const kept: Kept<unknown> = { userId, at: now(), answer }
  try {
    sessionStorage.setItem(KEPT_ANSWER, JSON.stringify(kept))
  } catch {
    dropKeptAnswer()
  }
}

/** Returns the answer that is kept in this tab; null without one of this user and of today. */
export function loadKeptAnswer<Answer>(userId: string | undefined): Kept<Answer> | null {
  const kept = JSON.parse(sessionStorage.getItem(KEPT_ANSWER) ?? 'null') as Kept<Answer> | null
  return kept !== null && kept.userId === userId && localDateOf(kept.at) === today() ? kept : null
}

/** Removes the kept answer from this tab. */
export const dropKeptAnswer = (): void => sessionStorage.removeItem(KEPT_ANSWER)
