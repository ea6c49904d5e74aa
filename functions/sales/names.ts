import { following } from '../records/names.ts'
import { type AdjustmentRow, CommissionAdjustments } from './adjustment-entity.ts'
import { adjustmentContributions } from './adjustments.ts'
import { contributionsOf as commissionContributions } from './commission-rules.ts'
import { type CommissionRow, Commissions, type SaleRow, Sales } from './entity.ts'
import { CommissionQuestions, type QuestionRow } from './question-entity.ts'
import { questionContributions } from './questions.ts'
import { contributionsOf } from './rules.ts'

/** The names that sales carry. */
export const saleNames = following<SaleRow>({
  entity: Sales,
  people: {
    agent: { inMonth: (agentId, month) => Sales.query.byAgent({ agentId, month }) },
    caller: { inMonth: (callerKey, month) => Sales.query.byCaller({ callerKey, month }) },
  },
  isPast: true,
  teams: { team: { inMonth: (teamId, month) => Sales.query.byTeam({ teamId, month }) } },
  contributions: contributionsOf,
})

/** The names that commission rows carry. */
export const commissionNames = following<CommissionRow>({
  entity: Commissions,
  people: {
    agent: { inMonth: (agentId, month) => Commissions.query.byAgent({ agentId, month }) },
    caller: { inMonth: (callerPayee, month) => Commissions.query.byCaller({ callerPayee, month }) },
  },
  teams: { team: { inMonth: (teamId, month) => Commissions.query.byTeam({ teamId, month }) } },
  contributions: commissionContributions,
})

/** The names that adjustments carry. */
export const adjustmentNames = following<AdjustmentRow>({
  entity: CommissionAdjustments,
  people: { user: { all: (userId) => CommissionAdjustments.query.byUser({ userId }) } },
  contributions: adjustmentContributions,
})

/** The names that questions carry. */
export const questionNames = following<QuestionRow>({
  entity: CommissionQuestions,
  people: { askedBy: { all: (askedById) => CommissionQuestions.query.byAsker({ askedById }) } },
  contributions: questionContributions,
})
