import { LONGEST_CUSTOMER_ID } from '../customer-id.ts'
import * as z from '../zod.ts'
import { consents } from './parts/consent-endpoints.ts'
import { domain, file, get, none, ok, post, remove } from './parts/endpoint.ts'
import { requireText, text } from './parts/fields.ts'
import { numbers } from './parts/number-endpoints.ts'
import { ConsentedClosing, Customer, ProvisionalClosing, SameCustomer } from './schemas/customers.ts'

const customerId = z.string().min(1).max(LONGEST_CUSTOMER_ID)
const customerParam = z.object({ id: customerId })

/** Number whose owner does not want to be called. */
export const NumberToClose = z.object({
  // As long as a cell with several numbers and remarks: an objection is always taken (market 66).
  number: requireText('Vul het telefoonnummer in', 200).meta({ examples: ['06 98765432'], 'x-not-stored': true }),
  source: text(200, { 'x-not-stored': true }),
})

/** Maximum number of closings that one request judges. */
export const MAX_JUDGED = 40

const NO_NUMBERS = 'Kies minstens één nummer'
const TOO_MANY_NUMBERS = `Kies hoogstens ${MAX_JUDGED} nummers`

export const customers = domain({
  get: get('/api/customers/{id}', {
    summary: 'A customer, by phone number, e-mail or address, with their records within the reach of each list',
    allow: 'customer:read',
    shows: ['appointment', 'commission', 'consent', 'contract', 'customer', 'doNotCall', 'lead', 'sale'],
    params: customerParam,
    result: ok(Customer),
  }),
  callEvidence: get('/api/customers/{id}/call-evidence', {
    summary: 'Consents, calls, bookings and closings of a customer as a PDF, for the customer without names; audited',
    allow: 'calling:manage',
    shows: ['appointment', 'commission', 'consent', 'contract', 'customer', 'doNotCall', 'lead', 'sale', 'settings'],
    params: customerParam,
    query: z.object({ reader: z.enum(['office', 'customer']).default('office') }),
    result: file('application/pdf'),
  }),
  matches: get('/api/customers/{id}/matches', {
    summary: 'Other numbers within reach that have an e-mail address or address in common with a customer',
    allow: 'customer:join',
    shows: ['appointment', 'commission', 'consent', 'contract', 'customer', 'doNotCall', 'lead', 'sale'],
    params: customerParam,
    result: ok(z.object({ matches: z.array(SameCustomer) })),
  }),
  join: post('/api/customers/{id}/joins', {
    summary: 'Join two customers within reach into one; 422 for more than ten numbers and addresses by the user',
    allow: 'customer:join',
    changes: ['customer'],
    params: customerParam,
    /** Id of the customer to join. */
    body: z.object({
      customerId: requireText('Kies een klant', LONGEST_CUSTOMER_ID).meta({
        'x-not-stored': true,
        'x-refers-to': '/api/customers',
      }),
    }),
    result: ok(Customer),
  }),
  release: remove('/api/customers/{id}/joins', {
    summary: 'Separate a number or address from the customer that it was joined with; 404 when it is not joined',
    allow: 'customer:join',
    changes: ['customer'],
    params: customerParam,
    result: none,
  }),
  close: post('/api/numbers/close', {
    summary: 'Put a number on the do-not-call list, whoever has the customer; beyond the limits provisionally',
    allow: 'customer:close',
    changes: ['doNotCall'],
    later: ['contract', 'lead'],
    body: NumberToClose,
    result: ok(
      z.object({
        numbers: z.array(z.string()),
        /** True for a person who closed many numbers that day: a team leader or admin may reopen it. */
        mayBeJudged: z.boolean(),
      }),
    ),
  }),
  lift: post('/api/numbers/lift', {
    summary: 'Take the numbers in a text off the do-not-call list, with a reason; audited',
    allow: 'customer:lift',
    changes: ['doNotCall'],
    later: ['appointment', 'contract', 'lead'],
    body: NumberToClose.pick({ number: true }).extend({
      reason: requireText('Vul in waarom dit nummer weer gebeld mag worden', 200).meta({ 'x-not-stored': true }),
    }),
    result: ok(z.object({ numbers: z.array(z.string()) })),
  }),
  closings: get('/api/numbers/provisional', {
    summary: 'Provisional closings by people within reach that can still be judged, at most 500, earliest first',
    allow: 'customer:judge',
    shows: ['doNotCall'],
    result: ok(z.object({ closings: z.array(ProvisionalClosing), isComplete: z.boolean() })),
  }),
  consentedClosings: get('/api/numbers/consented-closings', {
    summary: 'Closed numbers with a later consent, at most 500, earliest closing first; they stay closed until lifted',
    allow: 'customer:lift',
    shows: ['consent', 'doNotCall'],
    result: ok(z.object({ closings: z.array(ConsentedClosing), isComplete: z.boolean() })),
  }),
  judge: post('/api/numbers/judge', {
    summary: 'Confirm or reopen provisional closings by others; `left` is how many could not be judged',
    allow: 'customer:judge',
    changes: ['doNotCall'],
    later: ['contract', 'lead'],
    joinsAction: true,
    body: z.object({
      numbers: z.array(z.string().min(1).max(40), NO_NUMBERS).min(1, NO_NUMBERS).max(MAX_JUDGED, TOO_MANY_NUMBERS),
      decision: z.enum(['confirm', 'reopen'], 'Kies bevestigen of terugdraaien'),
    }),
    result: ok(z.object({ judged: z.int(), left: z.int() })),
  }),
  ...numbers,
  ...consents,
})
