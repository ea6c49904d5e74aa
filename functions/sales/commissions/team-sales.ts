import type { CommissionFilter, TeamSale } from '../../../shared/api/schemas/commissions.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import { listWithin } from '../../records/list.ts'
import { amountsFor } from '../amounts/amounts.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { filterOf, sourcesFor } from './commission-list.ts'

/** Lists the sales within reach with their amounts, newest first ('Team Vergoedingen Overzicht', spec §2). */
export const listTeamSales = (actor: Caller, query: CommissionFilter & Paging) =>
  listWithin(actor, 'commission:oversee', query, {
    ...sourcesFor(query),
    matches: filterOf({ ...query, type: 'sale' }),
    show: (rows) => rows.map((row) => viewOf(actor, row)),
  })

function viewOf(actor: Caller, row: CommissionRow): TeamSale {
  const { salesDockId, energyProvider: provider } = row
  if (salesDockId === undefined || provider === undefined) throw new Error(`${row.id} is the row of no sale`)
  const { agentCommission, callerCommission, totalCommission } = amountsFor(actor, row)
  const { originalId: id, customerName, agent, status, date: saleDate, createdAt } = row
  return {
    ...{ id, salesDockId, customerName, agent, provider, status, saleDate, createdAt },
    ...{ agentCommission: agentCommission ?? 0, callerCommission: callerCommission ?? 0, totalCommission },
  }
}
