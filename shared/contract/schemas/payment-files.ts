import * as z from 'zod'
import { instant, localDate, orNull, person, requireText } from '../parts/fields.ts'

/** Invoices that one request names for a payment file, and payments that one file holds; the rest is left out with that reason. */
export const MAX_NAMED_INVOICES = 500
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
  /** A day without banking moves to the next that has it (rulings 51b). */
  executionDate: localDate('Vul een uitvoerdatum in').meta({ examples: ['2027-06-01', '2027-06-02'] }),
})
export type NewPaymentFile = z.output<typeof NewPaymentFile>

/** States of a payment file: it waits for a second admin, may go to the bank, was rejected, or was withdrawn. */
export const paymentFileStates = ['waiting', 'open', 'rejected', 'withdrawn'] as const
export const paymentFileStateLabels: Record<(typeof paymentFileStates)[number], string> = {
  waiting: 'Wacht op goedkeuring',
  open: 'Klaar voor de bank',
  rejected: 'Afgekeurd',
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
  /** Sum of its payments. */
  total: z.number(),
  /** Number of invoices. */
  count: z.int(),
  createdBy: person,
  createdAt: instant,
  /** Second admin; null while it waits, and where its maker was the only admin. */
  approvedBy: orNull(person),
  approvedAt: orNull(instant),
  /** Admin who rejected or withdrew it. */
  withdrawnBy: orNull(person),
  withdrawnAt: orNull(instant),
  /** Reason of that. */
  reason: orNull(z.string()),
})
export type PaymentFile = z.output<typeof PaymentFile>

/** A payment file with what was asked for and is not paid by it. */
export const MadePaymentFile = PaymentFile.extend({
  leftOut: z.array(
    z.object({
      invoiceId: z.string(),
      /** Null where there is no such invoice. */
      invoiceNumber: orNull(z.string()),
      reason: z.string(),
    }),
  ),
  /** Open credit notes of its partners that were set off first, and against which invoices; in euros. */
  netted: z.array(z.object({ invoiceNumber: z.string(), creditNoteNumber: z.string(), amount: z.number() })),
})
export type MadePaymentFile = z.output<typeof MadePaymentFile>

/** States of a payment; `released`: this file does not pay its invoice (any more). */
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
  partnerName: z.string(),
  /** Account of the partner when the file was made. */
  bankAccount: z.string(),
  /** Account that the invoice shows, where it is another one. */
  invoicedAccount: orNull(z.string()),
  /** In euros: within the 48 hours what is due then, else the whole. */
  amount: z.number(),
  state: z.enum(orderStates),
})
export type Payment = z.output<typeof Payment>

/** A payment file with each of its payments. */
export const PaymentFileDetails = MadePaymentFile.extend({
  payments: z.array(Payment),
  /** Reason why it can be neither approved nor handed to the bank, with the remedy; null where it can. */
  refusal: orNull(z.string()),
  /** Tells whether the reader may approve it. */
  mayApprove: z.boolean(),
})
export type PaymentFileDetails = z.output<typeof PaymentFileDetails>
