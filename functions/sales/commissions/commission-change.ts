import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { conflict, forbidden } from '../../../shared/errors.ts'
import { cents } from '../../../shared/money.ts'
import type { CommissionStep } from '../../../shared/sales/commission-steps.ts'
import { now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Edit } from '../../records/record.ts'
import { moveToStatus, withAmounts } from '../amounts/commission-rules.ts'
import { passApproval } from '../approval.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { refuseOwnCommission } from '../own-money.ts'
import { editCommission, editCommissionOfSale } from '../records.ts'
import { viewOf } from '../views.ts'
import { bookChange, ownInvoiceOf, readEarned, repostCommission } from './booking.ts'
import { refuseAmounts } from './commission-settings.ts'
import { commissionView } from './commission-view.ts'
import { passCoolingOff } from './holding.ts'

interface Wish extends OwnInvoiceWish {
  readonly status?: CommissionStep | undefined
  readonly agentCommission?: number | undefined
  readonly callerCommission?: number | undefined
  readonly reason?: string | null | undefined
  /** Reason of an admin to pay before the end of the bedenktijd. */
  readonly coolingOffReason?: string | null | undefined
}

/**
 * Changes status or amounts of a commission within reach, and its sale with it. Throws 403 for amounts by non-admins
 * and for one's own commission, 400 when a reason is missing. Throws 422 for an amount without a payee, for a
 * payment without the number of a zzp'er's own invoice, and during the bedenktijd. Throws 409 for a forbidden step, without approval, once paid
 * out, or while a document claims the commission.
 */
export function changeCommission(actor: Caller, id: string, wish: Wish) {
  if (wish.agentCommission !== undefined && actor.role !== 'admin') {
    throw forbidden('Alleen een beheerder kan bedragen van commissies wijzigen')
  }
  return editCommission(
    actor,
    id,
    (row) => planChange(actor, row, wish),
    (row) => commissionView(actor, row),
  )
}

/**
 * Sets the amounts of a sale within reach by hand, in euros (rulings 37, 40). The caller's amount stays unless `wish`
 * has one. Throws 409 after payment or while a document claims the commission, 422 for an amount without a payee.
 * Throws 403 for one's own commission and above the ceiling, 400 when a reason is missing.
 */
export const setCommission = (
  actor: Caller,
  id: string,
  wish: Omit<Wish, 'status' | keyof OwnInvoiceWish | 'coolingOffReason'>,
) =>
  editCommissionOfSale(
    actor,
    id,
    (row) => planChange(actor, row, wish),
    (sale) => viewOf(actor, sale),
  )

/** Returns the change of a commission with its postings; null for a paid out commission that stays the same. */
async function planChange(actor: Caller, stored: CommissionRow, wish: Wish): Promise<Edit<CommissionRow> | null> {
  const own = await refuseOwnCommission(actor, stored, wish)
  const earned = await readEarned(stored)
  const { row: before } = earned
  const passed = await passCoolingOff(actor, before, applyWish(actor, before, wish), wish.coolingOffReason)
  const wished = passed.after
  if (wished === before && before.status === 'uitbetaald') return null
  const { agentCommission, callerCommission } = wished
  const isSame = before.agentCommission === agentCommission && before.callerCommission === callerCommission
  const isPaidAnew = wished.status === 'uitbetaald' && !isSame
  const undone = isPaidAnew ? repostCommission(earned, { ...before, status: 'nieuw' }, actor.id) : null
  const outbox = await passApproval(before, wished)
  const due = undone
    ? { ...earned, row: { ...before, agentCommission, callerCommission, dues: undefined }, items: [] }
    : earned
  const ownInvoice = ownInvoiceOf(wish)
  const booked = await bookChange(due, wished, { actor, ownInvoice })
  if (booked.refusal !== null) throw conflict(booked.refusal)
  await refuseAmounts(actor, before, wished, wish.reason)
  return {
    after: booked.after,
    conditions: [...passed.conditions, ...booked.conditions],
    also: [...own, ...booked.also],
    write: [...(undone?.write ?? []), ...booked.write],
    count: [...(undone?.count ?? []), ...booked.count],
    outbox,
  }
}

/**
 * Returns a commission with the status and amounts of a wish, in euros; the caller's amount stays when none is given.
 */
function applyWish(actor: Caller, row: CommissionRow, wish: Wish): CommissionRow {
  const { status, agentCommission, callerCommission, reason } = wish
  const [by, at] = [actor.id, now()]
  const amounts = agentCommission !== undefined && {
    agentCommission: cents(agentCommission),
    callerCommission: callerCommission === undefined ? row.callerCommission : cents(callerCommission),
  }
  const set = amounts ? withAmounts(row, { ...amounts, by, at, reason: reason ?? undefined }) : row
  return status === undefined || status === row.status ? set : moveToStatus(actor.role, set, status, at)
}
