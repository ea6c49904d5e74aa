import * as z from '../../zod.ts'
import { orNull, requireText } from '../parts/fields.ts'
import { mailOf } from '../parts/mail.ts'

/** Year whose payments are listed. */
export const yearOf = z
  .string('Kies een jaar')
  .regex(/^20\d\d$/, 'Kies een jaar')
  .meta({ examples: ['2025'] })

/** Sums of the payments of a year in euros: invoices + creditNotes − discount = paid = net + vat. */
const sums = {
  /** Settled amounts of invoices, with VAT. */
  invoices: z.number(),
  /** Settled amounts of credit notes, with VAT; 0 or less. */
  creditNotes: z.number(),
  /** 48-hour discounts with their VAT, less those that went back. */
  discount: z.number(),
  /** Amount that left our account, less what came back. */
  paid: z.number(),
  net: z.number(),
  vat: z.number(),
}

/** Amounts that the bank paid in a year, by partner; and the sum of the list of natural persons without VAT. */
export const Yearly = z.object({
  year: yearOf,
  partners: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), email: z.string(), ...sums },
      /** Last mail with the statement of the year; null without one. */
      mail: orNull(mailOf(['mail'])),
    }),
  ),
  totals: z.object(sums),
  /** Natural persons paid without VAT, as the tax authority asks for them. */
  thirdParties: z.object({ count: z.int(), amount: z.number() }),
})
export type Yearly = z.output<typeof Yearly>

/** A partner and a year, in whose statement the partner reads what the bank paid. */
export const PartnersYear = z.object({
  year: yearOf,
  partnerId: requireText('Kies een partner', 128).meta({ 'x-refers-to': '/api/self-billing/partners' }),
})

/** A year whose statements are mailed: to one partner, or to all that have none yet. */
export const MailYearly = PartnersYear.partial({ partnerId: true })
export type MailYearly = z.output<typeof MailYearly>
