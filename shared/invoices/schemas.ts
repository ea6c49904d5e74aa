import { localDate, text } from '../api/parts/fields.ts'
import { historySchema } from '../api/parts/history.ts'
import * as z from '../zod.ts'
import { lineQuantity, MAX_LINES } from './choices.ts'
import { invoice } from './record.ts'

/** Body of a new invoice (spec §5); totals in a body are ignored (rulings 41). */
export const NewInvoice = z.object(invoice.typed)
export type NewInvoice = z.output<typeof NewInvoice>

/**
 * Body that changes an invoice, or its status with the date of payment. Of a sent invoice, only status, notes,
 * assignedUserId and autoSendEnabled can change (rulings 45). The partner never can.
 */
export const InvoiceChange = NewInvoice.omit({ partnerCompanyId: true }).partial().extend(invoice.changed)
export type InvoiceChange = z.output<typeof InvoiceChange>

/** Body of a credit note, which reverses all that is left of an invoice, or quantities of some lines. */
export const NewCreditNote = z.object({
  /** Date of the credit note. By default it is today, or the date of the invoice if that is later. */
  invoiceDate: localDate()
    .meta({ examples: ['2026-11-21'] })
    .optional(),
  /** Quantities to credit by line. When absent, all that is left of the invoice is credited. */
  quantities: z
    .array(
      z.object({
        lineOrder: z
          .int()
          .min(1)
          .max(MAX_LINES)
          .meta({ examples: [1] }),
        quantity: lineQuantity.meta({ examples: [1, 0.5] }),
        /**
         * True when the commission is still earned and may be invoiced again, false to take it back. Required for a
         * commission (rulings 45).
         */
        stillEarned: z.boolean().optional(),
      }),
    )
    .min(1, 'Kies minstens één regel')
    .max(MAX_LINES)
    .optional(),
  /** Reason, printed on the credit note. */
  description: text(),
})
export type NewCreditNote = z.output<typeof NewCreditNote>

export const InvoiceHistory = historySchema(invoice.logged)
