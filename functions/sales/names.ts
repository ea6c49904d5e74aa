import { following } from '../records/names.ts'
import { type CommissionRow, Commissions, type SaleRow, Sales } from './entity.ts'
import { contributionsOf } from './rules.ts'

/** The names that sales carry. */
export const saleNames = following<SaleRow>({
  entity: Sales,
  people: {
    agent: { inMonth: (agentId, month) => Sales.query.byAgent({ agentId, month }) },
    caller: { inMonth: (callerKey, month) => Sales.query.byCaller({ callerKey, month }) },
  },
  teams: { team: { inMonth: (teamId, month) => Sales.query.byTeam({ teamId, month }) } },
  contributions: contributionsOf,
})

/** The names that commission rows carry. */
export const commissionNames = following<CommissionRow>({
  entity: Commissions,
  people: {
    agent: { inMonth: (agentPayee, month) => Commissions.query.byAgent({ agentPayee, month }) },
    caller: { inMonth: (callerPayee, month) => Commissions.query.byCaller({ callerPayee, month }) },
  },
  teams: { team: { inMonth: (teamId, month) => Commissions.query.byTeam({ teamId, month }) } },
})
