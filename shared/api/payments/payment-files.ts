import * as z from '../../zod.ts'
import { creation, domain, file, get, ok, page, paging, post } from '../parts/endpoint.ts'
import { requireText, text } from '../parts/fields.ts'
import {
  MadePaymentFile,
  NewPaymentFile,
  PaymentFile,
  PaymentFileDetails,
  PaymentPreview,
} from '../schemas/payment-files.ts'

export const paymentFiles = domain({
  list: get('/api/self-billing/payment-files', {
    summary: 'Payment files, newest first',
    allow: 'payment:approve',
    shows: ['payment', 'user'],
    query: z.object(paging),
    result: page(PaymentFile),
  }),
  preview: post('/api/self-billing/payment-files/preview', {
    summary:
      'Preview of a payment file: its payments, with first payments, new IBANs and the month before of each partner',
    allow: 'self-billing:manage',
    writesNothing: true,
    bodyBytes: 128 * 1024,
    body: NewPaymentFile,
    result: ok(PaymentPreview),
  }),
  create: post('/api/self-billing/payment-files', {
    summary:
      'Make a SEPA file (pain.001.001.09) that pays invoices; what cannot be paid is left out with a reason, 422 when that is all (rulings 51b)',
    allow: 'self-billing:manage',
    changes: ['book', 'invoice', 'payment'],
    later: ['book', 'commission', 'sale'],
    marksWhenRefused: true,
    idempotent: true,
    bodyBytes: 128 * 1024,
    body: NewPaymentFile,
    result: creation(MadePaymentFile),
  }),
  download: get('/api/self-billing/payment-files/{id}', {
    summary:
      'A payment file as the bank takes it; audited. 409 until a second admin approved it, and once it was withdrawn, whole or in part',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner', 'payment'],
    result: file('application/xml'),
  }),
  get: get('/api/self-billing/payment-files/{id}/payments', {
    summary: 'Payments of a payment file, and the invoices that it leaves out',
    allow: 'payment:approve',
    shows: ['book', 'invoice', 'partner', 'payment', 'user'],
    result: ok(PaymentFileDetails),
  }),
  release: post('/api/self-billing/payment-files/{id}/release', {
    summary:
      'Take one payment out of a file that the bank did not carry out or sent back; another file may pay its invoice then. 409 where this file does not pay it, or it is paid',
    allow: 'self-billing:manage',
    changes: ['invoice'],
    body: z.object({ invoiceId: requireText('Kies een factuur', 128).meta({ 'x-not-stored': true }) }),
    result: ok(PaymentFileDetails),
  }),
  approve: post('/api/self-billing/payment-files/{id}/approve', {
    summary:
      'Approve a payment file as its second admin, so that it may go to the bank; 403 for who made it, 409 where it cannot be paid as it stands (rulings 51b)',
    allow: 'payment:approve',
    changes: ['payment'],
    idempotent: true,
    ifMatch: true,
    result: ok(PaymentFile),
  }),
  withdraw: post('/api/self-billing/payment-files/{id}/withdraw', {
    summary:
      'Withdraw a payment file that the bank does not carry out, or reject a waiting one of another admin with a reason; another file may pay its invoices',
    allow: 'self-billing:manage',
    changes: ['invoice', 'payment'],
    ifMatch: true,
    /** Reason, which is required to reject a waiting file of another admin. */
    body: z.object({ reason: text(300) }),
    result: ok(PaymentFile),
  }),
})
