import { conflict, notFound } from '../../../shared/errors.ts'
import { instantAt } from '../../../shared/time.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { type Change, commit } from '../../platform/data/commit.ts'
import {
  handleOf,
  idleTimeWrite,
  readLiveSessions,
  type Session,
  sessionEndWrites,
} from '../../platform/identity/session.ts'
import { buildUserChange, endSessionsBut, type User } from '../../platform/identity/user.ts'
import { describeBrowser } from './device.ts'

/** Lists the live sessions of a user: the one of this request first, then newest first. */
export async function listSessions(user: User, current: Session) {
  return (await readLiveSessions(user, current)).map((one) => ({
    id: handleOf(one),
    device: describeBrowser(one.userAgent),
    ipAddress: one.ipAddress,
    createdAt: one.createdAt,
    lastSeen: instantAt(one.lastSeen),
    current: one.hash === current.hash,
  }))
}

/**
 * Ends one of a user's other sessions, at once. Throws 404 when the user has no such session, 409 for the session of
 * this request.
 */
export async function endSession(actor: Caller, user: User, current: Session, id: string) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  if (id === handleOf(current)) throw conflict('Gebruik Uitloggen om deze sessie te beëindigen')
  const session = (await readLiveSessions(user, current)).find((one) => handleOf(one) === id)
  if (!session) throw notFound()
  return commit(permit, endOf(session))
}

/** Returns the change that ends a session. */
function endOf(session: Session): Change {
  const { createdAt, ipAddress, userAgent } = session
  return {
    action: 'session.delete',
    entity: { type: 'session', id: handleOf(session) },
    before: { createdAt, ipAddress, userAgent },
    write: sessionEndWrites(session),
  }
}

/**
 * Ends all of a user's sessions except the one of this request, at once, by raising the user's session epoch (rulings
 * 2).
 */
export async function endOtherSessions(actor: Caller, user: User, current: Session) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  return commit(permit, {
    action: 'user.end-sessions',
    entity: { type: 'user', id: user.id },
    write: [buildUserChange(user, endSessionsBut(current.hash, user)).write],
  })
}

/** Maximum number of sessions whose timeout one transaction changes. A user with more loses the oldest first. */
const MAX_SESSIONS = 90

/** Sets after how many idle minutes (15–480) a user's sessions end, running ones included (rulings 2). */
export async function setSessionTimeout(actor: Caller, user: User, session: Session, minutes: number) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const running = await readLiveSessions(user, session)
  for (const oldest of running.slice(MAX_SESSIONS)) await commit(permit, endOf(oldest))
  return commit(
    permit,
    {
      action: 'user.session-timeout',
      entity: { type: 'user', id: user.id },
      before: { sessionTimeout: user.sessionTimeout },
      after: { sessionTimeout: minutes * 60 },
      write: [
        buildUserChange(user, { sessionTimeout: minutes * 60 }).write,
        ...running.slice(0, MAX_SESSIONS).map((one) => idleTimeWrite(one, minutes * 60 * 1000)),
      ],
    },
    { timeoutMinutes: minutes },
  )
}
