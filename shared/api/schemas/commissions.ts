import { ChangedAfterApproval, Explanation } from '../../sales/choices.ts'
import { commissionSteps, payees } from '../../sales/commission-steps.ts'
import * as z from '../../zod.ts'
import { DoNotCall, instant, localDate, orNull, person } from '../parts/fields.ts'
import { MayCall } from '../parts/may-call.ts'
import { appointmentStatuses, saleStatuses } from '../parts/statuses.ts'
import { contractLengths, providers } from '../parts/trade.ts'
import { saleStatus } from './sales.ts'

/** A step in a request; `paid` means uitbetaald (rulings 35). */
export const commissionStep = z.preprocess(
  (value) => (value === 'paid' ? 'uitbetaald' : value),
  z.enum(commissionSteps, 'Kies een geldige status'),
)

/** A commission of a sale, or of a held appointment without a sale (rulings 36). */
export const Commission = z.object({
  /** `sale-<id>` or `lead-<id>`. */
  id: z.string(),
  /** The sale's id, or the appointment's. */
  originalId: z.string(),
  version: z.int(),
  type: z.enum(['sale', 'lead']),
  customerName: z.string(),
  companyName: orNull(z.string()),
  customerPhone: z.string(),
  /** Day since when the customer's number must not be called; null where it may be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  /** Absent in a list that a person reads. */
  mayCall: MayCall.optional(),
  agentId: z.string(),
  agentName: z.string(),
  /** User who booked the appointment. */
  callerId: orNull(z.string()),
  ownerName: orNull(z.string()),
  teamId: z.int(),
  teamName: z.string(),
  salesDockId: orNull(z.string()),
  energyProvider: orNull(z.enum(providers)),
  contractLength: orNull(z.enum(contractLengths)),
  status: z.enum(saleStatuses),
  /** Commission of the agent in euros; null where the reader does not see it (rulings 37). */
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Part of `totalCommission` still to be paid out, without the amounts of payees who are paid already. */
  dueCommission: z.number(),
  isOverridden: z.boolean(),
  overrideReason: orNull(z.string()),
  explanation: Explanation,
  /**
   * Moment when the sale was approved, which klaar_voor_uitbetaling requires (decision 78). Null for a held
   * appointment.
   */
  approvedAt: orNull(instant),
  changedAfterApproval: orNull(ChangedAfterApproval),
  /**
   * True when only the payee marked the appointment as held. The commission is then in no sum and cannot be moved
   * (decision 78).
   */
  toConfirm: z.boolean(),
  /**
   * Result of the appointment; null for a sale. While `toConfirm` is true, the fee (reward for the appointment) waits
   * until somebody else marks the appointment as held.
   */
  appointmentStatus: orNull(z.enum(appointmentStatuses)),
  /**
   * True when the appointment no longer counts as held, but the fee for it had already moved on from nieuw. Somebody
   * must correct the fee (rulings 36).
   */
  isMarked: z.boolean(),
  hasOpenQuestion: z.boolean(),
  /** The sale's date, or the appointment's. */
  date: z.iso.date(),
  paidAt: orNull(instant),
  createdAt: instant,
})
export type Commission = z.output<typeof Commission>

/** One amount of a commission, set by its rate or by hand. */
const AmountSet = z.object({
  at: instant,
  as: z.enum(payees),
  /** Person who set the amount; null where a rate set it. */
  by: orNull(person),
  /** For example 'Tarief bij registratie' or 'Aangepast: contract van 3 jaar'. */
  text: z.string(),
  amount: z.number(),
})

/** Effect of a transaction in the book on a commission. */
const CommissionPosting = z.object({
  id: z.string(),
  date: z.iso.date(),
  kind: z.enum(['due', 'reversal', 'payroll', 'own-invoice', 'issue', 'credit']),
  /** Payee of the posted amount. */
  user: person,
  /** The invoice; null for payroll and own invoices. */
  documentId: orNull(z.string()),
  documentNumber: orNull(z.string()),
  text: z.string(),
  /** Euros: above 0 is owed to the person, below 0 is settled or taken back. */
  amount: z.number(),
  /** Amount of the commission that is open afterwards, as far as the reader sees it. */
  openAfter: z.number(),
})

/** One commission with the history of its amounts and its postings, oldest first (rulings 37). */
export const CommissionDetails = Commission.extend({
  /** Set for a fee that was paid out and then replaced by a sale; a correction offsets it. */
  isReplaced: z.boolean(),
  /** Set while the bedenktijd holds the commission: its last day; null until the customer's written yes. */
  hold: orNull(z.object({ until: orNull(z.iso.date()) })),
  amountHistory: z.array(AmountSet),
  /** Corrections of the commission, oldest first, for the payees whom the reader sees; in euros. */
  corrections: z.array(
    z.object({ id: z.string(), user: person, amount: z.number(), reason: z.string(), by: person, at: instant }),
  ),
  postings: z.array(CommissionPosting),
})
export type CommissionDetails = z.output<typeof CommissionDetails>

/**
 * Filters of the list; a commission must match all of them. Without a period or step: from twelve months ago to three
 * months ahead.
 */
export const CommissionFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: saleStatus.optional(),
  type: z.enum(['sale', 'lead']).optional(),
  agentId: z.string().max(128).optional(),
  /** Filter for fees that wait until somebody else marks the appointment as held. */
  toConfirm: z.literal('true').optional(),
  /**
   * Filter for the rows that the card of a step counts: all at an open step, or those paid out this month; `open` finds
   * the rows at every open step.
   */
  step: z.enum([...commissionSteps, 'open']).optional(),
  from: localDate().optional(),
  to: localDate().optional(),
})
export type CommissionFilter = z.output<typeof CommissionFilter>

/** Number of rows, and their sum in euros as the reader may see it (rulings 37). */
const Sum = z.object({ count: z.int(), amount: z.number() })

/**
 * The four cards: rows at each open step, of any age, with the amount still to be paid out, and rows paid out this
 * month. Also the number of open questions.
 */
export const CommissionSummary = z.object({
  nieuw: Sum,
  in_afwachting: Sum,
  klaar_voor_uitbetaling: Sum,
  uitbetaald: Sum,
  openQuestions: z.int(),
  /** Number of fees that are in no sum until somebody else marks the appointment as held. */
  toConfirm: z.int(),
})
export type CommissionSummary = z.output<typeof CommissionSummary>

/** Sums over the filter; `isComplete` is false when there are too many rows, so that the sums cover only the first. */
export const CommissionTotals = z.object({
  count: z.int(),
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Part of the total that is still to be paid out. */
  dueCommission: z.number(),
  /** Number of counted rows that are in no sum until somebody else marks the appointment as held. */
  toConfirm: z.int(),
  isComplete: z.boolean(),
})
export type CommissionTotals = z.output<typeof CommissionTotals>

export const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Kies een maand')
  .meta({ examples: ['2026-10'] })

/** A question about a commission ('Vraag over deze commissie'). */
export const CommissionQuestion = z.object({
  id: z.string(),
  version: z.int(),
  commissionId: z.string(),
  customerName: z.string(),
  question: z.string(),
  askedBy: person,
  askedAt: instant,
  answer: orNull(z.string()),
  answeredBy: orNull(person),
  answeredAt: orNull(instant),
  /** The current commission; null when it was deleted or is out of reach. */
  commission: orNull(
    Commission.pick({
      id: true,
      originalId: true,
      type: true,
      status: true,
      date: true,
      companyName: true,
      agentName: true,
      ownerName: true,
      agentCommission: true,
      callerCommission: true,
      totalCommission: true,
      explanation: true,
      toConfirm: true,
    }),
  ),
})
export type CommissionQuestion = z.output<typeof CommissionQuestion>

/** A row of 'Team Vergoedingen Overzicht' (spec §2). */
export const TeamSale = z.object({
  id: z.string(),
  salesDockId: z.string(),
  customerName: z.string(),
  agent: z.object({ firstName: z.string(), lastName: z.string() }),
  provider: z.enum(providers),
  agentCommission: z.number(),
  callerCommission: z.number(),
  totalCommission: z.number(),
  status: z.enum(saleStatuses),
  saleDate: z.iso.date(),
  createdAt: instant,
})
export type TeamSale = z.output<typeof TeamSale>
