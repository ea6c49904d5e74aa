import * as z from '../zod.ts'
import { invoiceTypes } from './parts/billing.ts'
import { creation, domain, get, ok, page, paging, post } from './parts/endpoint.ts'
import { instant, orNull, person } from './parts/fields.ts'
import { mailOf } from './parts/mail.ts'

/** Outcomes of an invoice in a run. `unknown`: the provider's answer was lost, so only a person sends it again. */
export const dispatchOutcomes = ['waiting', 'sent', 'skipped', 'failed', 'unknown'] as const
export type DispatchOutcome = (typeof dispatchOutcomes)[number]
export const dispatchOutcomeLabels: Record<DispatchOutcome, string> = {
  waiting: 'Onderweg',
  sent: 'Verstuurd',
  skipped: 'Overgeslagen',
  failed: 'Mislukt',
  unknown: 'Onbekend',
}

/** A run that mails invoices to the accounting, one mail each (rulings 47); it continues without a browser. */
export const Dispatch = z.object({
  id: z.string(),
  /** `stopped`: no step follows until somebody continues the run. */
  state: z.enum(['running', 'stopped', 'done']),
  /** E-mail address that gets the report of the run: the address of the accounting when the run began. */
  to: z.string(),
  /** True when the schedule started the run, on a weekday at 07:00; false when a person did. */
  isScheduled: z.boolean(),
  startedBy: person,
  startedAt: instant,
  endedAt: orNull(instant),
  /** Number of invoices so far: sent, skipped, failed, unknown, and the present one. */
  total: z.int(),
  sent: z.int(),
  skipped: z.int(),
  failed: z.int(),
  unknown: z.int(),
})
export type Dispatch = z.output<typeof Dispatch>

/** One run with the mail of its report, which is null until the run ends, and for a run without invoices. */
export const DispatchDetails = Dispatch.extend({ report: orNull(mailOf(['report'])) })
export type DispatchDetails = z.output<typeof DispatchDetails>

/** Outcome of one invoice in a run. */
export const DispatchResult = z.object({
  /** Id of the invoice. */
  id: z.string(),
  invoiceNumber: z.string(),
  type: z.enum(invoiceTypes),
  partnerName: z.string(),
  /** Euros. */
  totalAmount: z.number(),
  outcome: z.enum(dispatchOutcomes),
  /** Reason, in Dutch, why the invoice was not sent or its outcome is unknown. */
  message: orNull(z.string()),
  /** True when the accounting received the invoice, by this run or otherwise; false again after a bounce. */
  sentToAccounting: z.boolean(),
})
export type DispatchResult = z.output<typeof DispatchResult>

/** Preview of a run that would start now. */
export const Awaiting = z.object({
  count: z.int(),
  /** False when there are more invoices than one request can count. */
  isComplete: z.boolean(),
  /**
   * Reason, in Dutch, why no run would start: no e-mail address, or sending is switched off in the settings. Null when
   * a run would start.
   */
  against: orNull(z.string()),
})
export type Awaiting = z.output<typeof Awaiting>

export const dispatches = domain({
  list: get('/api/self-billing/dispatches', {
    summary: 'Runs that mailed invoices to the accounting, newest first',
    allow: 'self-billing:manage',
    shows: ['run'],
    query: z.object(paging),
    result: page(Dispatch),
  }),
  awaiting: get('/api/self-billing/dispatches/awaiting', {
    summary: 'Number of invoices that the accounting has not received, and why no run can start',
    allow: 'self-billing:manage',
    shows: ['invoice', 'run', 'settings'],
    result: ok(Awaiting),
  }),
  start: post('/api/self-billing/dispatches', {
    summary:
      "'Nu versturen': start a run over all invoices that the accounting has not received; 422 when none may be sent (rulings 47)",
    allow: 'self-billing:manage',
    changes: ['run'],
    later: ['invoice', 'run'],
    idempotent: true,
    result: creation(Dispatch),
  }),
  dispatch: get('/api/self-billing/dispatches/{id}', {
    summary: 'Progress of a run, and the state of its report',
    allow: 'self-billing:manage',
    shows: ['run'],
    later: ['invoice', 'run'],
    result: ok(DispatchDetails),
  }),
  results: get('/api/self-billing/dispatches/{id}/results', {
    summary: 'Result of each invoice of a run, by number',
    allow: 'self-billing:manage',
    shows: ['invoice', 'run'],
    query: z.object({ outcome: z.enum(dispatchOutcomes).optional(), ...paging }),
    result: page(DispatchResult),
  }),
  continue: post('/api/self-billing/dispatches/{id}/continue', {
    summary: 'Continue a stopped run, without sending an invoice again; 409 while it runs, and when it is done',
    allow: 'self-billing:manage',
    changes: ['run'],
    later: ['invoice', 'run'],
    result: ok(Dispatch),
  }),
})
