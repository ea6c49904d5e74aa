import * as z from 'zod'
import { created, domain, file, idParam, ok, page, paging } from './endpoint.ts'
import { instant, localDate, orNull, person, requiredText } from './fields.ts'

/** Invoices that one request names for a payment file, and payments that one file holds; the rest is left out with that reason. */
export const MAX_NAMED_INVOICES = 500
export const MAX_PAYMENTS = 90

/** What a payment file is made of: invoices, and the day on which the bank is to pay them. */
export const NewPaymentFile = z.object({
  invoiceIds: z
    .array(requiredText('Kies een factuur', 128))
    .min(1, 'Kies minstens één factuur')
    .max(MAX_NAMED_INVOICES, `Hoogstens ${MAX_NAMED_INVOICES} facturen`)
    .meta({ 'x-not-stored': true }),
  /** A day without banking moves to the next that has it (rulings 51b). */
  executionDate: localDate('Vul een uitvoerdatum in').meta({ examples: ['2026-12-01', '2026-12-02'] }),
})
export type NewPaymentFile = z.output<typeof NewPaymentFile>

export const paymentFileStates = ['open', 'withdrawn'] as const
export const paymentFileStateLabels: Record<(typeof paymentFileStates)[number], string> = {
  open: 'Gemaakt',
  withdrawn: 'Ingetrokken',
}

/** A file of SEPA payments as lists show it; amounts in euros. */
export const PaymentFile = z.object({
  id: z.string(),
  version: z.int(),
  state: z.enum(paymentFileStates),
  /** The day that was asked for. */
  requestedDate: z.iso.date(),
  /** The day on which the bank pays: another than was asked for where that one is without banking. */
  executionDate: z.iso.date(),
  /** What is paid in all. */
  total: z.number(),
  /** How many invoices. */
  count: z.int(),
  /** What was asked for and is not paid by it, and why. */
  leftOut: z.array(
    z.object({
      invoiceId: z.string(),
      /** Null where there is no such invoice. */
      invoiceNumber: orNull(z.string()),
      reason: z.string(),
    }),
  ),
  createdBy: person,
  createdAt: instant,
})
export type PaymentFile = z.output<typeof PaymentFile>

/** One payment of a file, with its invoice as it stands now. */
export const Payment = z.object({
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  partnerName: z.string(),
  bankAccount: z.string(),
  /** In euros: within the 48 hours what is due then, else the whole. */
  amount: z.number(),
})
export type Payment = z.output<typeof Payment>

export const settlement = domain({
  paymentFiles: {
    summary: 'Payment files, newest first',
    method: 'GET',
    path: '/api/self-billing/payment-files',
    allow: 'self-billing:manage',
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
    result: created(PaymentFile),
  },
  paymentFile: {
    summary: 'A payment file as the bank takes it; audited. 409 once it was withdrawn',
    method: 'GET',
    path: '/api/self-billing/payment-files/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: file('application/xml'),
  },
  payments: {
    summary: 'What a payment file pays',
    method: 'GET',
    path: '/api/self-billing/payment-files/{id}/payments',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(PaymentFile.extend({ payments: z.array(Payment) })),
  },
  withdrawPaymentFile: {
    summary:
      'Take a payment file back that the bank does not carry out; invoices that are not paid may be paid by another',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/withdraw',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    result: ok(PaymentFile),
  },
})
