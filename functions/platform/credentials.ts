import type { APIGatewayProxyEventV2 as Event } from 'aws-lambda'
import type { Endpoint } from '../../shared/contract/endpoint.ts'
import { forbidden, unauthenticated } from '../../shared/errors.ts'
import type { Caller, Origin } from './actor.ts'
import { actorOfApiKey } from './api-key.ts'
import { openSession, type Session } from './session.ts'
import { actorOf, fullName, type User } from './user.ts'

/** Who is behind a request: a person with a session, or an API key. */
export interface Identified {
  readonly actor: Caller
  /** As it was sent; opens what the table holds sealed. */
  readonly sessionId?: string
  readonly session?: Session
  readonly user?: User
}

/** The cookies' names: `__Host-` needs https, which the deployed site has and a laptop has not (rulings 1). */
export const cookieNames = (event: Event) =>
  isLocalHttp(event) ? { session: 'sid', device: 'device' } : { session: '__Host-sid', device: '__Host-device' }

/** The value of a request's cookie, or null. */
export function cookieOf({ cookies }: Event, name: string): string | null {
  const prefix = `${name}=`
  return cookies?.find((one) => one.startsWith(prefix))?.slice(prefix.length) || null
}

/** Whether a request came to a laptop without TLS, where no browser keeps a `__Host-` cookie. */
export const isLocalHttp = (event: Event) => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(event.headers['host'] ?? '')

interface Sent {
  readonly sessionId: string
  readonly by: 'header' | 'cookie'
}

/** The session id a request carries: the `sessionId` header, else Bearer, else the cookie (rulings 1). */
function sessionIdOf(event: Event): Sent | null {
  const bearer = /^Bearer (\S+)$/i.exec(event.headers['authorization'] ?? '')?.[1]
  const header = event.headers['sessionid'] || bearer
  if (header) return { sessionId: header, by: 'header' }
  const cookie = cookieOf(event, cookieNames(event).session)
  return cookie ? { sessionId: cookie, by: 'cookie' } : null
}

/**
 * Finds out who asks and whether they may ask this at all (everything but the record): 401 without a live session,
 * 403 for a changing call with the cookie alone, for a session without 2FA outside the set-up, for one with a first
 * password outside its change, and for an API key where none is allowed.
 */
export async function identify(event: Event, endpoint: Endpoint, origin: Origin): Promise<Identified> {
  const apiKey = event.headers['x-api-key']
  if (apiKey) {
    const actor = await actorOfApiKey(apiKey, origin)
    if (!endpoint.apiKey) throw forbidden('Deze actie kan niet met een API key')
    return { actor }
  }
  const sent = sessionIdOf(event)
  if (!sent) throw unauthenticated()
  const { session, user } = await openSession(sent.sessionId)
  if (sent.by === 'cookie' && endpoint.method !== 'GET') {
    throw forbidden('Deze actie heeft de sessionId-header nodig')
  }
  refuseRestricted(user, endpoint, event)
  return { actor: callerOf(user, session, origin), sessionId: sent.sessionId, session, user }
}

/** What somebody may not ask yet: who has a password of somebody else's, and who has not set up 2FA (rulings 3). */
function refuseRestricted(user: User, { allow }: Endpoint, event: Event): void {
  if (allow === 'restricted') return
  if (user.mustChangePassword) {
    const isOwnPassword = allow === 'user:password' && event.pathParameters?.['id'] === user.id
    if (!isOwnPassword) throw forbidden('Kies eerst een eigen wachtwoord')
  } else if (!user.twoFactorEnabled) throw forbidden('Stel eerst tweestapsverificatie in')
}

const callerOf = (user: User, session: Session, origin: Origin): Caller => ({
  ...actorOf(user),
  name: fullName(user),
  origin,
  sessionHash: session.hash,
  epoch: session.epoch,
})
