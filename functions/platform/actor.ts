import { type Action, type Actor, can, type Owned, type Reach, reach } from '../../shared/access.ts'
import { forbidden, notFound } from '../../shared/errors.ts'

/** What is kept of an `Idempotency-Key` and its request. */
export interface Idempotency {
  readonly key: string
  readonly hash: string
  /** Whether the reply holds a secret, so that of it no more is kept than which record it made. */
  readonly isShownOnce: boolean
}

/** Where a request came from; goes into the audit row. */
export interface Origin {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** Set when the endpoint honours `Idempotency-Key` and one was sent. */
  readonly idempotency?: Idempotency
  /** The version the caller has seen, from `If-Match`. */
  readonly expectedVersion?: number
  /** Set for a PATCH without any field that its endpoint knows (rulings 13): nothing changes. */
  readonly takesNothing?: true
}

/** The actor of a request, with its origin and session. */
export interface Caller extends Actor {
  readonly name: string
  readonly origin: Origin
  /** The hash of the session's id; absent for an API key and for the system. */
  readonly sessionHash?: string
  /** The epoch of the person's sessions; a change that must hold while they may ask is checked against it. */
  readonly epoch?: number
}

declare const permitted: unique symbol

/** Proof that the access table was asked; without one nothing can be committed. */
export interface Permit {
  readonly actor: Pick<Caller, 'id' | 'name' | 'origin'>
  readonly [permitted]: true
}

const permit = (actor: Permit['actor']) => ({ actor }) as Permit

/**
 * Asks the access table. Throws `forbidden` when the action is refused altogether and `notFound` when the record
 * is out of reach, exactly as when it does not exist (rulings 11).
 */
export function authorise(actor: Caller, action: Action, record?: Owned): Permit {
  if (!reach(actor, action)) throw forbidden()
  if (record && !can(actor, action, record)) throw notFound()
  return permit(actor)
}

/** What an action covers for this actor; 403 when it is refused altogether. */
export function covers(actor: Actor, action: Action): Reach {
  const covered = reach(actor, action)
  if (!covered) throw forbidden()
  return covered
}

/** A permit for what nobody logged in does: a schedule, an event, the login itself. */
export function asSystem(name: string, origin?: Origin): Permit {
  const nowhere: Origin = { requestId: '-', ip: '-', userAgent: '-' }
  return permit({ id: `system:${name}`, name: `system:${name}`, origin: origin ?? nowhere })
}

/** A permit for what somebody does who has no account, whom the secret of a link lets in. */
export function asGuest(guest: { id: string; name: string }, origin: Origin): Permit {
  return permit({ id: guest.id, name: guest.name, origin })
}

/** A permit for what a person does to their own account before or around a full session. */
export function asSelf(user: { id: string; name: string }, origin: Origin): Permit {
  return permit({ id: user.id, name: user.name, origin })
}
