import { forbidden } from '../../shared/errors.ts'
import { addSeconds, now } from '../../shared/time.ts'
import { notePayment, type Payee, requireSameEmployment } from '../book/service.ts'
import { onlyAdminCondition, refuseOwnChange } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import { findUser, type User } from '../platform/identity/user.ts'
import type { CommissionRow } from './commission-entity.ts'
import { isPayeeOf } from './own-money.ts'

const FOR_ADMIN = 'Eerste betaling: laat een beheerder dit doen'
const FOR_OTHER_ADMIN = 'Eerste betaling: laat een andere beheerder dit doen'

/**
 * Seconds for which an admin must have been one, without the help of who is involved, as for approvals (rulings 51b).
 */
const SETTLED_SECONDS = 24 * 60 * 60

/** Tells whether a person made the account of a payee, or called the appointment of a fee held. */
const isInvolved = (userId: string, { heldById }: Pick<CommissionRow, 'heldById'>, { user }: Payee): boolean =>
  user.createdBy === userId || heldById === userId

/**
 * Tells whether an admin may be the same person as who is involved in a first payment: an admin since less than a day,
 * or one whose password or 2FA somebody involved has reset since.
 */
function isUnsettled(admin: User | null, { heldById }: Pick<CommissionRow, 'heldById'>, { user }: Payee): boolean {
  const start = addSeconds(now(), -SETTLED_SECONDS)
  const resets = [user.createdBy, heldById].map((id) => (id === undefined ? '' : (admin?.resetBy?.[id] ?? '')))
  return [admin?.adminSince ?? admin?.createdAt ?? start, ...resets].some((at) => at > start)
}

/**
 * Returns the Dutch reason why the actor may not pay a commission to a payee for the first time; null where they may,
 * and for later payments. An admin pays first: with two admins or more, one who is not involved (rulings 36), nor may
 * be the same person. `admin` is the row of the actor, `isAlone` means that the actor is the only admin.
 */
export function explainFirstPayment(
  actor: Pick<Caller, 'id' | 'role'>,
  row: CommissionRow,
  payee: Payee,
  { admin, isAlone }: { readonly admin: User | null; readonly isAlone: boolean },
): string | null {
  if (!payee.isFirst) return null
  if (actor.role !== 'admin') return FOR_ADMIN
  return isAlone || !(isInvolved(actor.id, row, payee) || isUnsettled(admin, row, payee)) ? null : FOR_OTHER_ADMIN
}

/** Conditions and audit rows of a payment by hand, besides its postings. */
interface Allowed {
  readonly conditions: readonly GuardedWrite[]
  readonly also: readonly Change[]
}

/**
 * Returns the writes with which the actor pays a commission to `payees` by hand: they note the payment, on condition
 * that nothing about the payees changes meanwhile. `also` has the audit row of an only admin who is involved. Throws
 * 403 for a first payment that the actor may not make (rulings 36).
 */
export async function allowPayment(actor: Caller, row: CommissionRow, payees: readonly Payee[]): Promise<Allowed> {
  const first = payees.filter(({ isFirst }) => isFirst)
  if (first.length > 0 && actor.role !== 'admin') throw forbidden(FOR_ADMIN)
  const admin = first.length > 0 ? await findUser(actor.id) : null
  const isDoubtful = first.some((payee) => isUnsettled(admin, row, payee))
  if (isDoubtful && !(await onlyAdminCondition(actor, () => forbidden()))) throw forbidden(FOR_OTHER_ADMIN)
  // One's own commission has the same condition and audit row already (`refuseOwnCommission`).
  const isJudged = first.some((payee) => isInvolved(actor.id, row, payee)) && !isPayeeOf(actor.id, row)
  const also = await refuseOwnChange(actor, isJudged, {
    refused: () => forbidden(FOR_OTHER_ADMIN),
    about: { type: row.type === 'sale' ? 'sale' : 'commission', id: row.originalId, name: row.customerName },
    what: { commissionId: row.id, status: 'uitbetaald' },
  })
  // An admin may pay whatever the employment is, and notes the payment under the employment that was read.
  const unchanged = actor.role === 'admin' ? [] : payees.map(requireSameEmployment)
  return { conditions: [...payees.map(notePayment), ...unchanged], also }
}
