import * as z from '../zod.ts'
import { creation, domain, get, ok, page, paging, post } from './parts/endpoint.ts'
import { MonthlyPreview, MonthlyResult, MonthlyRun, NewMonthlyRun, PreviewChoice } from './schemas/monthly-runs.ts'

export const monthlyRuns = domain({
  preview: post('/api/self-billing/monthly-runs/preview', {
    summary:
      'Preview of a run: invoices of commissions that are ready to be paid out, and what is left out with the reason',
    allow: 'self-billing:manage',
    shows: ['book', 'commission', 'invoice', 'partner', 'question', 'settings'],
    writesNothing: true,
    body: PreviewChoice,
    result: ok(MonthlyPreview),
  }),
  start: post('/api/self-billing/monthly-runs', {
    summary: 'Make these invoices, in steps that continue without a browser; no commission is on two of them',
    allow: 'self-billing:manage',
    changes: ['run'],
    later: ['book', 'commission', 'invoice', 'partner', 'run'],
    idempotent: true,
    body: NewMonthlyRun,
    result: creation(MonthlyRun),
  }),
  list: get('/api/self-billing/monthly-runs', {
    summary: 'Runs that make invoices, newest first',
    allow: 'self-billing:manage',
    shows: ['run'],
    query: z.object(paging),
    result: page(MonthlyRun),
  }),
  get: get('/api/self-billing/monthly-runs/{id}', {
    summary: 'Progress of a run',
    allow: 'self-billing:manage',
    shows: ['run'],
    later: ['book', 'commission', 'invoice', 'partner', 'run'],
    result: ok(MonthlyRun),
  }),
  results: get('/api/self-billing/monthly-runs/{id}/results', {
    summary: 'Results of a run: invoices made and items left out, newest first',
    allow: 'self-billing:manage',
    shows: ['partner', 'run'],
    query: z.object(paging),
    result: page(MonthlyResult),
  }),
  continue: post('/api/self-billing/monthly-runs/{id}/continue', {
    summary: 'Continue a stopped run; 409 while it runs and when it is done',
    allow: 'self-billing:manage',
    changes: ['run'],
    later: ['book', 'commission', 'invoice', 'partner', 'run'],
    result: ok(MonthlyRun),
  }),
  stop: post('/api/self-billing/monthly-runs/{id}/stop', {
    summary: 'Stop a run before its next partner; its invoices stay. 409 when it is done',
    allow: 'self-billing:manage',
    changes: ['run'],
    result: ok(MonthlyRun),
  }),
})
