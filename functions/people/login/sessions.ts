import { conflict, notFound } from '../../../shared/errors.ts'
import { instantAt } from '../../../shared/time.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commit } from '../../platform/data/commit.ts'
import {
  handleOf,
  readLiveSessions,
  type Session,
  Sessions,
  sessionEndWrites,
} from '../../platform/identity/session.ts'
import { buildUserChange, type User } from '../../platform/identity/user.ts'
import { describeBrowser } from './device.ts'

/** Lists the live sessions of a user: the one of this request first, then newest first. */
export async function listSessions(user: User, current: Session) {
  const isCurrent = ({ hash }: Session) => hash === current.hash
  const live = await readLiveSessions(user)
  return [...live.filter(isCurrent), ...live.filter((one) => !isCurrent(one))].map((one) => ({
    id: handleOf(one),
    device: describeBrowser(one.userAgent),
    ipAddress: one.ipAddress,
    createdAt: one.createdAt,
    lastSeen: instantAt(one.lastSeen),
    current: isCurrent(one),
  }))
}

/**
 * Ends one of a user's other sessions, at once. Throws 404 when the user has no such session, 409 for the session of
 * this request.
 */
export async function endSession(actor: Caller, user: User, current: Session, id: string) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  if (id === handleOf(current)) throw conflict('Gebruik Uitloggen om deze sessie te beëindigen.')
  const session = (await readLiveSessions(user)).find((one) => handleOf(one) === id)
  if (!session) throw notFound()
  const { createdAt, ipAddress, userAgent } = session
  return commit(
    permit,
    {
      action: 'session.delete',
      entity: { type: 'session', id },
      before: { createdAt, ipAddress, userAgent },
      write: sessionEndWrites(session),
    },
    undefined,
  )
}

/**
 * Ends all of a user's sessions except the one of this request, at once, by raising the user's session epoch (rulings
 * 2).
 */
export async function endOtherSessions(actor: Caller, user: User, current: Session) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const { row, write } = buildUserChange(user, { sessionEpoch: user.sessionEpoch + 1 })
  return commit(
    permit,
    {
      action: 'user.end-sessions',
      entity: { type: 'user', id: user.id },
      write: [write, Sessions.patch({ hash: current.hash }).set({ epoch: row.sessionEpoch })],
    },
    undefined,
  )
}

/**
 * Maximum number of sessions that a change of the timeout keeps, as its transaction writes each. A user with more loses
 * the oldest.
 */
const MAX_SESSIONS = 90

/** Sets after how many idle minutes (15–480) a user's sessions end, running ones included (rulings 2). */
export async function setSessionTimeout(actor: Caller, user: User, session: Session, minutes: number) {
  const idleMs = minutes * 60 * 1000
  const others = (await readLiveSessions(user)).filter(({ hash }) => hash !== session.hash)
  const kept = [session, ...others.slice(0, MAX_SESSIONS - 1)]
  const epoch = user.sessionEpoch + (others.length < MAX_SESSIONS ? 0 : 1)
  const { write } = buildUserChange(user, { sessionTimeout: minutes * 60, sessionEpoch: epoch })
  const running = kept.map(({ hash, lastSeen }) =>
    Sessions.patch({ hash }).set({ idleMs, idleUntil: lastSeen + idleMs, epoch }),
  )
  return commit(
    authorise(actor, 'account:manage', { owners: [user.id] }),
    {
      action: 'user.session-timeout',
      entity: { type: 'user', id: user.id },
      before: { sessionTimeout: user.sessionTimeout },
      after: { sessionTimeout: minutes * 60 },
      write: [write, ...running],
    },
    { timeoutMinutes: minutes },
  )
}
