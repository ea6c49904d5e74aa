import * as z from '../../zod.ts'
import { selectionOf } from '../parts/bulk.ts'
import { instant, orNull, person, requireText } from '../parts/fields.ts'
import { saleStatuses } from '../parts/statuses.ts'
import { CommissionFilter } from './commissions.ts'
import { OwnInvoiceSums } from './own-invoice.ts'
import { saleStatus } from './sales.ts'
import { withQuestions } from './with-questions.ts'

/** Maximum number of commissions named in one run; larger selections are sent as a filter. */
export const MAX_NAMED = 5_000

/** Maximum number of people that one run names because they sent their own invoice. */
const MAX_OWN_INVOICES = 200

const NO_SELECTION = 'Geen selectie'

const advanceSetting = {
  expectedStatus: saleStatus,
  /** Rows to pay out in spite of an open question about them. */
  withQuestions,
  /**
   * Invoices that zzp'ers without a partner sent us, one per person. A run skips the rows of such a person without one.
   */
  ownInvoiceNumbers: z
    .array(
      z.object({
        userId: requireText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' }),
        number: requireText('Vul het factuurnummer in', 50),
        sums: OwnInvoiceSums.optional(),
      }),
    )
    .max(MAX_OWN_INVOICES)
    .meta({ 'x-not-stored': true })
    .optional(),
}

/** A run over commissions that are named by id. */
export const AdvanceNamed = z.object({
  ids: selectionOf('/api/commissions', NO_SELECTION, MAX_NAMED),
  ...advanceSetting,
})
/** A run over all commissions that match a filter. */
export const AdvanceFiltered = z.object({ filter: CommissionFilter.meta({ 'x-not-stored': true }), ...advanceSetting })

/** Commissions to move to their next step: named by id, or all that match a filter. */
export const advanceBody = z.union([AdvanceNamed, AdvanceFiltered], {
  error: ({ input, errors }) => {
    if (typeof input !== 'object' || input === null) return NO_SELECTION
    // The two schemas are tried in this order; the text is that of the one which the caller chose.
    if ('ids' in input) return errors[0]?.[0]?.message
    return 'filter' in input ? errors[1]?.[0]?.message : NO_SELECTION
  },
})

/** Payout methods of a payment by hand: with the payroll, or on the person's own invoice. */
export const manualPayoutMethods = ['payroll', 'own-invoice'] as const

/**
 * Reasons why a run leaves a commission as it is. `invoice`: the monthly run pays it. `held`: a concept or another
 * document pays it. `question`: a question about it
 * is open. `own`: it pays the user who starts the run. `toConfirm`: only its payee marked the appointment as held.
 * `notApproved`: its sale is not approved. `coolingOff`, `unconfirmed`: its bedenktijd did not end, or has not started
 * for want of a written yes. `firstPayment`: an admin, or another admin, pays somebody for the first
 * time. `status`: its status differs from the expected one. `missing`: it is unknown or out of reach.
 */
export const stayingReasons = [
  'invoice',
  'held',
  'question',
  'own',
  'toConfirm',
  'notApproved',
  'coolingOff',
  'unconfirmed',
  'firstPayment',
  'status',
  'missing',
] as const

/** A person who is paid by hand for the first time since they joined or changed (rulings 36). */
const FirstPayment = z.object({
  userId: z.string(),
  name: z.string(),
  /** Amount to pay in euros. */
  total: z.number(),
  /** Moment when the account was made. */
  since: instant,
  /** Person who made the account; null where that is not known. */
  createdBy: orNull(z.string()),
})

/** The first payments that wait for an admin: the people, and the commissions to pay. */
export const FirstPayments = z.object({
  people: z.array(FirstPayment),
  /** Ids of the commissions of these people that are ready for payment. */
  ids: z.array(z.string()),
})
export type FirstPayments = z.output<typeof FirstPayments>

/** Preview of the effect of a run. Amounts are in euros and include the open corrections that the run settles. */
export const AdvancePreview = z.object({
  nextStatus: z.enum(saleStatuses),
  /** Number of rows that move. */
  count: z.int(),
  /** Amount of the rows that move. */
  total: z.number(),
  /** All rows, with their unpaid amount: `total` without corrections, and the totals of what stays. */
  selected: z.object({ count: z.int(), total: z.number() }),
  /** Number of people whose commissions move. */
  people: z.int(),
  /** Payments by payout method for 'Uitbetalen'; empty for another step. */
  byPayoutMethod: z.array(
    z.object({
      payoutMethod: z.enum(manualPayoutMethods),
      count: z.int(),
      total: z.number(),
      people: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          count: z.int(),
          /** Amount paid to the person, corrections included. */
          total: z.number(),
          /** Sum of the corrections; below 0 when they lower the pay. */
          corrections: z.number(),
        }),
      ),
    }),
  ),
  /** People among them who are paid by hand for the first time. */
  firstPayments: z.array(FirstPayment),
  staying: z.array(
    z.object({
      reason: z.enum(stayingReasons),
      count: z.int(),
      total: z.number(),
      names: z.array(z.string()),
      /** Number of people whose first payment waits; 0 for other reasons. */
      people: z.int(),
    }),
  ),
  /**
   * Open questions about rows that stay for the reason `question`, of at most 200 rows. `withQuestions` would move
   * these rows.
   */
  questions: z.array(
    z.object({
      commissionId: z.string(),
      questionId: z.string(),
      customerName: z.string(),
      /** Name of the asker. */
      name: z.string(),
      question: z.string(),
      total: z.number(),
    }),
  ),
  /** False when the filter has more rows than are read; the amounts then cover only the first rows. */
  isComplete: z.boolean(),
})
export type AdvancePreview = z.output<typeof AdvancePreview>

/** A run that moves commissions one step further (rulings 38); it continues without a browser. */
export const AdvanceRun = z.object({
  id: z.string(),
  expectedStatus: z.enum(saleStatuses),
  nextStatus: z.enum(saleStatuses),
  /** `stopped`: no step follows until somebody continues the run. */
  state: z.enum(['running', 'stopped', 'done']),
  /** Number of rows: of the named ones, or of those found by the filter so far. */
  total: z.int(),
  advanced: z.int(),
  /** Number of rows that stay for one of `stayingReasons`, or of which only some payees were paid. */
  skipped: z.int(),
  failed: z.int(),
  startedBy: person,
  startedAt: instant,
  endedAt: orNull(instant),
})
export type AdvanceRun = z.output<typeof AdvanceRun>

/** Outcome of one commission in a run. */
export const AdvanceResult = z.object({
  id: z.string(),
  customerName: z.string(),
  outcome: z.enum(['advanced', 'skipped', 'failed']),
  /** Reason why the commission was skipped or failed, in Dutch. */
  message: orNull(z.string()),
})
export type AdvanceResult = z.output<typeof AdvanceResult>
