import { useSyncExternalStore } from 'react'
import type * as z from 'zod'
import { type Action, type Actor, can, type Flag, flags, type Owned } from '../../shared/access.ts'
import { auth, type CurrentUser, type LoggedIn } from '../../shared/api/auth.ts'
import {
  clearStorage,
  dropKeptAnswer,
  eraseLogin,
  loadKeptAnswer,
  loadStoredUser,
  readSessionId,
  storeLogin,
  storeUser,
} from './browser-storage.ts'
import { call, onSessionRefused } from './client.ts'
import { dropDrafts } from './drafts.ts'
import { forgetAnswers } from './freshness.ts'

/** Reason that a session ended: logout by the user, refusal by the server, or midnight. */
export type Ending = 'logout' | 'expired' | 'midnight'

interface SessionState {
  /** Logged-in user with effective flags: all are true for an admin. Null on the login screen. */
  readonly user: CurrentUser | null
  /**
   * Reason that the session ended in this tab; null while it lasts, at the start, and after a change by another tab.
   */
  readonly ended: Ending | null
  /** Id of the user whose session ended. */
  readonly endedFor?: string | undefined
}

let state: SessionState | undefined
const listeners = new Set<() => void>()

/**
 * Returns the current session; the first call reads it from local storage (spec §4). It removes what another user or
 * another day left in this tab.
 */
export function getSession(): SessionState {
  if (!state) {
    state = { user: loadStoredUser(), ended: null }
    if (!loadKeptAnswer(state.user?.id)) dropKeptAnswer()
  }
  return state
}

/** Calls the listener at every change of the session. Returns a function that removes the listener. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the session as React state. */
export const useSession = (): SessionState => useSyncExternalStore(subscribeToSession, getSession)

/** Returns the logged-in user. Throws when nobody is logged in. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('Nobody is logged in')
  return user
}

/** Returns what access checks need of the user: id, role, team, flags and stand-in; an absent flag is false. */
export const actorOf = (user: CurrentUser): Actor => ({
  id: user.id,
  role: user.role,
  teamId: user.teamId,
  flags: Object.fromEntries(flags.map((flag) => [flag, user[flag] === true])) as Record<Flag, boolean>,
  paymentApprover: user.paymentApprover,
})

/**
 * Tells whether the logged-in user may do an action to `record`; without a record, whether the user may do it at all.
 * Throws when nobody is logged in.
 */
export const useCan = (action: Action, record?: Owned): boolean => can(actorOf(useUser()), action, record)

/**
 * Starts a session after a login: stores it, removes drafts of other users from this device, and empties the query
 * cache.
 */
export function beginSession(login: z.output<typeof LoggedIn>): void {
  storeLogin(login)
  dropDrafts(login.id)
  forgetAnswers()
  change({ user: loadStoredUser(), ended: null })
}

/**
 * Ends the session in this browser only; the caller tells the server where needed. Removes drafts only at a logout by
 * the user.
 */
export function endSession(ended: Ending): void {
  eraseLogin()
  if (ended === 'logout') dropDrafts()
  forgetAnswers()
  change({ user: null, ended, endedFor: getSession().user?.id })
}

/**
 * Fetches the logged-in user again, so that changed rights take effect (rulings 4). Ignores an answer for another
 * session, and a failure other than a 401.
 */
export async function refreshUser(): Promise<void> {
  const sessionId = readSessionId()
  const user = await call(auth.me).catch(() => null)
  if (!user || readSessionId() !== sessionId) return
  storeUser(user)
  change({ ...getSession(), user })
}

/**
 * Erases the stored login at midnight and logs out at the server, without a body (spec §4, §7); ignores a failure. The
 * screen stays until the caller shows the login screen by `endSession`.
 */
export async function eraseLoginAtMidnight(): Promise<void> {
  const sessionId = readSessionId()
  eraseLogin()
  if (sessionId) await call(auth.logout, { body: undefined }, { sessionId }).catch(() => undefined)
}

/** Logs out: erases the session, tells the server (failure ignored), clears local and session storage (spec §4). */
export async function logout(): Promise<void> {
  const sessionId = readSessionId()
  endSession('logout')
  clearStorage()
  if (sessionId) await call(auth.logout, { body: { sessionId } }, { sessionId }).catch(() => undefined)
}

function change(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

onSessionRefused(() => endSession('expired'))

// A login, a logout or changed rights in another tab also change this tab.
window.addEventListener('storage', ({ key }) => {
  if (key !== 'sessionId' && key !== 'user' && key !== null) return
  const { user: known } = getSession()
  const user = loadStoredUser()
  if (JSON.stringify(user) === JSON.stringify(known)) return
  if (user?.id !== known?.id) forgetAnswers()
  change({ user, ended: null })
})
