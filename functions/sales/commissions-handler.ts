import { commissions } from '../../shared/api/commissions.ts'
import { serve } from '../platform/http/serve.ts'
import { listCommissions, readCommissionSummary, totalCommissions } from './commissions/commission-list.ts'
import { listTeamSales } from './commissions/team-sales.ts'

/** Loads all but the lists on demand: a cold start is mostly for a list. */
const rates = () => import('./amounts/rate-changes.ts')
const adjustments = () => import('./commissions/adjustments.ts')
const advance = () => import('./payouts/advance.ts')
const settings = () => import('./commissions/commission-settings.ts')
const questions = () => import('./questions/questions.ts')

/** Lambda function that answers the API requests about commissions. */
export const handler = serve(commissions, {
  list: ({ actor, query }) => listCommissions(actor, query),
  summary: ({ actor }) => readCommissionSummary(actor),
  totals: ({ actor, query }) => totalCommissions(actor, query),
  export: async ({ actor, query }) =>
    (await import('./commissions/commission-export.ts')).exportCommissions(actor, query),
  get: async ({ actor, params }) =>
    (await import('./commissions/commission-details.ts')).readCommissionDetails(actor, params.id),
  update: async ({ actor, params, body }) =>
    (await import('./commissions/commission-change.ts')).changeCommission(actor, params.id, body),
  advance: async ({ actor, body }) => (await advance()).startAdvanceRun(actor, body),
  previewAdvance: async ({ actor, body }) => (await import('./payouts/advance-preview.ts')).previewAdvance(actor, body),
  firstPayments: async ({ actor }) => (await import('./payouts/first-payment-list.ts')).listFirstPayments(actor),
  runs: async ({ actor, query }) => (await advance()).listAdvanceRuns(actor, query),
  run: async ({ actor, params }) => (await advance()).advances.read(actor, params.id),
  results: async ({ actor, params, query }) => (await advance()).advances.results(actor, params.id, query),
  continueRun: async ({ actor, params }) => (await advance()).continueAdvanceRun(actor, params.id),
  stopRun: async ({ actor, params }) => (await advance()).advances.stop(actor, params.id),
  teamSales: ({ actor, query }) => listTeamSales(actor, query),
  adjustments: async ({ actor, query }) => (await adjustments()).listAdjustments(actor, query),
  adjust: async ({ actor, body }) => (await adjustments()).createAdjustment(actor, body),
  repay: async ({ actor, body }) => (await import('./payouts/repayments.ts')).settleDebt(actor, body),
  statement: async ({ actor, query }) => (await import('./statements/statements.ts')).readStatement(actor, query),
  statementFile: async ({ actor, query }) =>
    (await import('./statements/statement-file.ts')).exportStatement(actor, query),
  questions: async ({ actor, query }) => (await questions()).listQuestions(actor, query),
  ask: async ({ actor, params, body }) => (await questions()).askQuestion(actor, params.id, body),
  answer: async ({ actor, params, body }) => (await questions()).answerQuestion(actor, params.id, body),
  rates: async ({ actor, query }) => (await rates()).listRates(actor, query),
  createRate: async ({ actor, body }) => (await rates()).createRate(actor, body),
  previewRate: async ({ actor, body }) => (await import('./amounts/rate-preview.ts')).previewRate(actor, body),
  settings: async ({ actor }) => (await settings()).readCommissionSettings(actor),
  saveSettings: async ({ actor, body }) => (await settings()).saveCommissionSettings(actor, body),
  updateRate: async ({ actor, params, body }) => (await rates()).changeRate(actor, params.id, body),
  removeRate: async ({ actor, params }) => (await rates()).removeRate(actor, params.id),
})
