import {
  acceptanceFilters,
  canonicalStatus,
  InvoiceLine,
  invoiceStatus,
  MAX_TOTAL,
  NO_AMOUNT,
  TOO_MUCH,
  twoDecimals,
  vatRate,
} from '../../invoices/choices.ts'
import { invoice } from '../../invoices/record.ts'
import { InvoiceChange } from '../../invoices/schemas.ts'
import * as z from '../../zod.ts'
import { invoiceStatuses, invoiceTypes, vatSchemes } from '../parts/billing.ts'
import { bulkRunOf } from '../parts/bulk.ts'
import { instant, localDate, orNull, person, requireText, text } from '../parts/fields.ts'
import { mailOf } from '../parts/mail.ts'

/** Status filter; 'overdue' is an unpaid invoice after its due date. */
export const statusFilter = z.preprocess(
  canonicalStatus,
  z.enum([...invoiceStatuses, 'overdue'], 'Kies een geldige status').meta({ examples: ['concept', 'betaald'] }),
)

/** A step of the workflow (rulings 44). */
export const InvoiceStep = InvoiceChange.pick({ paymentDate: true }).extend({
  status: invoiceStatus,
  /** With status betaald: euros of a part payment; the remaining amount stays open. */
  partAmount: z
    .number('Vul een bedrag in')
    .positive(NO_AMOUNT)
    .max(MAX_TOTAL, TOO_MUCH)
    .refine(...twoDecimals)
    .meta({ examples: [100, 250.5], 'x-not-stored': true })
    .optional(),
  /** With status betaald: why it is paid by hand, for the second admin who approves it (rulings 51b). */
  reason: text(300, { 'x-not-stored': true }),
  /** With status betaald: true to settle the invoice today with open credit notes of its partner, without a payment. */
  byCreditNotes: z
    .boolean()
    .meta({ examples: [false], 'x-not-stored': true })
    .optional(),
})
export type InvoiceStep = z.output<typeof InvoiceStep>

/** An invoice or credit note as lists show it; amounts in euros. */
export const Invoice = z.object(invoice.shown)
export type Invoice = z.output<typeof Invoice>

/** The other party of an invoice: frozen when it is sent, up to date until then. */
export const InvoicePartner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatNumber: z.string(),
  /** Whole for admins, else masked (rulings 51c). */
  bankAccount: z.string(),
  contactPerson: orNull(z.string()),
  phone: orNull(z.string()),
})
export type InvoicePartner = z.output<typeof InvoicePartner>

/**
 * Kinds of mail about an invoice: to the partner, to the assigned user and to the accounting (rulings 46, 47), and the
 * remittance advice to the partner about its last payment.
 */
export const invoiceMailKinds = ['partner-mail', 'agent-mail', 'accounting-mail', 'remittance-mail'] as const
export type InvoiceMailKind = (typeof invoiceMailKinds)[number]
export const invoiceMailLabels: Record<InvoiceMailKind, string> = {
  'partner-mail': 'Mail aan de partner',
  'agent-mail': 'Mail aan de toegewezen medewerker',
  'accounting-mail': 'Mail aan de boekhouding',
  'remittance-mail': 'Betaalspecificatie aan de partner',
}

/** A mail about an invoice, with its state and the reason of a failure. */
export const InvoiceMail = mailOf(invoiceMailKinds)
export type InvoiceMail = z.output<typeof InvoiceMail>

/** Body that sends a mail about an invoice. The server makes the PDF and ignores one in the body (rulings 46). */
export const SendInvoiceEmail = z.object({
  invoiceId: requireText('Kies een factuur', 128),
  /** Kind of the mail; by default the mail to the partner. */
  kind: z.enum(invoiceMailKinds).optional(),
  /** True to send only if no mail of this kind went out before. If one did, the reply is a 409 and no mail is sent. */
  unlessSent: z.boolean().optional(),
})
export type SendInvoiceEmail = z.output<typeof SendInvoiceEmail>

/** One invoice with its lines, partner, credit notes and mails. */
export const InvoiceDetails = Invoice.extend({
  /** Payment that waits for a second admin (rulings 51b); null for everybody but admins. */
  pendingPayment: orNull(
    z.object({
      by: person,
      at: instant,
      date: z.iso.date(),
      amount: z.number(),
      /** For a booking of the bank: its IBAN, which is not the partner's. */
      iban: orNull(z.string()),
      /** Reason why the payment was entered by hand, or joined to another IBAN. */
      reason: orNull(z.string()),
      /** True when the reader may approve the payment. */
      mayApprove: z.boolean(),
    }),
  ),
  /** Reason of an invoice date long before the invoice was made; null for everybody but admins. */
  dateReason: orNull(z.string()),
  lines: z.array(InvoiceLine),
  /** True when a monthly run made the invoice: its lines are commissions, which cannot be changed. */
  isOfCommissions: z.boolean(),
  /** VAT by scheme and rate, the highest rate first. Lines of 0 % under different schemes are separate elements. */
  vatPerRate: z.array(z.object({ vatScheme: z.enum(vatSchemes), vatRate, base: z.number(), vatAmount: z.number() })),
  partner: orNull(InvoicePartner),
  /**
   * Agent of the partner, who owns the invoice while it is assigned to nobody (rulings 50). Null when it is assigned to
   * somebody, or when the partner has no agent.
   */
  partnerAgent: orNull(person),
  creditNotes: z.array(
    z.object({ id: z.string(), invoiceNumber: z.string(), status: z.enum(invoiceStatuses), totalAmount: z.number() }),
  ),
  /** Newest first. */
  mails: z.array(InvoiceMail),
  /** Kinds of mail that can be sent now. Empty until the invoice was sent, and for users who may not send. */
  mailable: z.array(z.enum(invoiceMailKinds)),
  /** Quantity per line that credit notes can still reverse. Empty for a credit note and for an unsent invoice. */
  creditable: z.array(
    z.object({
      lineOrder: z.int(),
      quantity: z.number(),
      /** True when the line is a commission: a credit note asks whether it is still earned (rulings 45). */
      isCommission: z.boolean(),
    }),
  ),
})
export type InvoiceDetails = z.output<typeof InvoiceDetails>

/**
 * Filters of the list; an invoice must match all. Without a period, the list covers the last twelve months; with an
 * open status (concept, in_behandeling, overdue) and no period, it covers all dates.
 */
export const InvoiceFilter = z.object({
  status: statusFilter.optional(),
  type: z.enum(invoiceTypes).optional(),
  /** Filter by the partner's answer; an invoice that was never sent has none. */
  acceptance: z.enum(acceptanceFilters, 'Kies een geldig akkoord').optional(),
  partnerCompanyId: z.string().max(128).optional(),
  assignedUserId: z.string().max(128).optional(),
  /** Earliest invoice date. */
  from: localDate().optional(),
  /** Latest invoice date. */
  to: localDate().optional(),
  /** Filter for invoices with an amount to pay, due on this day at the latest. */
  dueBy: localDate().optional(),
  /** Filter by whether a payment file has the invoice. */
  isInPaymentFile: z.enum(['true', 'false']).optional(),
  /** Search text: must occur in number, partner or description. */
  q: z.string().trim().max(100).optional(),
})
export type InvoiceFilter = z.output<typeof InvoiceFilter>

/**
 * Sums of the filter in euros; cancelled invoices are in no amount. `isComplete` is false when there are too many rows,
 * so that the sums cover only the first.
 */
export const InvoiceTotals = z.object({
  /** Number of rows that the list shows. */
  count: z.int(),
  creditNotes: z.int(),
  amount: z.number(),
  vatAmount: z.number(),
  /** `amount + vatAmount`, and also `concept + paid + toPay`. */
  totalAmount: z.number(),
  concept: z.number(),
  /** Settled part of all documents that are no concepts: paid, netted, or taken off as 48-hour discount. */
  paid: z.number(),
  toPay: z.number(),
  payableToday: z.number(),
  /** Part of `payableToday` that is already in a payment file. */
  inPaymentFile: z.number(),
  isComplete: z.boolean(),
})
export type InvoiceTotals = z.output<typeof InvoiceTotals>

/**
 * Numbers of invoices by status, under all filters but that of the status. Also numbers by the partner's answer, under
 * all filters but that of the answer. Null where there are more rows than one request reads.
 */
export const InvoiceCounts = z.object({
  statuses: z.record(z.enum(invoiceStatuses), orNull(z.int())),
  overdue: orNull(z.int()),
  all: orNull(z.int()),
  creditNotes: orNull(z.int()),
  acceptance: z.record(z.enum(acceptanceFilters), orNull(z.int())),
})
export type InvoiceCounts = z.output<typeof InvoiceCounts>

/** A run that sends several concepts, or credits several invoices. */
export const InvoiceRun = bulkRunOf(z.object({ work: z.enum(['send', 'credit']), stillEarned: orNull(z.boolean()) }))
export type InvoiceRun = z.output<typeof InvoiceRun>
