import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda'
import { type Endpoint, routeKeyOf } from '../../../shared/api/parts/endpoint.ts'
import { forbidden, notLoggedIn } from '../../../shared/errors.ts'
import type { Caller, Origin } from '../actor.ts'
import { identifyApiKey } from './api-key.ts'
import { openSession, type Session } from './session.ts'
import { actorOf, fullName, type User } from './user.ts'

/** The identity behind a request: a person with a session, or an API key. */
export interface Identified {
  readonly actor: Caller
  /** Session id as sent; the table holds data that is encrypted with it. */
  readonly sessionId?: string
  readonly session?: Session
  readonly user?: User
}

/**
 * Returns the names of the session and device cookies. A `__Host-` name needs https, which a laptop does not have
 * (rulings 1).
 */
export const cookieNames = (event: Event) =>
  isLocalHttp(event) ? { session: 'sid', device: 'device' } : { session: '__Host-sid', device: '__Host-device' }

/** Returns the value of a cookie of the request, or null. */
export function cookieOf({ cookies }: Event, name: string): string | null {
  const prefix = `${name}=`
  return cookies?.find((one) => one.startsWith(prefix))?.slice(prefix.length) || null
}

/** Tells whether a request came to a laptop without TLS, where no browser keeps a `__Host-` cookie. */
export const isLocalHttp = (event: Event) => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(event.headers['host'] ?? '')

interface Sent {
  readonly sessionId: string
  readonly by: 'header' | 'cookie'
}

/** Returns the session id of a request: from the `sessionId` header, else Bearer, else the cookie (rulings 1). */
function sessionIdOf(event: Event): Sent | null {
  const bearer = /^Bearer (\S+)$/i.exec(event.headers['authorization'] ?? '')?.[1]
  const header = event.headers['sessionid'] || bearer
  if (header) return { sessionId: header, by: 'header' }
  const cookie = cookieOf(event, cookieNames(event).session)
  return cookie ? { sessionId: cookie, by: 'cookie' } : null
}

/**
 * Returns the person or API key behind a request. Throws 401 without a live session or valid key. Throws 403 for a
 * change with only a cookie, for an API key on an endpoint that allows none, and while 2FA or an own password must
 * still be set. Throws 429 above the rate of an API key.
 */
export async function identifyCaller(event: Event, endpoint: Endpoint, origin: Origin): Promise<Identified> {
  const apiKey = event.headers['x-api-key']
  if (apiKey) {
    const actor = await identifyApiKey(apiKey, origin)
    if (!endpoint.apiKey) throw forbidden('Deze actie kan niet met een API key')
    return { actor }
  }
  const sent = sessionIdOf(event)
  if (!sent) throw notLoggedIn()
  const { session, user } = await openSession(sent.sessionId, endpoint)
  if (sent.by === 'cookie' && endpoint.method !== 'GET') {
    throw forbidden('Deze actie heeft de sessionId-header nodig')
  }
  refuseRestricted(user, endpoint, event)
  const actor = callerOf(user, session, joinAction(session, endpoint, origin))
  return { actor, sessionId: sent.sessionId, session, user }
}

/**
 * Throws 403 for people with a first password or without 2FA, except on the endpoints that set these up (rulings 3).
 */
function refuseRestricted(user: User, { allow }: Endpoint, event: Event): void {
  if (allow === 'restricted') return
  if (user.mustChangePassword) {
    const isOwnPassword = allow === 'user:password' && event.pathParameters?.['id'] === user.id
    if (!isOwnPassword) throw forbidden('Kies eerst een eigen wachtwoord')
  } else if (!user.twoFactorEnabled) throw forbidden('Stel eerst tweestapsverificatie in')
}

/**
 * Returns the origin of a call that is part of an action, with the id of the action as its request id. That id follows
 * from the session and the endpoint too. So nobody joins the action of somebody else, or hides another kind of change
 * behind it, and an action ends with the session.
 */
function joinAction({ hash }: Session, endpoint: Endpoint, origin: Origin): Origin {
  if (origin.actionId === undefined) return origin
  const parts = [hash, routeKeyOf(endpoint), origin.actionId].join('\n')
  return { ...origin, requestId: createHash('sha256').update(parts).digest('base64url') }
}

const callerOf = (user: User, session: Session, origin: Origin): Caller => ({
  ...actorOf(user),
  name: fullName(user),
  origin,
  sessionHash: session.hash,
  epoch: user.sessionEpoch,
})
