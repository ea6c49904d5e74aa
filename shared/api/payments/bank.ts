import * as z from '../../zod.ts'
import { domain, get, ok, page, paging, post } from '../parts/endpoint.ts'
import { requireText, text } from '../parts/fields.ts'
import {
  BankStatement,
  BankStatementDetails,
  BookingChoice,
  bookingTasks,
  ConfirmPayments,
  matchFields,
  proposalKinds,
  StatementBooking,
  statementExtensions,
} from '../schemas/bank.ts'
import { InvoiceDetails } from '../schemas/invoices.ts'

export const bank = domain({
  upload: post('/api/self-billing/bank-statements', {
    summary:
      'Read a bank statement (CAMT.053, MT940, CSV of Rabobank, ING, ABN AMRO, bunq, or a ZIP of these) and propose which invoices it pays, and which payments came back',
    allow: 'self-billing:manage',
    changes: ['payment'],
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: statementExtensions },
    result: ok(BankStatementDetails),
  }),
  list: get('/api/self-billing/bank-statements', {
    summary: 'Bank statements, the latest upload first',
    allow: 'self-billing:manage',
    shows: ['payment'],
    query: z.object(paging),
    result: page(BankStatement),
  }),
  get: get('/api/self-billing/bank-statements/{id}', {
    summary: 'One bank statement: its balances, and the bookings that wait',
    allow: 'self-billing:manage',
    shows: ['invoice', 'payment'],
    result: ok(BankStatementDetails),
  }),
  bookings: get('/api/self-billing/bank-statements/{id}/bookings', {
    summary: 'Every booking of a bank statement with its result, in the order of its file',
    allow: 'self-billing:manage',
    shows: ['invoice', 'payment'],
    query: z.object({ ...paging, task: z.enum(bookingTasks).optional() }),
    result: page(StatementBooking),
  }),
  confirm: post('/api/self-billing/bank-statements/{id}/confirm', {
    summary:
      'Post the proposals of a statement, each on its day, as payment, repayment or returned payment; returns those that failed',
    allow: 'self-billing:manage',
    changes: ['book', 'invoice', 'payment'],
    later: ['book', 'commission', 'invoice', 'payment', 'sale'],
    joinsAction: true,
    body: ConfirmPayments,
    result: ok(
      z.object({
        confirmed: z.array(matchFields.extend({ kind: z.enum(proposalKinds) })),
        failed: z.array(matchFields.extend({ reason: z.string() })),
      }),
    ),
  }),
  choose: post('/api/self-billing/bank-statements/{id}/choose', {
    summary: 'Post a booking of a statement on a chosen document; 409 when that is not possible',
    allow: 'self-billing:manage',
    changes: ['book', 'invoice', 'payment'],
    later: ['book', 'commission', 'invoice', 'payment', 'sale'],
    body: BookingChoice,
    result: ok(z.object({ booking: StatementBooking })),
  }),
  mark: post('/api/self-billing/bank-statements/{id}/mark', {
    summary: 'Dismiss a booking of a statement, or write a note about it',
    allow: 'self-billing:manage',
    changes: ['payment'],
    body: z.object({
      booking: requireText('Kies een boeking', 20),
      isLeft: z.boolean().optional(),
      /** Note on the booking; an empty note removes the stored one. */
      note: text(200),
    }),
    result: ok(z.object({ booking: StatementBooking })),
  }),
  approvePayment: post('/api/self-billing/waiting-payments/{id}/approve', {
    summary:
      'Approve a payment entered by hand, or a booking to another IBAN, as its second admin; 403 for who entered it, 409 where none waits (rulings 51b)',
    allow: 'payment:approve',
    changes: ['book', 'invoice', 'payment'],
    later: ['book', 'commission', 'invoice', 'payment', 'sale'],
    idempotent: true,
    ifMatch: true,
    result: ok(InvoiceDetails),
  }),
  rejectPayment: post('/api/self-billing/waiting-payments/{id}/reject', {
    summary: 'Reject a waiting payment of an invoice with a reason, or withdraw one’s own; 409 where none waits',
    allow: 'self-billing:manage',
    changes: ['invoice', 'payment'],
    later: ['book', 'commission', 'sale'],
    ifMatch: true,
    /** Reason, which is required to reject the payment of another admin. */
    body: z.object({ reason: text(300) }),
    result: ok(InvoiceDetails),
  }),
})
