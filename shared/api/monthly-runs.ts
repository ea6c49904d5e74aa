import * as z from '../zod.ts'
import { creation, domain, ok, page, paging } from './parts/endpoint.ts'
import { MonthlyPreview, MonthlyResult, MonthlyRun, NewMonthlyRun, PreviewChoice } from './schemas/monthly-runs.ts'

export const monthlyRuns = domain({
  preview: {
    summary:
      'Preview of a run: invoices of commissions that are ready to be paid out, and what is left out with the reason',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/preview',
    allow: 'self-billing:manage',
    shows: ['book', 'commission', 'invoice', 'partner', 'question', 'settings'],
    writesNothing: true,
    body: PreviewChoice,
    result: ok(MonthlyPreview),
  },
  start: {
    summary: 'Make these invoices, in steps that continue without a browser; no commission is on two of them',
    method: 'POST',
    path: '/api/self-billing/monthly-runs',
    allow: 'self-billing:manage',
    changes: ['run'],
    later: ['book', 'commission', 'invoice', 'partner', 'run'],
    idempotent: true,
    body: NewMonthlyRun,
    result: creation(MonthlyRun),
  },
  list: {
    summary: 'Runs that make invoices, newest first',
    method: 'GET',
    path: '/api/self-billing/monthly-runs',
    allow: 'self-billing:manage',
    shows: ['run'],
    query: z.object(paging),
    result: page(MonthlyRun),
  },
  get: {
    summary: 'Progress of a run',
    method: 'GET',
    path: '/api/self-billing/monthly-runs/{id}',
    allow: 'self-billing:manage',
    shows: ['run'],
    later: ['book', 'commission', 'invoice', 'partner', 'run'],
    result: ok(MonthlyRun),
  },
  results: {
    summary: 'Results of a run: invoices made and items left out, newest first',
    method: 'GET',
    path: '/api/self-billing/monthly-runs/{id}/results',
    allow: 'self-billing:manage',
    shows: ['partner', 'run'],
    query: z.object(paging),
    result: page(MonthlyResult),
  },
  continue: {
    summary: 'Continue a stopped run; 409 while it runs and when it is done',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/{id}/continue',
    allow: 'self-billing:manage',
    changes: ['run'],
    later: ['book', 'commission', 'invoice', 'partner', 'run'],
    result: ok(MonthlyRun),
  },
  stop: {
    summary: 'Stop a run before its next partner; its invoices stay. 409 when it is done',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/{id}/stop',
    allow: 'self-billing:manage',
    changes: ['run'],
    result: ok(MonthlyRun),
  },
})
