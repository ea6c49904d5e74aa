import { join } from 'node:path'
import { type Journal, openJournal } from '../stand-in/journal.ts'

export type UserStatus = 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD'

export interface PoolUser {
  readonly username: string
  /** Permanent id of the user; a later user with the same name gets another one. */
  readonly sub: string
  readonly attributes: Readonly<Record<string, string>>
  readonly enabled: boolean
  readonly status: UserStatus
  readonly createdAt: number
  readonly modifiedAt: number
  readonly password: HashedPassword
  /** Tokens and sessions of an earlier generation are revoked. */
  readonly generation: number
  readonly totp: TotpState
  readonly attempts: Attempts
  /** Challenge sessions that were exchanged for tokens; each works once. */
  readonly spentSessions: readonly { readonly id: string; readonly expiresAt: number }[]
}

export interface HashedPassword {
  readonly salt: string
  readonly hash: string
}

export interface TotpState {
  /** Secret in base32 that the user has verified with a code; null without one. */
  readonly secret: string | null
  /** New secret in base32 that the user has received and not verified yet; null without one. */
  readonly pending: string | null
  readonly enabled: boolean
  readonly preferred: boolean
  /** Numbers of the 30-second steps whose code was accepted, newest last. */
  readonly spentSteps: readonly number[]
}

export interface Attempts {
  readonly failures: number
  readonly lastFailureAt: number
  readonly lastAttemptAt: number
}

export const noAttempts: Attempts = { failures: 0, lastFailureAt: 0, lastAttemptAt: 0 }
export const noTotp: TotpState = { secret: null, pending: null, enabled: false, preferred: false, spentSteps: [] }

/** Opens the pool's users, stored in `folder`. Each change is on disk when `set` or `delete` returns. */
export const openUsers = (folder: string): Journal<PoolUser> => openJournal<PoolUser>(join(folder, 'users.log'))
