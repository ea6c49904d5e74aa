import * as z from 'zod'
import { domain, file, none, ok } from './parts/endpoint.ts'
import { lines, orNull } from './parts/fields.ts'
import { vatRate } from './schemas/invoice-form.ts'
import { Acceptance, InvoiceLine, invoiceTypes } from './schemas/invoices.ts'

/** An invoice as its partner sees it behind the link of a mail; amounts in euros. */
export const PresentedInvoice = z.object({
  type: z.enum(invoiceTypes),
  invoiceNumber: z.string(),
  partnerName: z.string(),
  /** Company that made the invoice and pays it. */
  companyName: z.string(),
  description: z.string(),
  invoiceDate: z.iso.date(),
  lines: z.array(InvoiceLine.pick({ description: true, quantity: true, unitPrice: true, totalPrice: true })),
  /** Without VAT. */
  amount: z.number(),
  /** VAT per rate, for rates with an amount. */
  vatPerRate: z.array(z.object({ vatRate, vatAmount: z.number() })),
  /** Reasons why lines have no VAT, where the partner charges none. */
  exemptions: z.array(z.string()),
  totalAmount: z.number(),
  /** Our open payment, with its last day and IBAN; null for a credit note and for an invoice refused or settled. */
  payment: orNull(
    z.object({
      amount: z.number(),
      until: z.iso.date(),
      /** Amount after that day; null where it stays the same. */
      afterwards: orNull(z.number()),
      bankAccount: z.string(),
    }),
  ),
  /** Day on which it was paid or set off; null until then. */
  paymentDate: orNull(z.iso.date()),
  acceptance: Acceptance,
  /** True while it can be refused, as its payment is not under way. */
  isRefusable: z.boolean(),
})
export type PresentedInvoice = z.output<typeof PresentedInvoice>

/** A partner's answer to an invoice. */
export const AcceptanceAnswer = z.object({
  answer: z.enum(['accepted', 'refused'], 'Kies of u akkoord bent'),
  /** Required with a refusal. */
  reason: lines(1000),
})
export type AcceptanceAnswer = z.output<typeof AcceptanceAnswer>

const params = z.object({ token: z.string().min(1).max(128) })

export const invoiceAcceptance = domain({
  presented: {
    summary: 'An invoice behind the link of its mail, for the partner, who has no account; its address is the secret',
    method: 'GET',
    path: '/api/invoice-acceptance/{token}',
    allow: 'public',
    params,
    result: ok(PresentedInvoice),
  },
  presentedPdf: {
    summary: 'Its PDF, as it was sent',
    method: 'GET',
    path: '/api/invoice-acceptance/{token}/pdf',
    allow: 'public',
    params,
    result: file('application/pdf'),
  },
  answer: {
    summary:
      'Accept or refuse it, once; another answer after it is a 409, as is refusing it once its payment is under way (rulings 51a)',
    method: 'POST',
    path: '/api/invoice-acceptance/{token}',
    allow: 'public',
    params,
    body: AcceptanceAnswer,
    result: none,
  },
})
