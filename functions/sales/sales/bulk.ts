import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { bulkOf, refuseChanged } from '../../records/bulk-runs.ts'
import type { Edit } from '../../records/record.ts'
import { moneyOf } from '../amounts/commission-rules.ts'
import { approvalOf } from '../approval.ts'
import type { Sale } from '../commission-entity.ts'
import { bookChange, readEarned } from '../commissions/booking.ts'
import type { Approval } from '../entity.ts'
import { refuseOwnCommission } from '../own-money.ts'
import { saleRecords } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { planStep } from './steps.ts'

declare module '../../platform/data/outbox.ts' {
  interface OutboxKinds {
    'sale-bulk': true
  }
}

/** Approval of sales; of an undo the approval before it. */
interface Wish {
  readonly status: 'approved'
  readonly former?: Approval
}

/** Bulk runs that approve sales (rulings 35). The undo of a run takes back each approval after which nothing changed. */
export const saleBulk = bulkOf({
  ...{ type: 'sale-run', action: 'commission:manage', step: 'sale-bulk', by: 'sales' },
  namesOf,
  shown: ({ status }: Wish) => ({ status }),
  nameOf: async (actor, id) => (await saleRecords.within(actor, id)).row.customerName,
  change: (actor, turn, { status, former }, noted) =>
    saleRecords.edit(
      actor,
      turn.id,
      async (sale) => {
        refuseChanged(turn, sale, 'deze sale')
        if (!former && sale.status === status) throw unprocessable(`Staat al op ${saleStatusLabels[status]}`)
        const edit = former ? await takeBack(actor, sale, former) : await planStep(actor, sale, { status })
        const before = { status, former: approvalOf(sale) }
        const result = noted({ name: sale.customerName, before, version: sale.version + 1 })
        return { ...edit, write: [...(edit.write ?? []), ...result] }
      },
      () => undefined,
      'sale:status',
    ),
})

/** Returns the edit that gives a sale the approval it had. Throws 403 for one's own commission. */
async function takeBack(actor: Caller, sale: Sale, former: Approval): Promise<Edit<Sale>> {
  const row = commissionOf(sale)
  const also = await refuseOwnCommission(actor, row, { status: former.status })
  const earned = await readEarned(row)
  const unapproved = { ...sale, ...moneyOf(earned.row), ...approvalOf(former) }
  const { after, write, count } = await bookChange(earned, commissionOf(unapproved), { actor })
  return { after: { ...unapproved, ...moneyOf(after) }, write, count, also }
}
