import { commissions } from '../../shared/api/commissions.ts'
import { serve } from '../platform/http/serve.ts'
import { changeRate, createRate, listRates, removeRate } from './amounts/rate-changes.ts'
import { createAdjustment, listAdjustments } from './commissions/adjustments.ts'
import { changeCommission } from './commissions/commission-change.ts'
import { readCommissionDetails } from './commissions/commission-details.ts'
import { listCommissions, readCommissionSummary, totalCommissions } from './commissions/commission-list.ts'
import { readCommissionSettings, saveCommissionSettings } from './commissions/commission-settings.ts'
import { listTeamSales } from './commissions/team-sales.ts'
import { advances, continueAdvanceRun, listAdvanceRuns, startAdvanceRun } from './payouts/advance.ts'
import { listFirstPayments } from './payouts/first-payment-list.ts'
import { settleDebt } from './payouts/repayments.ts'
import { answerQuestion, askQuestion, listQuestions } from './questions/questions.ts'

/** Lambda function that answers the API requests about commissions. */
export const handler = serve(commissions, {
  list: ({ actor, query }) => listCommissions(actor, query),
  summary: ({ actor }) => readCommissionSummary(actor),
  totals: ({ actor, query }) => totalCommissions(actor, query),
  export: async ({ actor, query }) =>
    (await import('./commissions/commission-export.ts')).exportCommissions(actor, query),
  get: ({ actor, params }) => readCommissionDetails(actor, params.id),
  update: ({ actor, params, body }) => changeCommission(actor, params.id, body),
  advance: ({ actor, body }) => startAdvanceRun(actor, body),
  previewAdvance: async ({ actor, body }) => (await import('./payouts/advance-preview.ts')).previewAdvance(actor, body),
  firstPayments: ({ actor }) => listFirstPayments(actor),
  runs: ({ actor, query }) => listAdvanceRuns(actor, query),
  run: ({ actor, params }) => advances.read(actor, params.id),
  results: ({ actor, params, query }) => advances.results(actor, params.id, query),
  continueRun: ({ actor, params }) => continueAdvanceRun(actor, params.id),
  stopRun: ({ actor, params }) => advances.stop(actor, params.id),
  teamSales: ({ actor, query }) => listTeamSales(actor, query),
  adjustments: ({ actor, query }) => listAdjustments(actor, query),
  adjust: ({ actor, body }) => createAdjustment(actor, body),
  repay: ({ actor, body }) => settleDebt(actor, body),
  statement: async ({ actor, query }) => (await import('./statements/statements.ts')).readStatement(actor, query),
  statementFile: async ({ actor, query }) =>
    (await import('./statements/statement-file.ts')).exportStatement(actor, query),
  questions: ({ actor, query }) => listQuestions(actor, query),
  ask: ({ actor, params, body }) => askQuestion(actor, params.id, body),
  answer: ({ actor, params, body }) => answerQuestion(actor, params.id, body),
  rates: ({ actor, query }) => listRates(actor, query),
  createRate: ({ actor, body }) => createRate(actor, body),
  previewRate: async ({ actor, body }) => (await import('./amounts/rate-preview.ts')).previewRate(actor, body),
  settings: ({ actor }) => readCommissionSettings(actor),
  saveSettings: ({ actor, body }) => saveCommissionSettings(actor, body),
  updateRate: ({ actor, params, body }) => changeRate(actor, params.id, body),
  removeRate: ({ actor, params }) => removeRate(actor, params.id),
})
