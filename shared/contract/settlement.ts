import * as z from '../zod.ts'
import { creation, domain, file, idParam, ok, page, paging } from './parts/endpoint.ts'
import { requireText, text } from './parts/fields.ts'
import {
  BankStatement,
  BankStatementDetails,
  bookingTasks,
  ConfirmPayments,
  matchFields,
  proposalKinds,
  StatementBooking,
  statementExtensions,
} from './schemas/bank.ts'
import { InvoiceDetails } from './schemas/invoices.ts'
import {
  InvoiceCommissions,
  MonthlyPreview,
  MonthlyResult,
  MonthlyRun,
  NewMonthlyRun,
  PreviewChoice,
} from './schemas/monthly-runs.ts'
import { MadePaymentFile, NewPaymentFile, PaymentFile, PaymentFileDetails } from './schemas/payment-files.ts'

export const settlement = domain({
  paymentFiles: {
    summary: 'Payment files, newest first',
    method: 'GET',
    path: '/api/self-billing/payment-files',
    allow: 'payment:approve',
    query: z.object(paging),
    result: page(PaymentFile),
  },
  createPaymentFile: {
    summary:
      'Make a SEPA file (pain.001.001.09) that pays invoices; what cannot be paid is left out with a reason, 422 when that is all (rulings 51b)',
    method: 'POST',
    path: '/api/self-billing/payment-files',
    allow: 'self-billing:manage',
    idempotent: true,
    bodyBytes: 128 * 1024,
    body: NewPaymentFile,
    result: creation(MadePaymentFile),
  },
  paymentFile: {
    summary:
      'A payment file as the bank takes it; audited. 409 until a second admin approved it, and once it was withdrawn, whole or in part',
    method: 'GET',
    path: '/api/self-billing/payment-files/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: file('application/xml'),
  },
  payments: {
    summary: 'Payments of a payment file, and the invoices that it leaves out',
    method: 'GET',
    path: '/api/self-billing/payment-files/{id}/payments',
    allow: 'payment:approve',
    params: idParam,
    result: ok(PaymentFileDetails),
  },
  releasePayment: {
    summary:
      'Take one payment out of a file that the bank did not carry out or sent back; another file may pay its invoice then. 409 where this file does not pay it, or it is paid',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/release',
    allow: 'self-billing:manage',
    params: idParam,
    body: z.object({ invoiceId: requireText('Kies een factuur', 128).meta({ 'x-not-stored': true }) }),
    result: ok(PaymentFileDetails),
  },
  approvePaymentFile: {
    summary:
      'Approve a payment file as its second admin, so that it may go to the bank; 403 for who made it, 409 where it cannot be paid as it stands (rulings 51b)',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/approve',
    allow: 'payment:approve',
    idempotent: true,
    ifMatch: true,
    params: idParam,
    result: ok(PaymentFile),
  },
  withdrawPaymentFile: {
    summary:
      'Withdraw a payment file that the bank does not carry out, or reject a waiting one of another admin with a reason; another file may pay its invoices',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/withdraw',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    /** Reason, which is required to reject a waiting file of another admin. */
    body: z.object({ reason: text(300) }),
    result: ok(PaymentFile),
  },
  approvePayment: {
    summary:
      'Approve a payment entered by hand, or a booking to another IBAN, as its second admin; 403 for who entered it, 409 where none waits (rulings 51b)',
    method: 'POST',
    path: '/api/self-billing/waiting-payments/{id}/approve',
    allow: 'payment:approve',
    idempotent: true,
    ifMatch: true,
    params: idParam,
    result: ok(InvoiceDetails),
  },
  rejectPayment: {
    summary: 'Reject a waiting payment of an invoice with a reason, or withdraw one’s own; 409 where none waits',
    method: 'POST',
    path: '/api/self-billing/waiting-payments/{id}/reject',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    /** Reason, which is required to reject the payment of another admin. */
    body: z.object({ reason: text(300) }),
    result: ok(InvoiceDetails),
  },
  previewMonthlyRun: {
    summary:
      'Preview of a run: invoices of commissions that are ready to be paid out, and what is left out with the reason',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/preview',
    allow: 'self-billing:manage',
    writesNothing: true,
    body: PreviewChoice,
    result: ok(MonthlyPreview),
  },
  startMonthlyRun: {
    summary: 'Make these invoices, in steps that continue without a browser; no commission is on two of them',
    method: 'POST',
    path: '/api/self-billing/monthly-runs',
    allow: 'self-billing:manage',
    idempotent: true,
    body: NewMonthlyRun,
    result: creation(MonthlyRun),
  },
  monthlyRuns: {
    summary: 'Runs that make invoices, newest first',
    method: 'GET',
    path: '/api/self-billing/monthly-runs',
    allow: 'self-billing:manage',
    query: z.object(paging),
    result: page(MonthlyRun),
  },
  monthlyRun: {
    summary: 'Progress of a run',
    method: 'GET',
    path: '/api/self-billing/monthly-runs/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(MonthlyRun),
  },
  monthlyResults: {
    summary: 'Results of a run: invoices made and items left out, newest first',
    method: 'GET',
    path: '/api/self-billing/monthly-runs/{id}/results',
    allow: 'self-billing:manage',
    params: idParam,
    query: z.object(paging),
    result: page(MonthlyResult),
  },
  continueMonthlyRun: {
    summary: 'Continue a stopped run; 409 while it runs and when it is done',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/{id}/continue',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(MonthlyRun),
  },
  stopMonthlyRun: {
    summary: 'Stop a run before its next partner; its invoices stay. 409 when it is done',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/{id}/stop',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(MonthlyRun),
  },
  invoiceCommissions: {
    summary: 'Commissions on an invoice of a run, and which of them its payment paid out',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}/commissions',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(InvoiceCommissions),
  },
  uploadStatement: {
    summary:
      'Read a bank statement (CAMT.053, or CSV of Rabobank, ING, ABN AMRO) and propose which invoices it pays, and which payments came back',
    method: 'POST',
    path: '/api/self-billing/bank-statements',
    allow: 'self-billing:manage',
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: statementExtensions },
    result: ok(BankStatementDetails),
  },
  statements: {
    summary: 'Bank statements, the latest upload first',
    method: 'GET',
    path: '/api/self-billing/bank-statements',
    allow: 'self-billing:manage',
    query: z.object(paging),
    result: page(BankStatement),
  },
  statement: {
    summary: 'One bank statement: its balances, and the bookings that wait',
    method: 'GET',
    path: '/api/self-billing/bank-statements/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(BankStatementDetails),
  },
  bookings: {
    summary: 'Every booking of a bank statement with its result, in the order of its file',
    method: 'GET',
    path: '/api/self-billing/bank-statements/{id}/bookings',
    allow: 'self-billing:manage',
    params: idParam,
    query: z.object({ ...paging, task: z.enum(bookingTasks).optional() }),
    result: page(StatementBooking),
  },
  confirmPayments: {
    summary:
      'Post the proposals of a statement, each on its day, as payment, repayment or returned payment; returns those that failed',
    method: 'POST',
    path: '/api/self-billing/bank-statements/{id}/confirm',
    allow: 'self-billing:manage',
    joinsAction: true,
    params: idParam,
    body: ConfirmPayments,
    result: ok(
      z.object({
        confirmed: z.array(matchFields.extend({ kind: z.enum(proposalKinds) })),
        failed: z.array(matchFields.extend({ reason: z.string() })),
      }),
    ),
  },
  chooseInvoice: {
    summary: 'Post a booking of a statement on a chosen document; 409 when that is not possible',
    method: 'POST',
    path: '/api/self-billing/bank-statements/{id}/choose',
    allow: 'self-billing:manage',
    params: idParam,
    body: matchFields,
    result: ok(z.object({ booking: StatementBooking })),
  },
  markBooking: {
    summary: 'Dismiss a booking of a statement, or write a note about it',
    method: 'POST',
    path: '/api/self-billing/bank-statements/{id}/mark',
    allow: 'self-billing:manage',
    params: idParam,
    body: z.object({
      booking: requireText('Kies een boeking', 20),
      isLeft: z.boolean().optional(),
      /** Note on the booking; an empty note removes the stored one. */
      note: text(200),
    }),
    result: ok(z.object({ booking: StatementBooking })),
  },
})
