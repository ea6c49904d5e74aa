import type { Named } from '../records/names.ts'
import { contributionsOf as commissionContributions } from './amounts/commission-rules.ts'
import { type CommissionRow, Commissions } from './commission-entity.ts'
import { type AdjustmentRow, CommissionAdjustments } from './commissions/adjustment-entity.ts'
import { adjustmentContributions } from './commissions/adjustments.ts'
import { type SaleRow, Sales } from './entity.ts'
import { CommissionQuestions, type QuestionRow } from './questions/question-entity.ts'
import { questionContributions } from './questions/questions.ts'
import { contributionsOf } from './rules.ts'

/** Keeps the names of people and teams on sales up to date. */
export const saleNames: Named<SaleRow> = {
  entity: Sales,
  people: {
    agent: { inMonth: (agentId, month) => Sales.query.byAgent({ agentId, month }) },
    caller: { inMonth: (callerKey, month) => Sales.query.byCaller({ callerKey, month }) },
  },
  isPast: true,
  teams: { team: { inMonth: (teamId, month) => Sales.query.byTeam({ teamId, month }) } },
  contributions: contributionsOf,
}

/** Keeps the names of people and teams on commissions up to date. */
export const commissionNames: Named<CommissionRow> = {
  entity: Commissions,
  people: {
    agent: { inMonth: (agentId, month) => Commissions.query.byAgent({ agentId, month }) },
    caller: { inMonth: (callerPayee, month) => Commissions.query.byCaller({ callerPayee, month }) },
  },
  teams: { team: { inMonth: (teamId, month) => Commissions.query.byTeam({ teamId, month }) } },
  contributions: commissionContributions,
}

/** Keeps the names of people on corrections of pay up to date. */
export const adjustmentNames: Named<AdjustmentRow> = {
  entity: CommissionAdjustments,
  people: { user: { all: (userId) => CommissionAdjustments.query.byUser({ userId }) } },
  contributions: adjustmentContributions,
}

/** Keeps the names of askers on questions up to date. */
export const questionNames: Named<QuestionRow> = {
  entity: CommissionQuestions,
  people: { askedBy: { all: (askedById) => CommissionQuestions.query.byAsker({ askedById }) } },
  contributions: questionContributions,
}
