import type * as z from 'zod'
import type { CurrentUser, LoggedIn } from '../../shared/contract/auth.ts'

/** What a login leaves in local storage (spec §3 Browser storage); theme, scheme and sidebar are no part of it. */
const loginKeys = ['sessionId', 'user', 'currentUser', 'isAuthenticated', 'loginTimestamp'] as const

/** The session id that every call carries, or null when nobody is logged in. */
export const storedSessionId = (): string | null => localStorage.getItem('sessionId')

/** When the stored login took place, in epoch milliseconds; null when that is not known. */
export function storedLoginTime(): number | null {
  const time = Number(localStorage.getItem('loginTimestamp'))
  return time > 0 ? time : null
}

/** Keeps a login (spec §3); the session id once, where every call takes it from. */
export function storeLogin({ sessionId, requiresTwoFactor, ...user }: z.output<typeof LoggedIn>): void {
  localStorage.setItem('sessionId', sessionId)
  storeUser(user)
  localStorage.setItem('currentUser', JSON.stringify({ id: user.id, email: user.email, requiresTwoFactor }))
  localStorage.setItem('isAuthenticated', 'true')
  localStorage.setItem('loginTimestamp', String(Date.now()))
}

/** Keeps what the server last said of the logged-in user. */
export const storeUser = (user: CurrentUser): void => localStorage.setItem('user', JSON.stringify(user))

/** Removes the stored login. */
export function eraseLogin(): void {
  for (const key of loginKeys) localStorage.removeItem(key)
}

/** How this browser looks belongs to whoever sits at it, and outlives a logout. */
const preferences = ['theme', 'colorScheme', 'sidebar-collapsed']

/** Clears local and session storage at a manual logout (spec §4); only the look of the app stays. */
export function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (!preferences.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

/**
 * The stored user, who counts as logged in only if a session id exists, the user has an id and requiresTwoFactor is
 * not set; otherwise the stored login is erased (spec §4).
 */
export function loadStoredUser(): CurrentUser | null {
  const user = parsed(localStorage.getItem('user'))
  if (storedSessionId() && isUser(user)) return user
  eraseLogin()
  return null
}

function parsed(text: string | null): unknown {
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
