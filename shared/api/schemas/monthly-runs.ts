import { vatRate } from '../../invoices/choices.ts'
import { KorTurnover } from '../../invoicing/kor.ts'
import * as z from '../../zod.ts'
import { vatSchemes } from '../parts/billing.ts'
import { instant, localDate, orNull, person, requireText } from '../parts/fields.ts'
import { withQuestions } from './with-questions.ts'

/** Maximum number of partners of one run. */
export const MAX_PARTNERS = 200
/** Maximum number of days in the period of a run, first and last day included. */
export const MAX_RUN_DAYS = 366

/**
 * Partners and period of supply of a run. It invoices the commissions of that period, and open corrections of any day.
 */
const runFields = z.object({
  partnerIds: z
    .array(requireText('Kies een partner', 128).meta({ 'x-refers-to': '/api/self-billing/partners' }))
    .min(1, 'Kies minstens één partner')
    .max(MAX_PARTNERS, `Hoogstens ${MAX_PARTNERS} partners`),
  from: localDate('Vul een begindatum in').meta({ examples: ['2026-10-01', '2026-09-01'] }),
  to: localDate('Vul een einddatum in').meta({ examples: ['2026-10-31', '2026-11-01'] }),
  /** True to invoice also supplies from before a partner's agreement. By default the run leaves these supplies out. */
  withEarlier: z.boolean().optional(),
  /** Commissions to invoice in spite of an open question. All other commissions with an open question wait. */
  withQuestions,
})

/** Body of a new run: partners, period and the date of the invoices, by default today. */
export const NewMonthlyRun = runFields.extend({
  invoiceDate: localDate('Vul een factuurdatum in')
    .meta({ examples: ['2026-11-20', '2026-11-19'] })
    .optional(),
})
export type NewMonthlyRun = z.output<typeof NewMonthlyRun>
export type MonthlyChoice = z.output<typeof runFields>

/** Body of a preview. Without `partnerIds`, it covers all active partners, up to the limit of one run. */
export const PreviewChoice = runFields.partial({ partnerIds: true })
export type PreviewChoice = z.output<typeof PreviewChoice>

/** A commission or partner that is not invoiced, with the reason, as results show it. */
const LeftOut = z.object({ text: z.string(), reason: z.string() })

/**
 * Reasons why a monthly run leaves out a commission or correction. The reasons on the second line leave out a whole
 * partner.
 */
export const leftOutKinds = [
  ...(['waiting', 'question', 'zero', 'held', 'beforeAgreement', 'carried'] as const),
  ...(['inactive', 'noAgreement', 'noPerson', 'rival', 'nothing'] as const),
] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

/**
 * Reasons why a partner gets no invoice. Of the reasons on the second line, the first that applies is given.
 * `negative`: corrections below 0 leave nothing to invoice. `waiting`: commissions are not ready for payment yet.
 */
export const partnerHolds = [
  ...(['inactive', 'noAgreement', 'noPerson', 'rival', 'nothing'] as const),
  ...(['beforeAgreement', 'question', 'negative', 'waiting'] as const),
] as const
export type PartnerHold = (typeof partnerHolds)[number]

/** A number of items and their amount in euros. */
const counted = z.object({ count: z.int(), amount: z.number() })

/** Preview of a run: per partner its invoices, one line per commission, and the items left out; in euros. */
export const MonthlyPreview = z.object({
  partners: z.array(
    z.object({
      partnerId: z.string(),
      partnerName: z.string(),
      /** Person whose commissions the partner's invoices pay; null where there is none. */
      person: orNull(person),
      /** Reason why the partner gets no invoice; null where invoices can be made. */
      hold: orNull(z.enum(partnerHolds)),
      /** Number of lines of the partner's invoices. With a `hold`: number of items that wait because of it. */
      items: z.int(),
      /** Amount of these lines or items without VAT. */
      amount: z.number(),
      /** VAT on the lines; 0 with a `hold`. */
      vatAmount: z.number(),
      /** Amount of the lines with VAT; 0 with a `hold`. */
      totalAmount: z.number(),
      /** Commissions left out because they are not ready for payment. */
      waiting: counted,
      /** Commissions left out because they are from before the agreement. */
      earlier: counted,
      /** Commissions left out because a question about them is open. */
      questions: counted,
      /** Commissions with an open question; the run only invoices those that `withQuestions` names. */
      asked: z.array(
        z.object({
          commissionId: z.string(),
          text: z.string(),
          date: z.iso.date(),
          amount: z.number(),
          isTaken: z.boolean(),
          /** The questions, oldest first, each with the name of its asker. */
          questions: z.array(z.object({ questionId: z.string(), name: z.string(), question: z.string() })),
        }),
      ),
      /** Turnover under the KOR of this year and the last, before the run; empty without the KOR. */
      korTurnovers: z.array(KorTurnover),
      invoices: z.array(
        z.object({
          lines: z.array(
            z.object({
              kind: z.enum(['due', 'correction']),
              description: z.string(),
              supplyDate: z.iso.date(),
              amount: z.number(),
              vatScheme: z.enum(vatSchemes),
              vatRate,
              /** Set when a question about the commission is open. */
              isAsked: z.boolean(),
            }),
          ),
          /** Amount without VAT. */
          amount: z.number(),
          vatAmount: z.number(),
          /** Amount with VAT. */
          totalAmount: z.number(),
        }),
      ),
      leftOut: z.array(
        LeftOut.extend({ kind: z.enum(leftOutKinds), date: orNull(z.iso.date()), amount: orNull(z.number()) }),
      ),
    }),
  ),
  /** Number of invoices of all partners. */
  count: z.int(),
  /** Total of these invoices, VAT included. */
  totalAmount: z.number(),
  /** Number of active partners beyond the limit of one run. */
  beyond: z.int(),
})
export type MonthlyPreview = z.output<typeof MonthlyPreview>
export type PartnerPreview = MonthlyPreview['partners'][number]

/** A run that makes invoices, partner by partner; it continues without a browser. */
export const MonthlyRun = z.object({
  id: z.string(),
  partnerIds: z.array(z.string()),
  from: z.iso.date(),
  to: z.iso.date(),
  invoiceDate: z.iso.date(),
  /** Set when supplies from before a partner's agreement are invoiced too. */
  withEarlier: z.boolean(),
  /** `stopped`: no step follows until somebody continues the run. */
  state: z.enum(['running', 'stopped', 'done']),
  /** Number of partners. */
  total: z.int(),
  /** Number of partners that are done. */
  handled: z.int(),
  /** Number of invoices that the run made. */
  created: z.int(),
  /** Number of commissions, corrections and partners that the run left out. */
  leftOut: z.int(),
  /** Number of partners whose invoices failed with an error. */
  failed: z.int(),
  startedBy: person,
  startedAt: instant,
  endedAt: orNull(instant),
})
export type MonthlyRun = z.output<typeof MonthlyRun>

/** One result of a run: an invoice that it made for a partner, the items that it left out, or a failure. */
export const MonthlyResult = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  outcome: z.enum(['created', 'leftOut', 'failed']),
  invoiceId: orNull(z.string()),
  invoiceNumber: orNull(z.string()),
  /** Total of the invoice in euros, VAT included. */
  total: orNull(z.number()),
  /** Reason of the failure. */
  message: orNull(z.string()),
  leftOut: z.array(LeftOut),
})
export type MonthlyResult = z.output<typeof MonthlyResult>

/** The commissions and corrections of an invoice, with the state of its payment. */
export const InvoiceCommissions = z.object({
  commissions: z.array(
    z.object({
      id: z.string(),
      /** Id of the commission; null for a correction without a commission. */
      commissionId: orNull(z.string()),
      /** Number of the line on the invoice that pays the commission or correction. */
      lineOrder: z.int(),
      /** Amount of that invoice line in euros. */
      amount: z.number(),
      /** State of the invoice: paid or not. */
      state: z.enum(['open', 'paid']),
    }),
  ),
})
export type InvoiceCommissions = z.output<typeof InvoiceCommissions>
