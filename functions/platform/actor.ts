import { type Action, type Actor, can, type Owned, type Reach, reachOf } from '../../shared/access.ts'
import { forbidden, notFound } from '../../shared/errors.ts'
import { findRunningAction } from './request.ts'

/** Hashed `Idempotency-Key` and the hash of its request. */
export interface Idempotency {
  readonly key: string
  readonly hash: string
  /** True when the reply holds a secret. Then the id of the created record is stored in place of the reply. */
  readonly isShownOnce: boolean
}

/**
 * Facts about a request: its id and the sender's address and browser, for the audit row; its headers `Idempotency-Key`,
 * `If-Match` and `Action-Id`.
 */
export interface Origin {
  /** Id of the request, or of the run or action that it is part of. */
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** Set when the endpoint honours `Idempotency-Key` and one was sent. */
  readonly idempotency?: Idempotency
  /** The version the caller has seen, from `If-Match`. */
  readonly expectedVersion?: number
  /** Id that the caller gives to all calls of one action, from `Action-Id`. */
  readonly actionId?: string
  /** Set for a PATCH that has no field known to its endpoint, and so changes nothing (rulings 13). */
  readonly takesNothing?: true
}

/** The actor of a request, with its origin and session. */
export interface Caller extends Actor {
  readonly name: string
  readonly origin: Origin
  /** The hash of the session's id; absent for an API key and in background runs. */
  readonly sessionHash?: string
  /**
   * Number that is raised to end all sessions of the person. A change can require that it is still the same when
   * written.
   */
  readonly epoch?: number
}

declare const permitted: unique symbol

/** Proof that an actor may make a change; nothing can be committed without one. */
export interface Permit {
  readonly actor: Pick<Caller, 'id' | 'name' | 'origin'>
  readonly [permitted]: true
}

const permit = (actor: Permit['actor']) => ({ actor }) as Permit

/**
 * Checks the access table and returns a permit. Throws 403 when the actor may do the action with no record. Throws 404
 * when this record is out of reach, exactly as when it does not exist (rulings 11).
 */
export function authorise(actor: Caller, action: Action, record?: Owned): Permit {
  if (!reachOf(actor, action)) throw forbidden()
  if (record && !can(actor, action, record)) throw notFound()
  return permit(actor)
}

/** Returns whose records an actor may use an action on: all, a team's, or their own. Throws 403 for none. */
export function requireReach(actor: Actor, action: Action): Reach {
  const covered = reachOf(actor, action)
  if (!covered) throw forbidden()
  return covered
}

/** Request id of work without a request: a schedule, an event. */
export const NO_REQUEST = '-'

/**
 * Returns a permit for work without a logged-in person: a schedule, an event, the login itself. The audit names its
 * actor `system:<name>`, and shows the work beneath the action whose change requested it.
 */
export function asSystem(name: string, origin?: Origin): Permit {
  const nowhere: Origin = { requestId: findRunningAction() ?? NO_REQUEST, ip: '-', userAgent: '-' }
  return permit({ id: `system:${name}`, name: `system:${name}`, origin: origin ?? nowhere })
}

/** Returns a permit for a change that is part of a run, so that the audit log shows both as one action. */
export const asPartOf = (runId: string, { actor }: Permit): Permit =>
  permit({ ...actor, origin: { ...actor.origin, requestId: runId } })

/** Returns a permit to log that a request is refused, so that its `Idempotency-Key` stays free. */
export function asRefusal({ actor }: Permit): Permit {
  const { idempotency: _free, ...origin } = actor.origin
  return permit({ ...actor, origin })
}

/** Returns a permit for a person without an account, who was let in by the secret of a link. */
export function asGuest(guest: { id: string; name: string }, origin: Origin): Permit {
  return permit({ id: guest.id, name: guest.name, origin })
}

/** Returns a permit with which a person changes their own account, also without a full session, as at login. */
export function asSelf(user: { id: string; name: string }, origin: Origin): Permit {
  return permit({ id: user.id, name: user.name, origin })
}
