import { isEuros } from '../../money.ts'
import * as z from '../../zod.ts'
import { type InvoiceStatus, invoiceStatuses } from '../parts/billing.ts'
import { lines, localDate, requireText, text } from '../parts/fields.ts'

/** Other names of statuses in requests (rulings 44). */
const aliases: Readonly<Record<string, InvoiceStatus>> = { paid: 'betaald', sent: 'in_behandeling' }
/**
 * Returns the status that a request means: betaald for `paid`, in_behandeling for `sent`, and every other value
 * unchanged.
 */
export const canonicalStatus = (value: unknown) => (typeof value === 'string' ? (aliases[value] ?? value) : value)

/** A status in a request. */
export const invoiceStatus = z.preprocess(
  canonicalStatus,
  z.enum(invoiceStatuses, 'Kies een geldige status').meta({ examples: ['cancelled'] }),
)

/** VAT rates in percent (spec §5). */
export const vatRates = [21, 9, 0] as const
export type VatRate = (typeof vatRates)[number]
export const vatRate = z.literal([...vatRates], 'Kies 0, 9 of 21 %')

/** Maximum number of lines of an invoice. */
export const MAX_LINES = 100
/** Maximum number of attachments of an invoice. */
export const MAX_ATTACHMENTS = 10
/** Maximum total of an invoice in euros, VAT included. */
export const MAX_TOTAL = 10_000_000
export const TOO_MUCH = 'Een factuur is hoogstens € 10.000.000,00'

export const twoDecimals = [isEuros, 'Vul hoogstens 2 decimalen in'] as const

/** A percentage from 0 to 100 with at most 2 decimals. */
export const percentage = z
  .number('Vul een percentage in')
  .min(0, 'Vul een percentage van 0 tot 100 in')
  .max(100, 'Vul een percentage van 0 tot 100 in')
  .refine(...twoDecimals)
  .meta({ examples: [3, 2.5] })

const day = (message: string, examples: [string, string]) => localDate(message).meta({ examples })

export const lineQuantity = z
  .number('Vul een aantal in')
  .min(0, 'Vul een aantal van 0 of meer in')
  .max(10_000, 'Hoogstens 10.000')
  .refine(...twoDecimals)
  .meta({ examples: [1, 2.5] })

/** A line as it is entered; the server computes its amounts (rulings 41). */
export const NewInvoiceLine = z.object({
  description: requireText('Omschrijving is verplicht'),
  quantity: lineQuantity.default(1),
  /** Price of one unit in euros, without VAT. */
  unitPrice: z
    .number('Vul een prijs in')
    .min(0, 'Vul een prijs van 0 of meer in')
    .max(100_000, 'Hoogstens € 100.000,00')
    .refine(...twoDecimals)
    .meta({ examples: [33.33, 100] }),
  /** Rate of the line; by default the rate of the invoice, or 0 where the partner charges no VAT. */
  vatRate: vatRate.optional(),
  /** Day of supply within the invoice's period of supply; by default the last day of that period. */
  supplyDate: day('Vul een geldige datum in', ['2026-10-15', '2026-10-16']).nullish(),
})
export type NewInvoiceLine = z.output<typeof NewInvoiceLine>

/** Message for an invoice without a line of more than 0 euros (spec §5). */
export const NO_LINES = 'Voeg minimaal één factuurlijn toe met een bedrag groter dan 0.'
/** Message for an amount of 0 (spec §5). */
export const NO_AMOUNT = 'Bedrag moet groter zijn dan 0'

/** Returns the earliest date that an invoice or credit note may have: 1 January of the year before `today`. */
export const earliestInvoiceDate = (today: string): string => `${Number(today.slice(0, 4)) - 1}-01-01`

/** Body of a new invoice (spec §5); totals in a body are ignored (rulings 41). */
export const NewInvoice = z.object({
  partnerCompanyId: requireText('Kies een partner', 128).meta({ 'x-refers-to': '/api/self-billing/partners' }),
  /** Description of the work or goods. */
  description: requireText('Omschrijving is verplicht'),
  invoiceDate: day('Vul een factuurdatum in', ['2026-11-20', '2026-11-19']),
  /** Reason of a date before the month before this one; required for it until a month of the book was closed. */
  dateReason: text(),
  /**
   * Last day of payment. With the 48-hour discount it is exactly two days after the invoice date. Otherwise it is at
   * most 30 days after that date, which is the default.
   */
  dueDate: day('Vul een vervaldatum in', ['2026-12-10', '2026-12-11']).optional(),
  /** First day of supply; by default the first day of the month of the invoice date. */
  supplyFrom: day('Vul een geldige datum in', ['2026-10-01', '2026-10-02']).optional(),
  /** Last day of supply; by default the last day of the month in which the supply begins. */
  supplyTo: day('Vul een geldige datum in', ['2026-10-31', '2026-10-30']).optional(),
  has48HourDiscount: z
    .boolean()
    .meta({ examples: [false] })
    .optional(),
  /** Percentage of the 48-hour discount; by default that of the settings. */
  discountPercentage: percentage.optional(),
  /** VAT rate for new lines only; defaults to the settings. */
  vatRate: vatRate.optional(),
  lines: z.array(NewInvoiceLine).min(1, NO_LINES).max(MAX_LINES, `Hoogstens ${MAX_LINES} factuurlijnen`),
  /** Notes for the office, which no document shows. */
  notes: lines(4000),
  /** Id of the user who sees the invoice, besides the partner's agent. */
  assignedUserId: text(128, { 'x-refers-to': '/api/users/agents' }),
  /** True, which is the default, when the invoice is sent to the accounting automatically. */
  autoSendEnabled: z.boolean().optional(),
  /** Paths that `POST /api/self-billing/upload-attachment` returned. */
  attachments: z.array(z.string().max(128)).max(MAX_ATTACHMENTS, `Hoogstens ${MAX_ATTACHMENTS} bijlagen`).optional(),
})
export type NewInvoice = z.output<typeof NewInvoice>

/**
 * Body that changes an invoice, or its status with the date of payment. Of a sent invoice, only status, notes,
 * assignedUserId and autoSendEnabled can change (rulings 45). The partner never can.
 */
export const InvoiceChange = NewInvoice.omit({ partnerCompanyId: true })
  .partial()
  .extend({
    status: invoiceStatus.optional(),
    /** Only with status betaald: a day from the invoice date until today; by default today. */
    paymentDate: localDate('Vul een geldige betaaldatum in').nullish(),
  })
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
