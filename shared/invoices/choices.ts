import { type InvoiceStatus, invoiceStatuses, vatSchemes } from '../api/parts/billing.ts'
import { instant, localDate, orNull, requireText } from '../api/parts/fields.ts'
import { isEuros } from '../money.ts'
import * as z from '../zod.ts'

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

/** Makes the schema of a day that a body must have. */
export const requireDay = (message: string, examples: [string, string]) => localDate(message).meta({ examples })

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
  supplyDate: requireDay('Vul een geldige datum in', ['2026-10-15', '2026-10-16']).nullish(),
})
export type NewInvoiceLine = z.output<typeof NewInvoiceLine>

/** Message for an invoice without a line of more than 0 euros (spec §5). */
export const NO_LINES = 'Voeg minimaal één factuurlijn toe met een bedrag groter dan 0.'
/** Message for an amount of 0 (spec §5). */
export const NO_AMOUNT = 'Bedrag moet groter zijn dan 0'

/** Returns the earliest date that an invoice or credit note may have: 1 January of the year before `today`. */
export const earliestInvoiceDate = (today: string): string => `${Number(today.slice(0, 4)) - 1}-01-01`

/** A line with its amounts in euros; those of a credit note are negative. */
export const InvoiceLine = z.object({
  invoiceId: z.string(),
  /** Number of the line, from 1. */
  lineOrder: z.int(),
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  totalPrice: z.number(),
  vatRate,
  vatAmount: z.number(),
  /** Day of supply; null for the last day of the period of supply. */
  supplyDate: orNull(z.iso.date()),
  /** VAT scheme of the partner on the day of supply; it decides whether VAT is charged. */
  vatScheme: z.enum(vatSchemes),
})
export type InvoiceLine = z.output<typeof InvoiceLine>

export const Attachment = z.object({
  /** Key by which an invoice refers to the attachment. */
  path: z.string(),
  filename: z.string(),
  /** Size of the file in bytes. */
  size: z.int(),
})
export type Attachment = z.output<typeof Attachment>

/** Answers of a partner to a sent invoice (rulings 51a). `tacit`: no answer within the partner's `acceptanceDays`. */
export const acceptanceStates = ['open', 'accepted', 'refused', 'tacit'] as const
export type AcceptanceState = (typeof acceptanceStates)[number]
export const acceptanceLabels: Record<AcceptanceState, string> = {
  open: 'Nog niet bevestigd',
  accepted: 'Geaccepteerd',
  refused: 'Geweigerd',
  tacit: 'Stilzwijgend geaccepteerd',
}

/** Filters by answer. `waiting`: no answer yet. `silent`: no answer by the last day for one. */
export const acceptanceFilters = ['accepted', 'silent', 'waiting', 'refused'] as const
export type AcceptanceFilter = (typeof acceptanceFilters)[number]
export const acceptanceFilterLabels: Record<AcceptanceFilter, string> = {
  accepted: 'Geaccepteerd',
  silent: 'Stilzwijgend',
  waiting: 'Wacht op antwoord',
  refused: 'Geweigerd',
}

/** The partner's answer to an invoice, or its silence. */
export const Acceptance = z.object({
  state: z.enum(acceptanceStates),
  answeredAt: orNull(instant),
  /** Reason of a refusal, or a remark with the acceptance. */
  reason: orNull(z.string()),
  /** Lines that a refusal names, with the partner's words; null without any. */
  disputedLines: orNull(z.array(z.object({ lineOrder: z.int(), remark: z.string() }))),
  /** Last day for an answer; then silence counts as acceptance. Null as long as no mail has reached the partner. */
  until: orNull(z.iso.date()),
})
export type Acceptance = z.output<typeof Acceptance>

/** Extent to which credit notes reverse an invoice (rulings 45); concepts of credit notes count too. */
export const creditedStates = ['none', 'part', 'whole'] as const
export type CreditedState = (typeof creditedStates)[number]
/** Badge of an invoice with credit notes. */
export const creditedLabels: Record<Exclude<CreditedState, 'none'>, string> = {
  part: 'Deels gecrediteerd',
  whole: 'Gecrediteerd',
}

/** Badge of an unpaid invoice after its due date. */
export const OVERDUE_LABEL = 'Te laat'
