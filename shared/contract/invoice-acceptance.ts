import * as z from 'zod'
import { domain, file, none, ok } from './endpoint.ts'
import { lines, orNull } from './fields.ts'
import { Acceptance, InvoiceLine, invoiceTypes, vatRate } from './invoices.ts'

/** An invoice as its partner sees it behind the link of a mail; amounts in euros. */
export const PresentedInvoice = z.object({
  type: z.enum(invoiceTypes),
  invoiceNumber: z.string(),
  /** Whose invoice it is. */
  partnerName: z.string(),
  /** Who pays it, and made it. */
  companyName: z.string(),
  description: z.string(),
  invoiceDate: z.iso.date(),
  lines: z.array(InvoiceLine.pick({ description: true, quantity: true, unitPrice: true, totalPrice: true })),
  /** Without VAT. */
  amount: z.number(),
  /** Of rates that come to something. */
  vatPerRate: z.array(z.object({ vatRate, vatAmount: z.number() })),
  /** Why lines have no VAT, where the partner charges none. */
  exemptions: z.array(z.string()),
  totalAmount: z.number(),
  /** What we still pay, until when and on which IBAN; null for a credit note and for what is refused or settled. */
  payment: orNull(
    z.object({
      amount: z.number(),
      until: z.iso.date(),
      /** What we pay after that day; null where that is the same. */
      afterwards: orNull(z.number()),
      bankAccount: z.string(),
    }),
  ),
  /** The day on which it was paid or set off; null until then. */
  paymentDate: orNull(z.iso.date()),
  acceptance: Acceptance,
  /** Whether it can be refused still: its payment is not under way. */
  isRefusable: z.boolean(),
})
export type PresentedInvoice = z.output<typeof PresentedInvoice>

/** What a partner says of an invoice. */
export const AcceptanceAnswer = z.object({
  answer: z.enum(['accepted', 'refused'], 'Kies of u akkoord bent'),
  /** Needed with a refusal. */
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
