import { forbidden, invalid } from '../../shared/errors.ts'
import { addSeconds, type Instant } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import { findUser, isActiveAdmin, type User } from '../platform/identity/user.ts'
import { singleAdminCondition } from './roster.ts'
import { requireUnchangedActor } from './unchanged-actor.ts'

/**
 * Returns the condition that the actor is the only admin, also of the last 24 hours, when the change is written; it
 * fails with `onFailure`. Null when the actor is not the only admin now.
 */
export const onlyAdminCondition = (
  actor: Pick<Caller, 'role'>,
  onFailure: () => Error,
): Promise<GuardedWrite | null> => (actor.role === 'admin' ? singleAdminCondition(onFailure) : Promise.resolve(null))

/** Audit reference of an actor's own record, which normally a second admin must change. */
export interface OwnRecord {
  readonly type: string
  readonly id: string
  readonly name?: string | undefined
}

/**
 * Returns the change that records in the audit log that the only active admin did alone what normally needs a second
 * admin (rulings 35, 51b). The transaction fails when there is another admin by then (`isAlone`). `what` has facts for
 * the audit row.
 */
export const buildOnlyAdminAudit = (isAlone: GuardedWrite, entity: OwnRecord, what: object): Change => ({
  ...{ action: `${entity.type}.own`, entity },
  after: { ...what, reason: 'Enige actieve beheerder' },
  write: [isAlone],
})

interface Own {
  /** Returns the error for anybody but the only active admin. */
  readonly refused: () => Error
  readonly about: OwnRecord
  /** Facts for the audit. */
  readonly what: object
}

/**
 * Throws `refused` when somebody changes their own record (four-eyes rule), unless they are the only active admin.
 * Returns the audit row of that exception, with the facts `what`; nothing where `isOwn` is false.
 */
export async function refuseOwnChange(actor: Caller, isOwn: boolean, { refused, about, what }: Own): Promise<Change[]> {
  if (!isOwn) return []
  const isAlone = await onlyAdminCondition(actor, refused)
  if (!isAlone) throw refused()
  return [buildOnlyAdminAudit(isAlone, about, what)]
}

/** Seconds before a change in which its approver must have been an admin, without the help of its maker. */
const SETTLED_SECONDS = 24 * 60 * 60

/** Maker of a change that waits for approval, and the moment. */
interface Made {
  readonly by: string
  readonly at: string
}

const NEW_ADMIN = 'Je was nog geen 24 uur beheerder toen dit werd gemaakt. Laat een andere beheerder dit doen.'
const RESET_BY_MAKER = 'De maker stelde jouw wachtwoord of 2FA opnieuw in. Laat een andere beheerder dit doen.'

/**
 * Returns the Dutch reason why an admin other than its maker may not approve a change; null where they may. They must
 * have been an active admin for 24 hours before it was made. Since then, its maker must not have reset their password
 * or 2FA (rulings 51b). A person who was created, promoted or reactivated later is an admin since that moment.
 */
function explainApprover(user: User | null, { by, at }: Made): string | null {
  if (!user || !isActiveAdmin(user)) return NEW_ADMIN
  const start = addSeconds(at as Instant, -SETTLED_SECONDS)
  if ((user.adminSince ?? user.createdAt) > start) return NEW_ADMIN
  return (user.resetBy?.[by] ?? '') > start ? RESET_BY_MAKER : null
}

/**
 * Returns a function that tells whether the actor may be the second pair of eyes for a change. Its maker may approve
 * while there is no other admin.
 */
export async function buildApproverCheck(actor: Caller): Promise<(made: Made) => boolean> {
  const [user, isAlone] = await Promise.all([findUser(actor.id), onlyAdminCondition(actor, () => forbidden())])
  return (made) => (made.by === actor.id ? isAlone !== null : explainApprover(user, made) === null)
}

/**
 * Throws 403 unless the actor may be the second pair of eyes for a change; its maker may be while there is no other
 * admin. Throws 400 without the version that the actor saw, so that nobody approves what was changed meanwhile. Returns
 * the conditions that this stays so, and the audit row of that exception (rulings 51b).
 */
export async function approveAsSecond(
  actor: Caller,
  made: Made,
  approving: Own,
): Promise<{ readonly conditions: readonly GuardedWrite[]; readonly also: readonly Change[] }> {
  if (actor.origin.expectedVersion === undefined) throw invalid('Stuur If-Match mee: de versie die je goedkeurt')
  const isOwn = made.by === actor.id
  const refusal = isOwn ? null : explainApprover(await findUser(actor.id), made)
  if (refusal !== null) throw forbidden(refusal)
  // A reset, a promotion and a reactivation each raise the epoch of the actor, which the condition compares.
  return { also: await refuseOwnChange(actor, isOwn, approving), conditions: requireUnchangedActor(actor, null) }
}
