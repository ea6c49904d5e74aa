import type { z } from 'zod'
import type { CommissionAmounts } from '../../shared/contract/sales.ts'
import { cents } from '../../shared/money.ts'
import { now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { ofSale } from './commission-change.ts'
import { withAmounts } from './commission-rules.ts'
import { saleRecords } from './records.ts'
import { commissionOf } from './rules.ts'
import { viewOf } from './views.ts'

type Amounts = z.output<typeof CommissionAmounts>

/**
 * Sets the amounts of a sale within reach by hand, marked as such (rulings 37, 40); without a caller's amount that one
 * stays. 409 once it was paid out; 422 for an amount that nobody would get.
 */
export const setCommission = (actor: Caller, id: string, { agentCommission, callerCommission, reason }: Amounts) =>
  saleRecords.edit(
    actor,
    id,
    (before) => {
      const money = withAmounts(commissionOf(before), {
        agentCommission: cents(agentCommission),
        callerCommission: callerCommission === undefined ? before.callerCommission : cents(callerCommission),
        by: actor.id,
        at: now(),
        reason: reason ?? undefined,
      })
      return { after: ofSale(before)(money) }
    },
    (row) => viewOf(actor, row),
    'commission:edit',
  )
