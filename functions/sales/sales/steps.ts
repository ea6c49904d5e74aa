import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { type AppError, conflict, forbidden, unprocessable } from '../../../shared/errors.ts'
import { listSaleSteps } from '../../../shared/sale-steps.ts'
import { type Instant, now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Edit } from '../../records/record.ts'
import { moneyOf } from '../amounts/commission-rules.ts'
import { approvalBy, NOT_APPROVED } from '../approval.ts'
import type { Sale } from '../commission-entity.ts'
import { bookChange } from '../commissions/booking.ts'
import { readEarned, refuseInvoiced } from '../commissions/earned.ts'
import { passCoolingOff } from '../commissions/holding.ts'
import { refuseOwnCommission } from '../own-money.ts'
import { saleRecords } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { viewOf } from '../views.ts'
import { restoreOrigin } from './origin.ts'

interface Step extends OwnInvoiceWish {
  readonly status: SaleStatus
  readonly rejectionReason?: string | null | undefined
  /** Reason of an admin to pay before the end of the bedenktijd. */
  readonly coolingOffReason?: string | null | undefined
}

/**
 * Moves a sale within reach to another status (rulings 35, 38); a rejection frees its appointment, lead and contract.
 * Throws 403 for a step that only admins take and for one's own commission, 422 for a rejection without reason, a
 * missing own invoice number, and during the bedenktijd. Throws 409 for a forbidden step, without approval, or while a document claims the
 * commission.
 */
export const stepSale = (actor: Caller, id: string, step: Step) =>
  saleRecords.edit(
    actor,
    { id, action: 'sale:status' },
    (row) => viewOf(actor, row),
    (before) => planStep(actor, before, step),
  )

/** Returns the edit that moves a sale to another status; throws as `stepSale` does. */
export async function planStep(
  actor: Caller,
  before: Sale,
  { status, rejectionReason, coolingOffReason, ...step }: Step,
): Promise<Edit<Sale>> {
  const row = commissionOf(before)
  const own = await refuseOwnCommission(actor, row, { status })
  const refusal = findStepRefusal(actor, before, status)
  if (refusal !== null) {
    await refuseInvoiced(row)
    throw refusal
  }
  if (status === 'rejected' && !rejectionReason) {
    throw unprocessable('Vul in waarom de sale wordt afgekeurd', 'rejectionReason')
  }
  const at = now()
  const earned = await readEarned(row)
  const stepped = withStatus(actor, { ...before, ...moneyOf(earned.row) }, status, at)
  const passed = await passCoolingOff(actor, row, commissionOf(stepped), coolingOffReason)
  const booked = await bookChange(earned, passed.after, { actor, wish: step })
  if (booked.refusal !== null) throw conflict(booked.refusal)
  const { write, count } = booked
  const conditions = [...passed.conditions, ...booked.conditions]
  const also = [...own, ...booked.also]
  const after = { ...stepped, ...moneyOf(booked.after) }
  if (status !== 'rejected') return { after, at, conditions, write, count, also }
  const rejected = { ...after, rejectionReason: rejectionReason ?? undefined }
  return { after: rejected, at, write, count, also: [...also, ...(await restoreOrigin(actor, before))] }
}

/** Returns a sale with another status: after approval with its approver, after payment with the moment. */
function withStatus(actor: Pick<Caller, 'id'>, sale: Sale, status: SaleStatus, at: Instant): Sale {
  return {
    ...sale,
    status,
    ...(status === 'approved' ? approvalBy(actor, at) : {}),
    ...(status === 'uitbetaald' ? { paidAt: at } : {}),
  }
}

/** Returns the error of a step that a sale may not take for this actor; null for one that it may. */
function findStepRefusal(actor: Caller, { status: from, approvedAt }: Sale, to: SaleStatus): AppError | null {
  const judged = { isApproved: approvedAt !== undefined }
  if (listSaleSteps(actor.role, from, judged).includes(to)) return null
  if (listSaleSteps(actor.role, from).includes(to)) return conflict(NOT_APPROVED)
  if (listSaleSteps('admin', from, judged).includes(to))
    return forbidden('Alleen een beheerder keurt een sale goed of af')
  const [was, is] = [saleStatusLabels[from], saleStatusLabels[to]]
  return conflict(
    from === to ? `Deze sale heeft al de status ${is}` : `Een sale kan niet van ${was} naar ${is} worden gezet`,
  )
}
