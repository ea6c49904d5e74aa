import { isEuros } from '../../money.ts'
import { Explanation } from '../../sales/choices.ts'
import { payees } from '../../sales/commission-steps.ts'
import * as z from '../../zod.ts'
import { instant, orNull, person, requireLines, requireText, text } from '../parts/fields.ts'
import { saleStatuses } from '../parts/statuses.ts'
import { providers } from '../parts/trade.ts'
import { month } from './commissions.ts'
import { ownInvoiceFields } from './own-invoice.ts'

/** A correction of a person's pay (rulings 39): an open item that the next settlement includes. */
export const Adjustment = z.object({
  id: z.string(),
  version: z.int(),
  userId: z.string(),
  user: person,
  teamId: orNull(z.int()),
  /** Euros; below 0 the correction lowers the pay. */
  amount: z.number(),
  reason: z.string(),
  /** Id of the commission row that the correction is about. */
  commissionId: orNull(z.string()),
  customerName: orNull(z.string()),
  month: z.string(),
  createdBy: person,
  createdAt: instant,
})
export type Adjustment = z.output<typeof Adjustment>

const LARGE = 'Vul een bedrag van hoogstens € 100.000 in'

export const NewAdjustment = z.object({
  userId: requireText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' }),
  /** Euros; below 0 the correction lowers the pay. */
  amount: z
    .number('Vul een bedrag in')
    .min(-100_000, LARGE)
    .max(100_000, LARGE)
    .refine((value) => value !== 0, 'Vul een bedrag in')
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [-85] }),
  reason: requireLines('Vul een reden in', 500),
  /** Id of the commission row that the correction is about. */
  commissionId: text(128, { 'x-refers-to': '/api/commissions' }),
})

/** Ways in which somebody paid by payroll settles a balance below zero, which they owe us. */
export const repaymentWays = ['withheld', 'repaid'] as const

export const repaymentWayLabels: Record<(typeof repaymentWays)[number], string> = {
  withheld: 'Ingehouden op het loon',
  repaid: 'Terugbetaald',
}

export const NewRepayment = z.object({
  userId: requireText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' }),
  /** Euros above 0, at most the amount that the person owes us. */
  amount: z
    .number('Vul een bedrag in')
    .positive('Vul een bedrag boven 0 in')
    .max(100_000, LARGE)
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [85] }),
  /** Only for a person paid by payroll; by default withheld. */
  way: z.enum(repaymentWays).optional().meta({ 'x-not-stored': true }),
  /** Credit invoice of a zzp'er without a partner; its amounts are above 0. */
  ...ownInvoiceFields,
})

/** The posted repayment, in euros; `open` is what the person is still owed, below 0 while they owe us. */
export const Repayment = z.object({
  userId: z.string(),
  user: person,
  amount: z.number(),
  date: z.iso.date(),
  text: z.string(),
  open: z.number(),
})

/**
 * A settled commission or correction. `id` is the id of its commission, or of the open item where there is none.
 * Several rows may have the same `id`. For a correction, `customerName` holds its reason.
 */
const Paid = z.object({
  id: z.string(),
  date: z.iso.date(),
  customerName: z.string(),
  amount: z.number(),
  /**
   * Explanation of the person's own amount when the commission became ready for payment. Null for a correction, and
   * when the commission no longer exists.
   */
  explanation: orNull(Explanation),
})
const Corrected = z.object({ id: z.string(), date: z.iso.date(), reason: z.string(), amount: z.number() })

/**
 * One person's month in the book: carriedIn + earnedTotal + adjustedTotal = paidTotal + byInvoice.paidTotal +
 * byInvoice.adjustedTotal + carriedOut. Amounts in euros.
 */
export const Statement = z.object({
  userId: z.string(),
  user: person,
  month,
  /** Commissions that became ready for payment in the month, with the person's own amount. */
  earned: z.array(
    z.object({
      id: z.string(),
      date: z.iso.date(),
      customerName: z.string(),
      energyProvider: orNull(z.enum(providers)),
      as: z.enum(payees),
      status: z.enum(saleStatuses),
      amount: z.number(),
      /** Explanation of the person's own amount when the commission became ready for payment. */
      explanation: Explanation,
    }),
  ),
  /** Commissions and corrections that payroll or an own invoice settled in the month. Corrections may be below 0. */
  paid: z.array(Paid),
  /** Corrections noted in the month, and amounts that are no longer earned. */
  adjustments: z.array(Corrected),
  /** Amounts that invoices settled in the month; those of a credit note have the opposite sign. */
  byInvoice: z.object({
    paid: z.array(Paid.extend({ invoiceNumber: z.string() })),
    adjustments: z.array(Corrected.extend({ invoiceNumber: z.string() })),
    paidTotal: z.number(),
    adjustedTotal: z.number(),
  }),
  earnedTotal: z.number(),
  paidTotal: z.number(),
  adjustedTotal: z.number(),
  /** Open amount at the beginning of the month; below 0 the person owes us. */
  carriedIn: z.number(),
  /** Amount paid by payroll or on own invoices: equal to `paidTotal`. */
  payable: z.number(),
  /** Open amount at the end of the month. */
  carriedOut: z.number(),
})
export type Statement = z.output<typeof Statement>
