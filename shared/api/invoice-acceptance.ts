import { Acceptance, InvoiceLine, MAX_LINES, vatRate } from '../invoices/choices.ts'
import * as z from '../zod.ts'
import { invoiceTypes } from './parts/billing.ts'
import { domain, file, get, none, ok, post } from './parts/endpoint.ts'
import { lines, orNull, requireText } from './parts/fields.ts'

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
  /** Total of the lines without VAT. */
  amount: z.number(),
  /** Amount of VAT for each rate; leaves out rates whose amount is 0. */
  vatPerRate: z.array(z.object({ vatRate, vatAmount: z.number() })),
  /** Reasons why lines have no VAT, where the partner charges none. */
  exemptions: z.array(z.string()),
  totalAmount: z.number(),
  /**
   * Payment that we still owe, with its last day and IBAN. Null for a credit note, and for a refused or settled
   * invoice.
   */
  payment: orNull(
    z.object({
      amount: z.number(),
      until: z.iso.date(),
      /** Amount to pay after the day `until`; null where it stays the same. */
      afterwards: orNull(z.number()),
      bankAccount: z.string(),
    }),
  ),
  /** Day on which the invoice was paid or set off; null until then. */
  paymentDate: orNull(z.iso.date()),
  acceptance: Acceptance,
  /**
   * False once a payment of the invoice is under way or made. Does not consider an earlier answer, which is in
   * `acceptance`.
   */
  isRefusable: z.boolean(),
})
export type PresentedInvoice = z.output<typeof PresentedInvoice>

/** A line that a partner calls wrong, by its number from 1, with the partner's words. */
const DisputedLine = z.object({
  lineOrder: z.int().min(1).max(MAX_LINES),
  remark: requireText('Vul in wat er niet klopt', 300),
})

/** A partner's answer to an invoice. */
export const AcceptanceAnswer = z.object({
  answer: z.enum(['accepted', 'refused'], 'Kies of u akkoord bent'),
  /** Reason of a refusal, which is required unless it names lines, or a remark with an acceptance. */
  reason: lines(1000),
  /** Lines that a refusal names as wrong, each once. */
  disputedLines: z
    .array(DisputedLine)
    .max(MAX_LINES)
    .refine((all) => new Set(all.map(({ lineOrder }) => lineOrder)).size === all.length, 'Noem elke regel één keer')
    .optional(),
})
export type AcceptanceAnswer = z.output<typeof AcceptanceAnswer>

const params = z.object({ token: z.string().min(1).max(128) })

export const invoiceAcceptance = domain({
  presented: get('/api/invoice-acceptance/{token}', {
    summary: 'An invoice behind the link of its mail, for the partner, who has no account; its address is the secret',
    allow: 'public',
    shows: ['invoice', 'partner'],
    params,
    result: ok(PresentedInvoice),
  }),
  presentedPdf: get('/api/invoice-acceptance/{token}/pdf', {
    summary: 'Its PDF, as it was sent',
    allow: 'public',
    shows: ['invoice', 'partner'],
    params,
    result: file('application/pdf'),
  }),
  answer: post('/api/invoice-acceptance/{token}', {
    summary:
      'Accept or refuse it, once; another answer after it is a 409, as is refusing it once its payment is under way (rulings 51a)',
    allow: 'public',
    changes: ['invoice'],
    params,
    body: AcceptanceAnswer,
    result: none,
  }),
})
