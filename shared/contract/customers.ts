import { LONGEST_CUSTOMER_ID } from '../customer-id.ts'
import * as z from '../zod.ts'
import { LeadDetails } from './leads.ts'
import { domain, none, ok } from './parts/endpoint.ts'
import { DoNotCall, instant, orNull, person, requireText, text } from './parts/fields.ts'
import { mailOf } from './parts/mail.ts'
import { Appointment, mailKinds } from './schemas/appointments.ts'
import { Contract } from './schemas/contracts.ts'
import { Sale } from './schemas/sales.ts'

const customerId = z.string().min(1).max(LONGEST_CUSTOMER_ID)
const customerParam = z.object({ id: customerId })

/**
 * A phone number, e-mail address or postal address of a customer. `joinedAt` and `joinedBy` tell when and by whom it
 * was joined to the other ones; null when it was not.
 */
export const KnownUnder = z.object({
  id: z.string(),
  by: z.enum(['phone', 'email', 'address']),
  value: z.string(),
  joinedAt: orNull(instant),
  joinedBy: orNull(person),
})
export type KnownUnder = z.output<typeof KnownUnder>

/** A mail to the customer about one of their appointments. */
export const CustomerMail = mailOf(mailKinds).extend({ appointmentId: z.string() })
export type CustomerMail = z.output<typeof CustomerMail>

export const CustomerLead = LeadDetails.extend({ notedBy: person })
export type CustomerLead = z.output<typeof CustomerLead>

/** A customer with their records, each kind as its own list shows it to the reader, latest first. */
export const Customer = z.object({
  id: z.string(),
  customerName: z.string(),
  companyName: orNull(z.string()),
  /** Numbers and addresses of the customer; the requested one comes first. */
  knownUnder: z.array(KnownUnder),
  /** Set when one of the customer's numbers is not to be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  appointments: z.array(Appointment),
  leads: z.array(CustomerLead),
  contracts: z.array(Contract),
  sales: z.array(Sale),
  mails: z.array(CustomerMail),
  /** False when there are older records than those shown. */
  isComplete: z.boolean(),
})
export type Customer = z.output<typeof Customer>

/** Another customer page that may be about the same customer. */
export const SameCustomer = z.object({
  id: z.string(),
  by: KnownUnder.shape.by,
  value: z.string(),
  customerName: z.string(),
  companyName: orNull(z.string()),
  /** Field in which both customers have the same value. */
  common: KnownUnder.shape.by,
})
export type SameCustomer = z.output<typeof SameCustomer>

/** A number that was put on the do-not-call list beyond the limits; it stays there unless it is reopened in time. */
export const ProvisionalClosing = z.object({
  number: z.string(),
  source: orNull(z.string()),
  closedBy: person,
  closedAt: instant,
  /** Last day on which it can be judged. */
  until: z.iso.date(),
})
export type ProvisionalClosing = z.output<typeof ProvisionalClosing>

/** Number whose owner does not want to be called. */
export const NumberToClose = z.object({
  number: requireText('Vul het telefoonnummer in', 40).meta({ examples: ['06 98765432'], 'x-not-stored': true }),
  source: text(200, { 'x-not-stored': true }),
})

/** Maximum number of closings that one request judges. */
export const MAX_JUDGED = 40

const NO_NUMBERS = 'Kies minstens één nummer'
const TOO_MANY_NUMBERS = `Kies hoogstens ${MAX_JUDGED} nummers`

export const customers = domain({
  get: {
    summary: 'A customer, by phone number, e-mail or address, with their records within the reach of each list',
    method: 'GET',
    path: '/api/customers/{id}',
    allow: 'customer:read',
    shows: ['appointment', 'contract', 'customer', 'doNotCall', 'lead', 'sale'],
    params: customerParam,
    result: ok(Customer),
  },
  matches: {
    summary: 'Other numbers within reach that have an e-mail address or address in common with a customer',
    method: 'GET',
    path: '/api/customers/{id}/matches',
    allow: 'customer:join',
    shows: ['appointment', 'contract', 'customer', 'doNotCall', 'lead', 'sale'],
    params: customerParam,
    result: ok(z.object({ matches: z.array(SameCustomer) })),
  },
  join: {
    summary: 'Join two customers within reach into one; 422 for more than ten numbers and addresses by the user',
    method: 'POST',
    path: '/api/customers/{id}/joins',
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
  },
  release: {
    summary: 'Separate a number or address from the customer that it was joined with; 404 when it is not joined',
    method: 'DELETE',
    path: '/api/customers/{id}/joins',
    allow: 'customer:join',
    changes: ['customer'],
    params: customerParam,
    result: none,
  },
  close: {
    summary: 'Put a number on the do-not-call list, whoever has the customer; beyond the limits provisionally, unsaid',
    method: 'POST',
    path: '/api/numbers/close',
    allow: 'customer:close',
    changes: ['doNotCall'],
    later: ['contract', 'lead'],
    body: NumberToClose,
    result: ok(z.object({ numbers: z.array(z.string()) })),
  },
  closings: {
    summary: 'Provisional closings by people within reach that can still be judged, at most 500, earliest first',
    method: 'GET',
    path: '/api/numbers/provisional',
    allow: 'customer:judge',
    shows: ['doNotCall'],
    result: ok(z.object({ closings: z.array(ProvisionalClosing), isComplete: z.boolean() })),
  },
  judge: {
    summary: 'Confirm or reopen provisional closings by others; `left` is how many could not be judged',
    method: 'POST',
    path: '/api/numbers/judge',
    allow: 'customer:judge',
    changes: ['doNotCall'],
    later: ['contract', 'lead'],
    joinsAction: true,
    body: z.object({
      numbers: z.array(z.string().min(1).max(40), NO_NUMBERS).min(1, NO_NUMBERS).max(MAX_JUDGED, TOO_MANY_NUMBERS),
      decision: z.enum(['confirm', 'reopen'], 'Kies bevestigen of terugdraaien'),
    }),
    result: ok(z.object({ judged: z.int(), left: z.int() })),
  },
})
