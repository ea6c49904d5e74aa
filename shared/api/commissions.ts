import { CommissionRate, CommissionRateChange, NewCommissionRate } from '../sales/rates.ts'
import * as z from '../zod.ts'
import { creation, domain, file, get, none, ok, page, paging, patch, post, put, remove } from './parts/endpoint.ts'
import { euros, lines, requireLines } from './parts/fields.ts'
import { AdvancePreview, AdvanceResult, AdvanceRun, advanceBody, FirstPayments } from './schemas/advance.ts'
import {
  Commission,
  CommissionDetails,
  CommissionFilter,
  CommissionQuestion,
  CommissionSummary,
  CommissionTotals,
  commissionStep,
  month,
  TeamSale,
} from './schemas/commissions.ts'
import { ownInvoiceFields } from './schemas/own-invoice.ts'
import { Adjustment, NewAdjustment, NewRepayment, Repayment, Statement } from './schemas/pay.ts'
import { CommissionSettings, RatePreview, RateToPreview, StandingCommissionSettings } from './schemas/rates.ts'

const AGENT_MISSING = 'Agent commissie is verplicht'

const whose = z.object({ userId: z.string().max(128).optional(), month })

export const commissions = domain({
  list: get('/api/commissions', {
    summary: 'Commissions within reach, newest first; amounts as rulings 37',
    allow: 'commission:read',
    shows: ['commission', 'consent', 'customer', 'doNotCall'],
    apiKey: true,
    query: CommissionFilter.extend(paging),
    result: page(Commission),
  }),
  summary: get('/api/commissions/summary', {
    summary: 'Commissions at each step, paid out this month, and the number of open questions; from counters',
    allow: 'commission:read',
    shows: ['commission', 'question'],
    result: ok(CommissionSummary),
  }),
  totals: get('/api/commissions/totals', {
    summary: 'Sums of the filtered list',
    allow: 'commission:read',
    shows: ['commission'],
    query: CommissionFilter,
    result: ok(CommissionTotals),
  }),
  export: get('/api/commissions/export', {
    summary: 'The filtered list of commissions as a spreadsheet, formula-safe; audited',
    allow: 'commission:read',
    shows: ['commission', 'consent', 'customer', 'doNotCall'],
    query: CommissionFilter.extend({ format: z.enum(['csv', 'xlsx']).optional() }),
    result: file('text/csv; charset=utf-8'),
  }),
  get: get('/api/commissions/{id}', {
    summary: 'One commission within reach, with the history of its amounts and its postings in the book',
    allow: 'commission:read',
    shows: ['book', 'commission', 'consent', 'customer', 'doNotCall', 'sale', 'settings'],
    result: ok(CommissionDetails),
  }),
  update: patch('/api/commissions/{id}', {
    summary:
      'Change status or amounts of one commission; a teamleader moves one step and changes no amounts. 409 while a document claims it or without approval, 403 for one’s own commission',
    allow: 'commission:edit',
    changes: ['book', 'commission', 'sale'],
    ifMatch: true,
    body: z
      .object({
        status: commissionStep.optional(),
        agentCommission: euros(AGENT_MISSING, 'Vul een bedrag van 0 of meer in').optional(),
        callerCommission: euros().optional(),
        reason: lines(500),
        /** Invoice that a zzp'er without a partner sent us. */
        ...ownInvoiceFields,
        /** Reason of an admin to make a sale ready for payment before the end of its bedenktijd (market 69d). */
        coolingOffReason: lines(500).meta({ 'x-not-stored': true }),
      })
      .refine(
        ({ agentCommission, callerCommission }) => agentCommission !== undefined || callerCommission === undefined,
        { message: AGENT_MISSING, path: ['agentCommission'] },
      )
      .refine(
        ({ status, agentCommission, callerCommission }) =>
          (status ?? agentCommission ?? callerCommission) !== undefined,
        { message: 'Kies een status of vul een bedrag in', path: ['status'] },
      ),
    result: ok(Commission),
  }),
  advance: post('/api/commissions/advance', {
    summary: 'Start a run that moves named or filtered rows one step, only those with the expected status',
    allow: 'commission:edit',
    changes: ['run'],
    later: ['book', 'commission', 'run', 'sale'],
    idempotent: true,
    bodyBytes: 512 * 1024,
    body: advanceBody,
    result: creation(AdvanceRun),
  }),
  previewAdvance: post('/api/commissions/advance/preview', {
    summary: 'Preview of a run: rows, amounts, payees and payout methods, and the rows that stay with the reason',
    allow: 'commission:edit',
    shows: ['book', 'commission', 'question', 'sale', 'settings', 'user'],
    writesNothing: true,
    bodyBytes: 512 * 1024,
    body: advanceBody,
    result: ok(AdvancePreview),
  }),
  firstPayments: get('/api/commissions/first-payments', {
    summary: 'First payments that wait for this admin: people, amounts, who made the accounts (rulings 36)',
    allow: 'commission:manage',
    shows: ['book', 'commission', 'user'],
    result: ok(FirstPayments),
  }),
  runs: get('/api/commissions/advance', {
    summary: 'Runs within reach, newest first: those of the own team, for an admin all',
    allow: 'commission:edit',
    shows: ['run'],
    query: z.object(paging),
    result: page(AdvanceRun),
  }),
  run: get('/api/commissions/advance/{id}', {
    summary: 'Progress of a run',
    allow: 'commission:edit',
    shows: ['run'],
    later: ['book', 'commission', 'run', 'sale'],
    result: ok(AdvanceRun),
  }),
  results: get('/api/commissions/advance/{id}/results', {
    summary: 'Result of each row of a run, newest first',
    allow: 'commission:edit',
    shows: ['run'],
    query: z.object({ outcome: z.enum(['advanced', 'skipped', 'failed']).optional(), ...paging }),
    result: page(AdvanceResult),
  }),
  continueRun: post('/api/commissions/advance/{id}/continue', {
    summary: 'Continue a stopped run; finished rows stay as they are',
    allow: 'commission:edit',
    changes: ['run'],
    later: ['book', 'commission', 'run', 'sale'],
    result: ok(AdvanceRun),
  }),
  stopRun: post('/api/commissions/advance/{id}/stop', {
    summary: 'Stop a run: no row is moved after the reply; moved rows stay, and the run can be continued',
    allow: 'commission:edit',
    changes: ['run'],
    result: ok(AdvanceRun),
  }),
  teamSales: get('/api/team-sales/vergoedingen', {
    summary: "A team's sales with their amounts ('Team Vergoedingen Overzicht')",
    allow: 'commission:oversee',
    shows: ['commission'],
    query: CommissionFilter.pick({ search: true, status: true, agentId: true, from: true, to: true }).extend(paging),
    result: page(TeamSale),
  }),
  adjustments: get('/api/commissions/adjustments', {
    summary: 'Adjustments within reach, newest first',
    allow: 'commission:read',
    shows: ['commission'],
    query: z.object({ userId: z.string().max(128).optional(), ...paging }),
    result: page(Adjustment),
  }),
  adjust: post('/api/commissions/adjustments', {
    summary: 'Add a correction of a person’s pay (rulings 39); it is never changed, only corrected by another one',
    allow: 'commission:manage',
    changes: ['book', 'commission'],
    idempotent: true,
    body: NewAdjustment,
    result: creation(Adjustment),
  }),
  repay: post('/api/commissions/repayments', {
    summary:
      'Settle a negative balance without commissions to offset it: withheld by payroll, repaid, or a credit invoice',
    allow: 'commission:manage',
    changes: ['book'],
    idempotent: true,
    body: NewRepayment,
    result: creation(Repayment),
  }),
  statement: get('/api/commissions/statement', {
    summary: "Somebody's month: earned, adjusted, paid, carried over; without userId one's own",
    allow: 'commission:read',
    shows: ['book', 'commission'],
    query: whose,
    result: ok(Statement),
  }),
  statementFile: get('/api/commissions/statement/file', {
    summary: "Somebody's month as a spreadsheet or a PDF ('Commissieoverzicht oktober 2026'); audited",
    allow: 'commission:read',
    shows: ['book', 'commission', 'settings', 'team'],
    query: whose.extend({ format: z.enum(['xlsx', 'pdf']).optional() }),
    result: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  questions: get('/api/commissions/questions', {
    summary: 'Questions about commissions within reach, newest first: open ones, or those of one row',
    allow: 'commission:read',
    shows: ['commission', 'consent', 'customer', 'doNotCall', 'question'],
    query: z.object({ open: z.literal('true').optional(), commissionId: z.string().max(128).optional(), ...paging }),
    result: page(CommissionQuestion),
  }),
  ask: post('/api/commissions/{id}/questions', {
    summary: 'Ask about a commission of one’s own; the admins are mailed',
    allow: 'commission:ask',
    changes: ['commission', 'question', 'sale'],
    idempotent: true,
    body: z.object({ question: requireLines('Vul een vraag in', 1000) }),
    result: creation(CommissionQuestion),
  }),
  answer: post('/api/commissions/questions/{id}/answer', {
    summary: 'Answer a question; whoever asked is mailed, and it is answered once',
    allow: 'commission:manage',
    changes: ['commission', 'question', 'sale'],
    idempotent: true,
    body: z.object({ answer: requireLines('Vul een antwoord in', 2000) }),
    result: creation(CommissionQuestion),
  }),
  rates: get('/api/commission-rates', {
    summary: 'Commission rates, newest first',
    allow: 'commission-rate:manage',
    shows: ['commissionRate', 'team'],
    query: z.object(paging),
    result: page(CommissionRate),
  }),
  createRate: post('/api/commission-rates', {
    summary: 'Add a rate; existing amounts stay',
    allow: 'commission-rate:manage',
    changes: ['commissionRate'],
    idempotent: true,
    body: NewCommissionRate,
    result: creation(CommissionRate),
  }),
  previewRate: post('/api/commission-rates/preview', {
    summary: 'Meaning of a rate before it is saved: cost per month, margin and people, by the last three whole months',
    allow: 'commission-rate:manage',
    shows: ['commission', 'commissionRate', 'sale'],
    writesNothing: true,
    body: RateToPreview,
    result: ok(RatePreview),
  }),
  settings: get('/api/commission-rates/settings', {
    summary: 'Limit for amounts set by hand: the ceiling, as a multiple of the rate',
    allow: 'commission-rate:manage',
    shows: ['settings'],
    result: ok(StandingCommissionSettings),
  }),
  saveSettings: put('/api/commission-rates/settings', {
    summary: 'Change the ceiling; existing amounts stay',
    allow: 'commission-rate:manage',
    changes: ['settings'],
    ifMatch: true,
    body: CommissionSettings,
    result: ok(StandingCommissionSettings),
  }),
  updateRate: patch('/api/commission-rates/{id}', {
    summary: 'Change a rate, or switch it off; existing amounts stay',
    allow: 'commission-rate:manage',
    changes: ['commissionRate'],
    ifMatch: true,
    body: CommissionRateChange,
    result: ok(CommissionRate),
  }),
  removeRate: remove('/api/commission-rates/{id}', {
    summary: 'Delete a rate; existing amounts stay',
    allow: 'commission-rate:manage',
    changes: ['commissionRate'],
    ifMatch: true,
    result: none,
  }),
})
