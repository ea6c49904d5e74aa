import type { z } from 'zod'
import type { CommissionAmounts } from '../../shared/contract/sales.ts'
import { conflict } from '../../shared/errors.ts'
import { cents } from '../../shared/money.ts'
import { now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { saleRecords } from './records.ts'
import { viewOf } from './views.ts'

type Amounts = z.output<typeof CommissionAmounts>

/**
 * Sets the amounts of a sale within reach by hand, marked as such (rulings 37, 40); without a caller's amount that one
 * stays. 409 once it was paid out.
 */
export const setCommission = (actor: Caller, id: string, { agentCommission, callerCommission, reason }: Amounts) =>
  saleRecords.edit(
    actor,
    id,
    (before) => {
      if (before.status === 'uitbetaald') {
        throw conflict('Deze commissie is al uitbetaald en kan niet meer worden gewijzigd. Maak een correctie.')
      }
      return {
        after: {
          ...before,
          agentCommission: cents(agentCommission),
          callerCommission: callerCommission === undefined ? before.callerCommission : cents(callerCommission),
          commissionOverride: { by: actor.id, at: now(), ...(reason ? { reason } : {}) },
        },
      }
    },
    (row) => viewOf(actor, row),
    'commission:edit',
  )
