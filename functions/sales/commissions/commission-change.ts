import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { conflict, forbidden } from '../../../shared/errors.ts'
import { cents } from '../../../shared/money.ts'
import type { CommissionStep } from '../../../shared/sales/commission-steps.ts'
import { now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Edit } from '../../records/record.ts'
import { moneyOf, moveToStatus, withAmounts } from '../amounts/commission-rules.ts'
import { passApproval } from '../approval.ts'
import type { CommissionRow, Sale } from '../commission-entity.ts'
import { refuseOwnCommission } from '../own-money.ts'
import { leadFeeRecords, saleIdOf, saleRecords } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { viewOf } from '../views.ts'
import { bookChange } from './booking.ts'
import { refuseAmounts } from './commission-settings.ts'
import { commissionView } from './commission-view.ts'
import { readEarned } from './earned.ts'
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
  const saleId = saleIdOf(id)
  if (saleId !== null) return editOfSale(actor, saleId, wish, (sale) => commissionView(actor, commissionOf(sale)))
  return leadFeeRecords.edit(
    actor,
    { id, action: 'commission:edit' },
    (row) => commissionView(actor, row),
    (row) => planChange(actor, row, wish),
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
) => editOfSale(actor, id, wish, (sale) => viewOf(actor, sale))

/** Changes the commission of a sale within reach, in the transaction of the sale; returns `show(sale)`. */
const editOfSale = <T>(actor: Caller, saleId: string, wish: Wish, show: (sale: Sale) => T) =>
  saleRecords.edit(actor, { id: saleId, action: 'commission:edit' }, show, async (sale) => {
    const made = await planChange(actor, commissionOf(sale), wish)
    return made && { ...made, after: { ...sale, ...moneyOf(made.after) } }
  })

/** Returns the change of a commission with its postings; null for a paid out commission that stays the same. */
async function planChange(actor: Caller, stored: CommissionRow, wish: Wish): Promise<Edit<CommissionRow> | null> {
  const { status, agentCommission, callerCommission, reason, coolingOffReason } = wish
  const own = await refuseOwnCommission(actor, stored, wish)
  const earned = await readEarned(stored)
  const { row: before } = earned
  const at = now()
  const amounts = agentCommission !== undefined && {
    agentCommission: cents(agentCommission),
    callerCommission: callerCommission === undefined ? before.callerCommission : cents(callerCommission),
  }
  const set = amounts ? withAmounts(before, { ...amounts, by: actor.id, at, reason: reason ?? undefined }) : before
  const stepped = status === undefined || status === before.status ? set : moveToStatus(actor.role, set, status, at)
  const passed = await passCoolingOff(actor, before, stepped, coolingOffReason)
  const wished = passed.after
  if (wished === before && before.status === 'uitbetaald') return null
  const { refusal, after, write, count, ...booked } = await bookChange(earned, wished, { actor, wish })
  if (refusal !== null) throw conflict(refusal)
  const outbox = await passApproval(before, wished)
  await refuseAmounts(actor, before, wished, reason)
  return {
    ...{ after, write, count, outbox },
    conditions: [...passed.conditions, ...booked.conditions],
    also: [...own, ...booked.also],
  }
}
