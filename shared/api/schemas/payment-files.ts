import { acceptanceStates } from '../../invoices/choices.ts'
import * as z from '../../zod.ts'
import { instant, localDate, orNull, person, requireText } from '../parts/fields.ts'

/** Maximum number of invoices that a request for a payment file names. */
const MAX_NAMED_INVOICES = 500
/** Maximum number of payments in one file; further invoices of the request are left out with the reason `NO_ROOM`. */
export const MAX_PAYMENTS = 90

/** Reason for invoices beyond the maximum of one file; the next file can pay them. */
export const NO_ROOM = `In één bestand gaan ${MAX_PAYMENTS} facturen`

/** Body of a payment file: its invoices, and the day on which the bank pays them. */
export const NewPaymentFile = z.object({
  invoiceIds: z
    .array(requireText('Kies een factuur', 128))
    .min(1, 'Kies minstens één factuur')
    .max(MAX_NAMED_INVOICES, `Hoogstens ${MAX_NAMED_INVOICES} facturen`)
    .meta({ 'x-not-stored': true }),
  /** Day of payment; a day that is no banking day moves to the next one (rulings 51b). */
  executionDate: localDate('Vul een uitvoerdatum in').meta({ examples: ['2027-06-01', '2027-06-02'] }),
})
export type NewPaymentFile = z.output<typeof NewPaymentFile>

/**
 * States of a payment file: it waits for a second admin, may go to the bank, was booked whole by the bank, was rejected,
 * or was withdrawn.
 */
export const paymentFileStates = ['waiting', 'open', 'paid', 'rejected', 'withdrawn'] as const
export const paymentFileStateLabels: Record<(typeof paymentFileStates)[number], string> = {
  waiting: 'Wacht op goedkeuring',
  open: 'Klaar voor de bank',
  paid: 'Betaald',
  rejected: 'Afgekeurd',
  withdrawn: 'Ingetrokken',
}

/** A file of SEPA payments as lists show it; amounts in euros. */
export const PaymentFile = z.object({
  id: z.string(),
  version: z.int(),
  state: z.enum(paymentFileStates),
  /** Requested day of payment. */
  requestedDate: z.iso.date(),
  /** Day on which the bank pays: the requested day, or the next banking day. */
  executionDate: z.iso.date(),
  /** Sum of the payments in the file. */
  total: z.number(),
  /** Number of invoices. */
  count: z.int(),
  createdBy: person,
  createdAt: instant,
  /** Second admin, who approved the file. Null while the file waits, and where its maker was the only admin. */
  approvedBy: orNull(person),
  approvedAt: orNull(instant),
  /** Admin who rejected or withdrew the file. */
  withdrawnBy: orNull(person),
  withdrawnAt: orNull(instant),
  /** Reason of the rejection or withdrawal. */
  reason: orNull(z.string()),
})
export type PaymentFile = z.output<typeof PaymentFile>

/** A payment file with the requested invoices that it does not pay. */
export const MadePaymentFile = PaymentFile.extend({
  leftOut: z.array(
    z.object({
      invoiceId: z.string(),
      /** Number of the invoice; null when no invoice has the requested id. */
      invoiceNumber: orNull(z.string()),
      reason: z.string(),
    }),
  ),
  /** Credit notes that were set off against invoices before these are paid, each with its invoice; in euros. */
  netted: z.array(z.object({ invoiceNumber: z.string(), creditNoteNumber: z.string(), amount: z.number() })),
})
export type MadePaymentFile = z.output<typeof MadePaymentFile>

/** States of a payment. `released`: this file does not pay the invoice, or does so no longer. */
export const orderStates = ['ordered', 'paid', 'released'] as const
export const orderStateLabels: Record<(typeof orderStates)[number], string> = {
  ordered: 'Te betalen',
  paid: 'Betaald',
  released: 'Vrijgegeven',
}

/** One payment of a file, with its invoice as it stands now. */
export const Payment = z.object({
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  /** Partner of the invoice; null for an invoice that does not exist any more. */
  partnerId: orNull(z.string()),
  partnerName: z.string(),
  /** Account of the partner when the file was made. */
  bankAccount: z.string(),
  /** Name in which that account stands; null for the name of the partner. */
  accountHolder: orNull(z.string()),
  /** Account on the invoice, if that differs from `bankAccount`; otherwise null. */
  invoicedAccount: orNull(z.string()),
  /** Euros to pay, less the discount when the file pays within the 48 hours. */
  amount: z.number(),
  state: z.enum(orderStates),
  /** Answer of the partner to the invoice; null for an invoice that does not exist any more. */
  acceptance: orNull(z.enum(acceptanceStates)),
  /** Last day to pay the invoice; null for one that does not exist any more. */
  dueDate: orNull(z.iso.date()),
})
export type Payment = z.output<typeof Payment>

/** A partner whom a payment file pays or would pay, compared with the month before; amounts in euros. */
export const Payee = z.object({
  partnerId: z.string(),
  /** Amount of the file for the partner. */
  amount: z.number(),
  /** Amount paid to the partner in the month before that of the file. */
  paidBefore: z.number(),
  /** True when the partner was not paid in the 12 months before. */
  isFirst: z.boolean(),
  /** Day since which the account counts, if it changed since the beginning of the month before. */
  newAccountSince: orNull(z.iso.date()),
})
export type Payee = z.output<typeof Payee>

/** The payments that a file for some invoices would make, with what its maker should look at. */
export const PaymentPreview = z.object({
  payments: z.array(Payment.omit({ state: true })),
  /** Month `yyyy-mm` before that of the execution date, with which `payees` compares. */
  previousMonth: z.string(),
  payees: z.array(Payee),
})
export type PaymentPreview = z.output<typeof PaymentPreview>

/** A payment file with each of its payments. */
export const PaymentFileDetails = MadePaymentFile.extend({
  payments: z.array(Payment),
  /** Month `yyyy-mm` before that of the execution date, with which `payees` compares. */
  previousMonth: z.string(),
  /** Payees of a file that waits for approval; empty for any other. */
  payees: z.array(Payee),
  /**
   * Reason why the file can be neither approved nor handed to the bank, with the remedy. Null where it can, and for a
   * rejected or withdrawn file.
   */
  refusal: orNull(z.string()),
  /** True when the reader may approve the file. */
  mayApprove: z.boolean(),
})
export type PaymentFileDetails = z.output<typeof PaymentFileDetails>
