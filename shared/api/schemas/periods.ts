import * as z from '../../zod.ts'
import { instant, orNull, person, text } from '../parts/fields.ts'
import { month } from './commissions.ts'

/**
 * States of a month of the book. `closing`: it takes no postings any more, and is sealed at `sealsAt`. `filed`: closed,
 * and its VAT return was filed, so that two admins open it.
 */
export const periodStates = ['open', 'closing', 'closed', 'filed'] as const
export type PeriodState = (typeof periodStates)[number]
export const periodStateLabels: Record<PeriodState, string> = {
  open: 'Open maand',
  closing: 'Wordt gesloten',
  closed: 'Gesloten',
  filed: 'Ingediend',
}

/** A month of the book and who closed or opened it. */
export const Period = z.object({
  month,
  state: z.enum(periodStates),
  /** Version of the lock of the book, for `If-Match`. */
  version: z.int(),
  /** First day on which something can be posted; null where no month was ever closed. */
  firstOpenDay: orNull(z.iso.date()),
  /** Moment from which the month is counted again and sealed; null unless it is being closed. */
  sealsAt: orNull(instant),
  /** The admin who began to close the month, and the moment; null while it is open. */
  closedBy: orNull(person),
  closedAt: orNull(instant),
  /** Hash over the postings of the month and the seal before it, and the number of transactions. */
  seal: orNull(z.string()),
  transactions: orNull(z.int()),
  /** The last opening of the month; null while it is closed. */
  opened: orNull(z.object({ by: person, at: instant, reason: z.string() })),
  /** Reason why the last attempt to close the month ended without a seal. */
  refusal: orNull(z.string()),
  /** Request to open the filed periods from this month on, which a second admin approves. */
  unfiling: orNull(z.object({ by: person, at: instant, reason: z.string(), mayApprove: z.boolean() })),
})
export type Period = z.output<typeof Period>

/** Steps of closing a month, in their order. */
export const closingSteps = [
  'question',
  'fee',
  'sale',
  'correction',
  'run',
  'send',
  'pay',
  'bank',
  'difference',
] as const
export type ClosingStep = (typeof closingSteps)[number]

/** A month with the work that is left before it is closed; amounts in euros. */
export const PeriodDetails = Period.extend({
  steps: z.array(
    z.object({
      step: z.enum(closingSteps),
      /** Number of records that wait. */
      count: z.int(),
      amount: orNull(z.number()),
      /** Day of the oldest record that waits. */
      oldest: orNull(z.iso.date()),
      /** True when the month cannot be closed before this is done. */
      isRequired: z.boolean(),
      /** Last work on the step, of any month; null where the latest changes do not tell. */
      lastDone: orNull(z.object({ by: person, at: instant })),
    }),
  ),
})
export type PeriodDetails = z.output<typeof PeriodDetails>

/** All months that were ever closed, newest first. */
export const Periods = z.object({ firstOpenDay: orNull(z.iso.date()), periods: z.array(Period) })

export const PeriodChange = z.object({
  /** True closes the month and those before it, false opens it again. */
  closed: z.boolean(),
  /**
   * True files the period up to this month. False opens the filed periods from this month on: the first admin asks, a
   * second one approves with `If-Match`.
   */
  filed: z.boolean().optional(),
  /** Required to open a month or a filed period. */
  reason: text(500).optional(),
})
export type PeriodChange = z.output<typeof PeriodChange>
