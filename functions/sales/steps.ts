import { type SaleStatus, saleStatusLabels } from '../../shared/contract/sales.ts'
import { conflict, forbidden, unprocessable } from '../../shared/errors.ts'
import { saleSteps } from '../../shared/sale-steps.ts'
import { type Instant, now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { transferOf } from './adjustments.ts'
import type { SaleRow } from './entity.ts'
import { leaveable, payableByHand } from './invoiced.ts'
import { originFreed } from './origin.ts'
import { paymentsChanged } from './payments.ts'
import { takenBackSince } from './payments-back.ts'
import { saleRecords } from './records.ts'
import { commissionOf } from './rules.ts'
import { viewOf } from './views.ts'

interface Step {
  readonly status: SaleStatus
  readonly rejectionReason?: string | null | undefined
}

/**
 * Brings a sale within reach to another status (rulings 35, 38). 403 when only an admin does that, 409 when it does not
 * follow from the one it has, an invoice pays it out, or holds what a rejection would leave unowed; 422 for a rejection
 * without a reason. With a rejection its appointment may have another sale, and its lead and contract are what they were.
 */
export const stepSale = (actor: Caller, id: string, { status, rejectionReason }: Step) =>
  saleRecords.edit(
    actor,
    id,
    async (before) => {
      refuseStep(actor, before.status, status)
      const at = now()
      const after = stepped(actor, before, status, at)
      if (status === 'uitbetaald') {
        const { paidByInvoice, conditions } = await payableByHand(commissionOf(before))
        return { after: { ...after, paidByInvoice }, at, conditions }
      }
      if (status !== 'rejected') return { after, at }
      if (!rejectionReason) throw unprocessable('Vul in waarom de sale wordt afgekeurd', 'rejectionReason')
      const lost = { ...after, rejectionReason, stillPaid: undefined }
      const { gone } = paymentsChanged(commissionOf(before), { ...commissionOf(lost), updatedAt: at })
      return {
        after: lost,
        at,
        conditions: await leaveable(commissionOf(before)),
        // What payroll had to net with it, it may not be able to any more.
        outbox: gone.map(({ userId }) => transferOf(userId)),
        also: [
          ...(await originFreed(actor, before)),
          ...(await takenBackSince(commissionOf(before), commissionOf(lost), { why: 'De sale is afgekeurd', at })),
        ],
      }
    },
    (row) => viewOf(actor, row),
    'sale:status',
  )

/** A sale with another status and what belongs to that: who approved it, when it was paid out. */
function stepped(actor: Pick<Caller, 'id'>, sale: SaleRow, status: SaleStatus, at: Instant): SaleRow {
  return {
    ...sale,
    status,
    ...(status === 'approved' ? { approvedBy: actor.id, approvedAt: at } : {}),
    ...(status === 'uitbetaald' ? { paidAt: at } : {}),
  }
}

function refuseStep(actor: Caller, from: SaleStatus, to: SaleStatus): void {
  if (saleSteps(actor.role, from).includes(to)) return
  if (saleSteps('admin', from).includes(to)) throw forbidden('Alleen een beheerder keurt een sale goed of af')
  const [was, is] = [saleStatusLabels[from], saleStatusLabels[to]]
  throw conflict(
    from === to ? `Deze sale heeft al de status ${is}` : `Een sale kan niet van ${was} naar ${is} worden gezet`,
  )
}
