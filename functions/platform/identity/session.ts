import { createHash, randomBytes } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { EntityItem } from 'electrodb'
import { notLoggedIn } from '../../../shared/errors.ts'
import { epochOf, type Instant, type LocalDate, localDateOf, nextMidnight, now } from '../../../shared/time.ts'
import { defineEntity, documents, primary, type RowOf, TABLE_NAME, tryWrite, ttlSeconds } from '../data/table.ts'
import { SessionTokens } from './session-token.ts'
import { findUser, type User } from './user.ts'

/**
 * Sessions, stored under the SHA-256 of their id (rulings 1). A row never changes: only logins and invitations write
 * it, so no other function can make a session or give one to somebody else. A session ends by logout, after its idle
 * time (`SessionUses`), at midnight in Amsterdam, or by a change that raises its user's epoch (rulings 2).
 * `SessionDays` finds sessions by day and person.
 *
 * | Read        | Index   | Key  |
 * | one session | primary | hash |
 */
const Sessions = defineEntity('session', {
  attributes: {
    hash: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    epoch: { type: 'number', required: true },
    /** Day on which it began, in Amsterdam; the session ends with that day. */
    day: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    endsAt: { type: 'number', required: true },
    ipAddress: { type: 'string', required: true },
    userAgent: { type: 'string', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('session#${hash}', 'session') },
})
export type Session = RowOf<typeof Sessions>

/**
 * Last use of each session. Every function that identifies people writes this row, in a partition that opens nothing.
 *
 * | Read              | Index   | Key  |
 * | one session's use | primary | hash |
 */
const SessionUses = defineEntity('sessionuse', {
  attributes: {
    hash: { type: 'string', required: true },
    lastSeen: { type: 'number', required: true },
    idleMs: { type: 'number', required: true },
    idleUntil: { type: 'number', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('sessionuse#${hash}', 'use') },
})

/**
 * Sessions by day and person.
 *
 * | Read                | Index   | Key                |
 * | a day's sessions    | primary | day                |
 * | a person's sessions | primary | day · userId, hash |
 */
const SessionDays = defineEntity('sessionday', {
  attributes: {
    day: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('sessions#${day}', '${userId}#${hash}') },
})

/** Returns the stored form of a session id: its SHA-256 in hex. */
export const sessionIdHash = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')

/** Returns the public id of a session, by which its user can end it; nobody can log in with it. */
export const handleOf = ({ hash }: Pick<Session, 'hash'>) => hash.slice(0, 16)

/** Creates a session for a user: returns its id (256 random bits, base64url) and the row to store. */
export function newSession(user: User, from: { ip: string; userAgent: string }) {
  const id = randomBytes(32).toString('base64url')
  const at = now()
  const endsAt = epochOf(nextMidnight(at))
  const row: Session = {
    hash: sessionIdHash(id),
    userId: user.id,
    epoch: user.sessionEpoch,
    day: localDateOf(at),
    createdAt: at,
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
  const hash = sessionIdHash(sessionId)
  const [isInUse, known] = await Promise.all([touch(hash, at, unattended), Sessions.get({ hash }).go()])
  if (!isInUse) throw notLoggedIn()
  // A session that has just begun may be missing from the cheaper read. An ended one has no use any more.
  const session = known.data ?? (await Sessions.get({ hash }).go({ consistent: true })).data
  if (!session || session.endsAt <= epochOf(at)) throw notLoggedIn()
  const user = await findUser(session.userId)
  if (!user?.isActive || !isOfEpoch(session, user)) throw notLoggedIn()
  return { session, user }
}

/** Tells whether a session began in its user's present epoch, or was kept when that epoch began. */
const isOfEpoch = ({ hash, epoch }: Session, { sessionEpoch, keptSession }: User) =>
  (keptSession?.hash === hash ? keptSession.epoch : epoch) === sessionEpoch

const SEEN = 'SET lastSeen = :now, idleUntil = :now + idleMs'
const SAME = 'SET idleUntil = idleUntil'

/**
 * Tells whether a session was used within its idle time, by one conditional update that is exact to the millisecond.
 * Extends its idle time unless `unattended`.
 */
const touch = (hash: string, at: Instant, unattended: boolean): Promise<boolean> =>
  tryWrite(() =>
    documents.send(
      new UpdateCommand({
        TableName: TABLE_NAME,
        Key: { pk: `sessionuse#${hash}`, sk: 'use' },
        UpdateExpression: unattended ? SAME : SEEN,
        ConditionExpression: 'idleUntil > :now',
        ExpressionAttributeValues: { ':now': epochOf(at) },
      }),
    ),
  )

/** Returns the writes that store a new session of a user, which counts as used at its beginning. */
export function sessionStartWrites(row: Session, { sessionTimeout }: Pick<User, 'sessionTimeout'>) {
  const { hash, day, userId, expires } = row
  const lastSeen = epochOf(row.createdAt as Instant)
  const idleMs = sessionTimeout * 1000
  return [
    Sessions.create(row),
    SessionUses.create({ hash, lastSeen, idleMs, idleUntil: lastSeen + idleMs, expires }),
    SessionDays.put({ day, userId, hash, expires }),
  ]
}

/** Returns the writes that delete a session, its use and its access token. */
export const sessionEndWrites = ({ hash, day, userId }: Pick<Session, 'hash' | 'day' | 'userId'>) => [
  Sessions.delete({ hash }),
  SessionUses.delete({ hash }),
  SessionTokens.delete({ hash }),
  SessionDays.delete({ day, userId, hash }),
]

/** Returns the write that gives a running session another idle time, counted from its last use. */
export const idleTimeWrite = ({ hash, lastSeen }: LiveSession, idleMs: number) =>
  SessionUses.patch({ hash }).set({ idleMs, idleUntil: lastSeen + idleMs })

export type LiveSession = Session & Pick<EntityItem<typeof SessionUses>, 'lastSeen'>

/**
 * Returns the live sessions of a user: the current one, then the newest first. All of them began today, since none
 * outlives midnight.
 */
export async function readLiveSessions(user: User, current: Session): Promise<LiveSession[]> {
  const at = now()
  const { data: days } = await SessionDays.query
    .primary({ day: localDateOf(at) })
    .begins({ userId: user.id })
    .go({ pages: 'all', consistent: true })
  if (days.length === 0) return []
  const hashes = days.map(({ hash }) => ({ hash }))
  const [{ data }, uses] = await Promise.all([
    Sessions.get(hashes).go({ consistent: true }),
    SessionUses.get(hashes).go({ consistent: true }),
  ])
  const lastSeen = new Map(uses.data.flatMap((use) => (use.idleUntil > epochOf(at) ? [[use.hash, use.lastSeen]] : [])))
  return data
    .flatMap((one) => {
      const seen = lastSeen.get(one.hash)
      return seen !== undefined && isOfEpoch(one, user) && one.endsAt > epochOf(at) ? [{ ...one, lastSeen: seen }] : []
    })
    .sort((one, other) =>
      one.hash === current.hash ? -1 : other.hash === current.hash || one.createdAt < other.createdAt ? 1 : -1,
    )
}

/** Deletes every session that began on a day; returns how many. */
export async function forgetSessionsOf(day: LocalDate): Promise<number> {
  const { data } = await SessionDays.query.primary({ day }).go({ pages: 'all' })
  if (data.length === 0) return 0
  const hashes = data.map(({ hash }) => ({ hash }))
  await Sessions.delete(hashes).go()
  await SessionUses.delete(hashes).go()
  await SessionTokens.delete(hashes).go()
  await SessionDays.delete(data.map(({ userId, hash }) => ({ day, userId, hash }))).go()
  return data.length
}
