import { forbidden, invalid } from '../../shared/errors.ts'
import { addSeconds, type Instant } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { findUser, isActiveAdmin, SETTLED_SECONDS, type User, Users } from '../platform/identity/user.ts'
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

/** Maker of a change that waits for approval, and the moment. */
interface Made {
  readonly by: string
  readonly at: string
}

const LET_OTHER = 'Laat een andere beheerder dit doen.'
const NEW_APPROVER = `Je mocht nog geen 24 uur goedkeuren toen dit werd gemaakt. ${LET_OTHER}`
const RESET_BY_MAKER = `De maker stelde jouw wachtwoord of 2FA opnieuw in. ${LET_OTHER}`
const NEW_MAKER = 'De maker was nog geen 24 uur beheerder of is het niet meer. Maak dit opnieuw.'
const MAKER_RESET = `Jij stelde wachtwoord of 2FA van de maker opnieuw in. ${LET_OTHER}`

/** Returns the moment since which a person is an active admin; undefined for others. */
const adminSince = (user: User): string | undefined =>
  isActiveAdmin(user) ? (user.adminSince ?? user.createdAt) : undefined

/** Returns the moment since which a person may approve: as an active admin or as a stand-in; undefined for others. */
const approverSince = (user: User): string | undefined => adminSince(user) ?? user.standIn?.approvedAt

/**
 * Returns the Dutch reason why somebody other than its maker may not approve a change; null where they may. Both must
 * have had their right for 24 hours before it was made, and neither reset the password or 2FA of the other since then
 * (rulings 51b). So one person cannot be both. Who was created, promoted, reactivated or named later, has the right
 * since that moment; a maker who is no admin any more has none.
 */
function explainApprover(approver: User | null, maker: User | null, at: string): string | null {
  const start = addSeconds(at as Instant, -SETTLED_SECONDS)
  const hasReset = (by: User | null, whom: User | null) => (by ? (whom?.resetBy?.[by.id] ?? '') : '') > start
  const isSettled = (since: string | null | undefined) => typeof since === 'string' && since <= start
  if (!isSettled(approver && approverSince(approver))) return NEW_APPROVER
  if (hasReset(maker, approver)) return RESET_BY_MAKER
  if (!isSettled(maker && adminSince(maker))) return NEW_MAKER
  return hasReset(approver, maker) ? MAKER_RESET : null
}

/**
 * Returns a function that tells whether the actor may be the second pair of eyes for a change of one of these makers.
 * Its maker may approve while there is no other admin.
 */
export async function buildApproverCheck(actor: Caller, made: readonly Made[]): Promise<(made: Made) => boolean> {
  const ids = [...new Set([actor.id, ...made.map(({ by }) => by)])]
  const [people, isAlone] = await Promise.all([
    Promise.all(ids.map(findUser)),
    onlyAdminCondition(actor, () => forbidden()),
  ])
  const userOf = (id: string) => people[ids.indexOf(id)] ?? null
  return ({ by, at }) =>
    by === actor.id ? isAlone !== null : explainApprover(userOf(actor.id), userOf(by), at) === null
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
  const [approver, maker] = await Promise.all([actor.id, made.by].map(findUser))
  const refusal = isOwn ? null : explainApprover(approver ?? null, maker ?? null, made.at)
  if (refusal !== null) throw forbidden(refusal)
  // A reset, a promotion and a reactivation each raise the epoch of the actor, which the condition compares.
  return { also: await refuseOwnChange(actor, isOwn, approving), conditions: requireUnchangedActor(actor, null) }
}

/** Returns the proposal of a stand-in as a change that waits for approval; undefined where none waits. */
export const proposalOf = ({ standIn }: User): Made | undefined =>
  standIn && standIn.approvedAt === undefined ? { by: standIn.proposedBy, at: standIn.proposedAt } : undefined

/** Counts the proposed stand-ins whom the actor may approve; the admin who proposed one never does. */
export async function countProposedStandIns(actor: Caller): Promise<number> {
  authorise(actor, 'user:admin')
  const people = (await readAll(Users.query.standIns({}))) as User[]
  const others = people.flatMap((user) => proposalOf(user) ?? []).filter(({ by }) => by !== actor.id)
  return others.length === 0 ? 0 : others.filter(await buildApproverCheck(actor, others)).length
}
