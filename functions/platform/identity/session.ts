import { createHash, randomBytes } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { EntityItem } from 'electrodb'
import { notLoggedIn } from '../../../shared/errors.ts'
import { epochOf, type Instant, type LocalDate, localDateOf, nextMidnight, now } from '../../../shared/time.ts'
import { documents, Entity, entityModel, primary, store, TABLE_NAME, ttlSeconds } from '../data/table.ts'
import { SessionTokens } from './session-token.ts'
import { findUser, type User } from './user.ts'

/**
 * Sessions, stored under the SHA-256 of their id (rulings 1). A session ends by logout, after its idle time, at
 * midnight in Amsterdam, or by a change that raises its user's epoch (rulings 2). Every request marks its session as
 * seen, so sessions are in no index; `SessionDays` finds sessions by day and person. Most functions may change nothing
 * of a session but these marks (`infra/rights.ts`).
 *
 * | Read        | Index   | Key  |
 * | one session | primary | hash |
 */
export const Sessions = new Entity(
  {
    model: entityModel('session'),
    attributes: {
      hash: { type: 'string', required: true },
      userId: { type: 'string', required: true },
      epoch: { type: 'number', required: true },
      /** Day on which it began, in Amsterdam; the session ends with that day. */
      day: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      lastSeen: { type: 'number', required: true },
      idleMs: { type: 'number', required: true },
      idleUntil: { type: 'number', required: true },
      endsAt: { type: 'number', required: true },
      ipAddress: { type: 'string', required: true },
      userAgent: { type: 'string', required: true },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('session#${hash}', 'session'),
    },
  },
  store,
)
export type Session = EntityItem<typeof Sessions>

/**
 * Sessions by day and person.
 *
 * | Read                | Index   | Key                |
 * | a day's sessions    | primary | day                |
 * | a person's sessions | primary | day · userId, hash |
 */
const SessionDays = new Entity(
  {
    model: entityModel('sessionday'),
    attributes: {
      day: { type: 'string', required: true },
      userId: { type: 'string', required: true },
      hash: { type: 'string', required: true },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('sessions#${day}', '${userId}#${hash}'),
    },
  },
  store,
)

/** Returns the stored form of a session id: its SHA-256 in hex. */
export const sessionIdHash = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')

/** Returns the public id of a session, by which its user can end it; nobody can log in with it. */
export const handleOf = ({ hash }: Pick<Session, 'hash'>) => hash.slice(0, 16)

/** Creates a session for a user: returns its id (256 random bits, base64url) and the row to store. */
export function newSession(user: User, from: { ip: string; userAgent: string }) {
  const id = randomBytes(32).toString('base64url')
  const at = now()
  const endsAt = epochOf(nextMidnight(at))
  const idleMs = user.sessionTimeout * 1000
  const row: Session = {
    hash: sessionIdHash(id),
    userId: user.id,
    epoch: user.sessionEpoch,
    day: localDateOf(at),
    createdAt: at,
    lastSeen: epochOf(at),
    idleMs,
    idleUntil: epochOf(at) + idleMs,
    endsAt,
    ipAddress: from.ip,
    userAgent: from.userAgent,
    expires: ttlSeconds(endsAt),
  }
  return { id, row }
}

/**
 * Returns the session and user of a session id. Marks the session as seen, unless the app sent the request by itself
 * (`unattended`). Throws 401 when the session is unknown, idle too long, past midnight, or ended by a change of the
 * user's rights or credentials.
 */
export async function openSession(
  sessionId: string,
  { unattended = false }: { readonly unattended?: boolean | undefined } = {},
): Promise<{ session: Session; user: User }> {
  const at = now()
  const session = await touch(sessionIdHash(sessionId), at, unattended)
  if (!session || session.endsAt <= epochOf(at)) throw notLoggedIn()
  const user = await findUser(session.userId)
  if (!user?.isActive || user.sessionEpoch !== session.epoch) throw notLoggedIn()
  return { session, user }
}

const SEEN = 'SET lastSeen = :now, idleUntil = :now + idleMs'
const SAME = 'SET idleUntil = idleUntil'

/**
 * Reads a session that was used within its idle time, in one conditional update that is exact to the millisecond; null
 * for any other. Extends its idle time unless `unattended`.
 */
async function touch(hash: string, at: Instant, unattended: boolean): Promise<Session | null> {
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName: TABLE_NAME,
        Key: { pk: `session#${hash}`, sk: 'session' },
        UpdateExpression: unattended ? SAME : SEEN,
        ConditionExpression: 'idleUntil > :now',
        ExpressionAttributeValues: { ':now': epochOf(at) },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return Attributes as Session
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return null
    throw error
  }
}

/** Returns the writes that store a new session. */
export const sessionStartWrites = (row: Session) => [
  Sessions.create(row),
  SessionDays.put({ day: row.day, userId: row.userId, hash: row.hash, expires: row.expires }),
]

/** Returns the writes that delete a session and its access token. */
export const sessionEndWrites = ({ hash, day, userId }: Pick<Session, 'hash' | 'day' | 'userId'>) => [
  Sessions.delete({ hash }),
  SessionTokens.delete({ hash }),
  SessionDays.delete({ day, userId, hash }),
]

/** Returns the live sessions of a user, newest first; all of them began today, since none outlives midnight. */
export async function readLiveSessions(user: User): Promise<Session[]> {
  const at = now()
  const { data: days } = await SessionDays.query
    .primary({ day: localDateOf(at) })
    .begins({ userId: user.id })
    .go({ pages: 'all', consistent: true })
  if (days.length === 0) return []
  const { data } = await Sessions.get(days.map(({ hash }) => ({ hash }))).go({ consistent: true })
  return data
    .filter((one) => one.epoch === user.sessionEpoch && one.idleUntil > epochOf(at) && one.endsAt > epochOf(at))
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

/** Deletes every session that began on a day; returns how many. */
export async function forgetSessionsOf(day: LocalDate): Promise<number> {
  const { data } = await SessionDays.query.primary({ day }).go({ pages: 'all' })
  if (data.length === 0) return 0
  await Sessions.delete(data.map(({ hash }) => ({ hash }))).go()
  await SessionTokens.delete(data.map(({ hash }) => ({ hash }))).go()
  await SessionDays.delete(data.map(({ userId, hash }) => ({ day, userId, hash }))).go()
  return data.length
}
