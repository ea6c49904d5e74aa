import * as z from 'zod'
import { isEuros } from '../money.ts'
import { appointmentStatuses } from './appointments.ts'
import { created, domain, file, idParam, none, ok, page, paging } from './endpoint.ts'
import {
  DoNotCall,
  instant,
  lines,
  localDate,
  orNull,
  person,
  requiredLines,
  requiredText,
  teamId,
  text,
} from './fields.ts'
import {
  amount,
  ChangedAfterApproval,
  contractLengths,
  Explanation,
  providers,
  type SaleStatus,
  saleStatus,
  saleStatuses,
} from './sales.ts'

/** The steps that a commission takes, one by one (spec §4). */
export const commissionSteps = ['nieuw', 'in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'] as const
export type CommissionStep = (typeof commissionSteps)[number]
/** A step in a request; `paid` means uitbetaald (rulings 35). */
const commissionStep = z.preprocess(
  (value) => (value === 'paid' ? 'uitbetaald' : value),
  z.enum(commissionSteps, 'Kies een geldige status'),
)
/** Steps with work still to do. */
export const openSteps = ['nieuw', 'in_afwachting', 'klaar_voor_uitbetaling'] as const satisfies CommissionStep[]

/** Payees of a sale: its agent, and the person who made the appointment. */
export const payees = ['agent', 'caller'] as const

/** As commissions call the statuses of a sale (spec §4). */
export const commissionStatusLabels: Record<SaleStatus, string> = {
  nieuw: 'Nieuw',
  pending: 'In behandeling',
  approved: 'Goedgekeurd',
  rejected: 'Afgekeurd',
  in_afwachting: 'In Afwachting',
  klaar_voor_uitbetaling: 'Klaar voor uitbetaling',
  uitbetaald: 'Uitbetaald',
}

/** Label of the button that moves a row to a step (spec §4). */
export const advanceLabels: Record<Exclude<CommissionStep, 'nieuw'>, string> = {
  in_afwachting: 'Naar In Afwachting',
  klaar_voor_uitbetaling: 'Naar Klaar',
  uitbetaald: 'Uitbetalen',
}

/** Returns the next step; null from uitbetaald and rejected. Pending and approved step as nieuw (rulings 35, 36). */
export function nextStep(status: SaleStatus): Exclude<CommissionStep, 'nieuw'> | null {
  if (status === 'rejected') return null
  if (status === 'pending' || status === 'approved') return 'in_afwachting'
  const next = commissionSteps[commissionSteps.indexOf(status) + 1]
  return next === undefined || next === 'nieuw' ? null : next
}

/** One row of the union of sales and of held appointments without a sale (rulings 36). */
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
  /** Since when the number is not to be called; null where it may be (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
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
  /** Euros; null where the reader does not see it (rulings 37). */
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Part of that still to be paid out, without payees who are paid already. */
  dueCommission: z.number(),
  isOverridden: z.boolean(),
  overrideReason: orNull(z.string()),
  explanation: Explanation,
  /** Moment of its sale's approval, which klaar needs (rulings 35). Null for a held appointment. */
  approvedAt: orNull(instant),
  changedAfterApproval: orNull(ChangedAfterApproval),
  /** Set when only its payee called the appointment held: it is in no sum and cannot be stepped (rulings 36). */
  toConfirm: z.boolean(),
  /** Result of its appointment; null for a sale. Somebody else who sets the same status there confirms the fee. */
  appointmentStatus: orNull(z.enum(appointmentStatuses)),
  /** Its appointment is no longer held, after it had left nieuw: to be adjusted (rulings 36). */
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
  /** Null where a rate set it. */
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
  /** Payee of the amount. */
  user: person,
  /** The invoice; null for payroll and own invoices. */
  documentId: orNull(z.string()),
  documentNumber: orNull(z.string()),
  text: z.string(),
  /** Euros, signed: above 0 is owed to the person, below 0 is settled or taken back. */
  amount: z.number(),
  /** Amount of the commission that is open afterwards, as far as the reader sees it. */
  openAfter: z.number(),
})

/** One commission with the history of its amounts and its postings, oldest first (rulings 37). */
export const CommissionDetails = Commission.extend({
  amountHistory: z.array(AmountSet),
  postings: z.array(CommissionPosting),
})
export type CommissionDetails = z.output<typeof CommissionDetails>

/** Filters of the list; they combine. Without a period or step: the last twelve months. */
export const CommissionFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: saleStatus.optional(),
  type: z.enum(['sale', 'lead']).optional(),
  agentId: z.string().max(128).optional(),
  /** Filter for fees that wait until somebody else calls the appointment held. */
  toConfirm: z.literal('true').optional(),
  /** Filter for what the card of a step counts, however old: what stands there, or what was paid out this month. */
  step: z.enum(commissionSteps).optional(),
  from: localDate().optional(),
  to: localDate().optional(),
})
export type CommissionFilter = z.output<typeof CommissionFilter>

/** So many rows, and what they add up to in euros for who asks (rulings 37). */
const Sum = z.object({ count: z.int(), amount: z.number() })

/**
 * The four cards: what stands at each step, whenever it began, with what of it is still to be paid out, and what was paid out
 * this month; and open questions.
 */
export const CommissionSummary = z.object({
  nieuw: Sum,
  in_afwachting: Sum,
  klaar_voor_uitbetaling: Sum,
  uitbetaald: Sum,
  openQuestions: z.int(),
  /** Fees that are in no sum until somebody else calls the appointment held. */
  toConfirm: z.int(),
})
export type CommissionSummary = z.output<typeof CommissionSummary>

/** Sums over the filter; `isWhole` is false when there are too many rows to add up at once. */
export const CommissionTotals = z.object({
  count: z.int(),
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Part of the total that is still to be paid out. */
  dueCommission: z.number(),
  /** Rows of the count that are in no sum until somebody else calls the appointment held. */
  toConfirm: z.int(),
  isWhole: z.boolean(),
})
export type CommissionTotals = z.output<typeof CommissionTotals>

/** Maximum of rows named in one run; larger selections are sent as a filter. */
export const MAX_NAMED = 5_000

/** Maximum of rows with an open question that one run names; below, maximum of people with an own invoice. */
export const MAX_WITH_QUESTIONS = 500
export const MAX_OWN_INVOICES = 200

const NO_SELECTION = 'Geen selectie'

/** Commissions to pay in spite of an open question about them. */
export const withQuestions = z
  .array(z.string().min(1).max(128))
  .max(MAX_WITH_QUESTIONS)
  .meta({ 'x-not-stored': true })
  .optional()

const advanceSetting = {
  expectedStatus: saleStatus,
  /** Rows to pay out in spite of an open question about them. */
  withQuestions,
  /** Invoices that zzp'ers without a partner sent us, one a person; rows of others are skipped. */
  ownInvoiceNumbers: z
    .array(
      z.object({
        userId: requiredText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' }),
        number: requiredText('Vul het factuurnummer in', 50),
      }),
    )
    .max(MAX_OWN_INVOICES)
    .meta({ 'x-not-stored': true })
    .optional(),
}

/** A run over named rows. */
export const AdvanceNamed = z.object({
  ids: z.array(z.string().min(1).max(128), NO_SELECTION).min(1, NO_SELECTION).max(MAX_NAMED),
  ...advanceSetting,
})
/** A run over all rows of a filter. */
export const AdvanceFiltered = z.object({ filter: CommissionFilter.meta({ 'x-not-stored': true }), ...advanceSetting })

/** Rows to move, by name or by filter. */
const advanceBody = z.union([AdvanceNamed, AdvanceFiltered], {
  error: ({ input }) => (isChosen(input) ? undefined : NO_SELECTION),
})
const isChosen = (body: unknown): boolean =>
  body !== null && typeof body === 'object' && ('ids' in body || 'filter' in body)

/** Roads of a payment by hand: with the payroll, or on an invoice of one's own. */
export const handRoads = ['payroll', 'own-invoice'] as const

/**
 * Reasons why rows stay: the monthly run pays them, a question is open, they are one's own, or their status differs.
 * Further: nobody else called the appointment held, the sale is not approved, or the row is out of reach.
 */
export const stayingReasons = ['invoice', 'question', 'own', 'toConfirm', 'notApproved', 'status', 'missing'] as const

/** Effect of a run before it starts; amounts in euros, with the open corrections that are settled too. */
export const AdvancePreview = z.object({
  nextStatus: z.enum(saleStatuses),
  /** Rows that move, their amount, and the number of people. */
  count: z.int(),
  total: z.number(),
  people: z.int(),
  /** Payments by road for 'Uitbetalen'; empty for another step. */
  roads: z.array(
    z.object({
      road: z.enum(handRoads),
      count: z.int(),
      total: z.number(),
      people: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          count: z.int(),
          /** With corrections. */
          total: z.number(),
          /** Amount of the corrections, signed. */
          corrections: z.number(),
        }),
      ),
    }),
  ),
  staying: z.array(
    z.object({ reason: z.enum(stayingReasons), count: z.int(), total: z.number(), names: z.array(z.string()) }),
  ),
  /** Rows with an open question; they move when `withQuestions` names them. */
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
  /** False when the filter has more rows than are read; the amounts are of the first ones then. */
  isComplete: z.boolean(),
})
export type AdvancePreview = z.output<typeof AdvancePreview>

/** A run that moves rows one step (rulings 38); it goes on when nobody looks. */
export const AdvanceRun = z.object({
  id: z.string(),
  expectedStatus: z.enum(saleStatuses),
  nextStatus: z.enum(saleStatuses),
  /** Stopped: nothing moves it on any more, until somebody goes on with it. */
  state: z.enum(['running', 'stopped', 'done']),
  /** Rows that were named, or those of the filter seen so far. */
  total: z.int(),
  advanced: z.int(),
  /** They had another status than expected, or the monthly run pays them. */
  skipped: z.int(),
  failed: z.int(),
  startedBy: person,
  startedAt: instant,
  endedAt: orNull(instant),
})
export type AdvanceRun = z.output<typeof AdvanceRun>

/** Outcome of one row in a run. */
export const AdvanceResult = z.object({
  id: z.string(),
  customerName: z.string(),
  outcome: z.enum(['advanced', 'skipped', 'failed']),
  /** Reason why it was skipped or failed, in Dutch. */
  message: orNull(z.string()),
})
export type AdvanceResult = z.output<typeof AdvanceResult>

/** A later loss or gain (rulings 39): an open item that the person's next settlement includes. */
export const Adjustment = z.object({
  id: z.string(),
  version: z.int(),
  userId: z.string(),
  user: person,
  teamId: orNull(z.int()),
  /** Euros, signed. */
  amount: z.number(),
  reason: z.string(),
  /** The commission row that it is about. */
  commissionId: orNull(z.string()),
  customerName: orNull(z.string()),
  month: z.string(),
  createdBy: person,
  createdAt: instant,
})
export type Adjustment = z.output<typeof Adjustment>

const LARGE = 'Vul een bedrag van hoogstens € 100.000 in'

export const NewAdjustment = z.object({
  userId: requiredText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' }),
  /** Euros, signed. */
  amount: z
    .number('Vul een bedrag in')
    .min(-100_000, LARGE)
    .max(100_000, LARGE)
    .refine((value) => value !== 0, 'Vul een bedrag in')
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [-85] }),
  reason: requiredLines('Vul een reden in', 500),
  /** The row that it is about. */
  commissionId: text(128),
})

/** Ways to settle a balance below zero of somebody paid by payroll. */
export const repaymentWays = ['withheld', 'repaid'] as const

export const repaymentWayLabels: Record<(typeof repaymentWays)[number], string> = {
  withheld: 'Ingehouden op het loon',
  repaid: 'Terugbetaald',
}

export const NewRepayment = z.object({
  userId: requiredText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' }),
  /** Euros above 0, at most their debt. */
  amount: z
    .number('Vul een bedrag in')
    .positive('Vul een bedrag boven 0 in')
    .max(100_000, LARGE)
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [85] }),
  /** For whom payroll pays; withheld unless it says otherwise. */
  way: z.enum(repaymentWays).optional().meta({ 'x-not-stored': true }),
  /** Number of the credit invoice of a zzp'er without a partner. */
  ownInvoiceNumber: text(50).meta({ 'x-not-stored': true }),
})

/** The posted repayment, in euros; `open` is the rest of their open items, below 0 while they owe. */
export const Repayment = z.object({
  userId: z.string(),
  user: person,
  amount: z.number(),
  date: z.iso.date(),
  text: z.string(),
  open: z.number(),
})

export const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Kies een maand')
  .meta({ examples: ['2026-10'] })

/** A settlement; `id` is of its commission, which may have several. */
const Paid = z.object({
  id: z.string(),
  date: z.iso.date(),
  customerName: z.string(),
  amount: z.number(),
  /** The person's own amount at the time; null for a correction. */
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
      /** The person's own amount at the time. */
      explanation: Explanation,
    }),
  ),
  /** Commissions that payroll or an own invoice settled in the month, and corrections with their sign. */
  paid: z.array(Paid),
  /** Corrections noted in the month, and amounts that are no longer earned. */
  adjustments: z.array(Corrected),
  /** Amounts that invoices settled in the month; a credit note has the sign turned. */
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
  /** Payment by payroll: paidTotal. */
  payable: z.number(),
  /** Open amount at the end of the month. */
  carriedOut: z.number(),
})
export type Statement = z.output<typeof Statement>

/** 'Vraag over deze commissie'. */
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
  /** The present commission; null where it is gone or out of reach. */
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

/**
 * Body of a rate per sale from a day on, for a role or for a team's people in it. A team's rate precedes the role's.
 */
export const NewCommissionRate = z.object({
  role: z.enum(payees, 'Kies agent of caller'),
  teamId: teamId.nullish(),
  /** Euros a sale, or for a caller an appointment that was held. */
  defaultRate: amount('Vul een bedrag van 0 of meer in'),
  /** Today unless given. */
  validFrom: localDate().optional(),
  description: text(200),
})
export type NewCommissionRate = z.output<typeof NewCommissionRate>

export const CommissionRate = z.object({
  id: z.string(),
  version: z.int(),
  role: z.enum(payees),
  teamId: orNull(z.int()),
  teamName: orNull(z.string()),
  defaultRate: z.number(),
  validFrom: z.iso.date(),
  description: orNull(z.string()),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type CommissionRate = z.output<typeof CommissionRate>

/** Limits for people who set amounts by hand. */
export const CommissionSettings = z.object({
  /** Largest multiple of the rate that a team leader may set; an admin may set more (rulings 35). */
  commissionCeiling: z
    .number('Vul een getal van 1 tot en met 100 in')
    .min(1, 'Vul een getal van 1 tot en met 100 in')
    .max(100, 'Vul een getal van 1 tot en met 100 in')
    .refine(isEuros, 'Vul een getal met hoogstens 2 decimalen in')
    .meta({ examples: [3, 2.5] }),
})
export type CommissionSettings = z.output<typeof CommissionSettings>

/** Settings in force; version 0 until somebody changes them. */
const StandingCommissionSettings = CommissionSettings.extend({ version: z.int() })
export type StandingCommissionSettings = z.output<typeof StandingCommissionSettings>

/** As spec §3 shows a row of 'Team Vergoedingen Overzicht'. */
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

const AGENT_MISSING = 'Agent commissie is verplicht'

const whose = z.object({ userId: z.string().max(128).optional(), month })

export const commissions = domain({
  list: {
    summary: 'Commissions within reach, newest first; amounts as rulings 37',
    method: 'GET',
    path: '/api/commissions',
    allow: 'commission:read',
    apiKey: true,
    query: CommissionFilter.extend(paging),
    result: page(Commission),
  },
  summary: {
    summary: 'What stands at each step, what was paid out this month, and how many questions are open; from counters',
    method: 'GET',
    path: '/api/commissions/summary',
    allow: 'commission:read',
    result: ok(CommissionSummary),
  },
  totals: {
    summary: 'What the filtered list adds up to',
    method: 'GET',
    path: '/api/commissions/totals',
    allow: 'commission:read',
    query: CommissionFilter,
    result: ok(CommissionTotals),
  },
  export: {
    summary: 'The filtered list of commissions as a spreadsheet, formula-safe; audited',
    method: 'GET',
    path: '/api/commissions/export',
    allow: 'commission:read',
    query: CommissionFilter.extend({ format: z.enum(['csv', 'xlsx']).optional() }),
    result: file('text/csv; charset=utf-8'),
  },
  get: {
    summary: 'One commission within reach, with how its amounts came about and what the book has of it',
    method: 'GET',
    path: '/api/commissions/{id}',
    allow: 'commission:read',
    params: idParam,
    result: ok(CommissionDetails),
  },
  update: {
    summary:
      'Change status or amounts of one commission; a teamleader moves one step and changes no amounts. 409 while a document holds it or without approval, 403 for what one is paid for',
    method: 'PATCH',
    path: '/api/commissions/{id}',
    allow: 'commission:edit',
    ifMatch: true,
    params: idParam,
    body: z
      .object({
        status: commissionStep.optional(),
        agentCommission: amount(AGENT_MISSING).optional(),
        callerCommission: amount().optional(),
        reason: lines(500),
        /** Number of the invoice that a zzp'er without a partner sent us. */
        ownInvoiceNumber: text(50).meta({ 'x-not-stored': true }),
      })
      .refine(
        ({ agentCommission, callerCommission }) => agentCommission !== undefined || callerCommission === undefined,
        { message: AGENT_MISSING, path: ['agentCommission'] },
      )
      .refine(
        ({ status, agentCommission, callerCommission }) =>
          (status ?? agentCommission ?? callerCommission) !== undefined,
        { message: 'Kies een status of vul een bedrag in', path: ['status'] },
      ),
    result: ok(Commission),
  },
  advance: {
    summary: 'Start a run that moves the named or filtered rows one step, those alone that have the expected status',
    method: 'POST',
    path: '/api/commissions/advance',
    allow: 'commission:edit',
    idempotent: true,
    bodyBytes: 512 * 1024,
    body: advanceBody,
    result: created(AdvanceRun),
  },
  previewAdvance: {
    summary: 'What a run would do: how many rows, how much, to whom by which road, what stays and why',
    method: 'POST',
    path: '/api/commissions/advance/preview',
    allow: 'commission:edit',
    writesNothing: true,
    bodyBytes: 512 * 1024,
    body: advanceBody,
    result: ok(AdvancePreview),
  },
  runs: {
    summary: 'Runs within reach, newest first: those of the own team, for an admin all',
    method: 'GET',
    path: '/api/commissions/advance',
    allow: 'commission:edit',
    query: z.object(paging),
    result: page(AdvanceRun),
  },
  run: {
    summary: 'How far a run is',
    method: 'GET',
    path: '/api/commissions/advance/{id}',
    allow: 'commission:edit',
    params: idParam,
    result: ok(AdvanceRun),
  },
  results: {
    summary: 'What became of each row of a run, newest first',
    method: 'GET',
    path: '/api/commissions/advance/{id}/results',
    allow: 'commission:edit',
    params: idParam,
    query: z.object({ outcome: z.enum(['advanced', 'skipped', 'failed']).optional(), ...paging }),
    result: page(AdvanceResult),
  },
  continueRun: {
    summary: 'Go on with a run that stopped; what it did stays done',
    method: 'POST',
    path: '/api/commissions/advance/{id}/continue',
    allow: 'commission:edit',
    params: idParam,
    result: ok(AdvanceRun),
  },
  stopRun: {
    summary: 'Stop a run: no row is moved after the answer; what it did stays done, and it may be continued',
    method: 'POST',
    path: '/api/commissions/advance/{id}/stop',
    allow: 'commission:edit',
    params: idParam,
    result: ok(AdvanceRun),
  },
  teamSales: {
    summary: "A team's sales with their amounts ('Team Vergoedingen Overzicht')",
    method: 'GET',
    path: '/api/team-sales/vergoedingen',
    allow: 'commission:oversee',
    query: CommissionFilter.pick({ search: true, status: true, agentId: true, from: true, to: true }).extend(paging),
    result: page(TeamSale),
  },
  adjustments: {
    summary: 'Adjustments within reach, newest first',
    method: 'GET',
    path: '/api/commissions/adjustments',
    allow: 'commission:read',
    query: z.object({ userId: z.string().max(128).optional(), ...paging }),
    result: page(Adjustment),
  },
  adjust: {
    summary:
      'Note an adjustment of what somebody was or will be paid (rulings 39); it is never changed, only countered',
    method: 'POST',
    path: '/api/commissions/adjustments',
    allow: 'commission:manage',
    idempotent: true,
    body: NewAdjustment,
    result: created(Adjustment),
  },
  repay: {
    summary:
      'Settle a balance below zero that has no commission to be settled with: withheld by payroll, repaid, or a credit invoice',
    method: 'POST',
    path: '/api/commissions/repayments',
    allow: 'commission:manage',
    idempotent: true,
    body: NewRepayment,
    result: created(Repayment),
  },
  statement: {
    summary: "Somebody's month: earned, adjusted, paid, carried over; without userId one's own",
    method: 'GET',
    path: '/api/commissions/statement',
    allow: 'commission:read',
    query: whose,
    result: ok(Statement),
  },
  statementFile: {
    summary: "Somebody's month as a spreadsheet or a PDF ('Commissieoverzicht oktober 2026'); audited",
    method: 'GET',
    path: '/api/commissions/statement/file',
    allow: 'commission:read',
    query: whose.extend({ format: z.enum(['xlsx', 'pdf']).optional() }),
    result: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  questions: {
    summary: 'Questions about commissions within reach, newest first: open ones, or those of one row',
    method: 'GET',
    path: '/api/commissions/questions',
    allow: 'commission:read',
    query: z.object({ open: z.literal('true').optional(), commissionId: z.string().max(128).optional(), ...paging }),
    result: page(CommissionQuestion),
  },
  ask: {
    summary: 'Ask about a commission of one’s own; the admins are mailed',
    method: 'POST',
    path: '/api/commissions/{id}/questions',
    allow: 'commission:ask',
    idempotent: true,
    params: idParam,
    body: z.object({ question: requiredLines('Vul een vraag in', 1000) }),
    result: created(CommissionQuestion),
  },
  answer: {
    summary: 'Answer a question; whoever asked is mailed, and it is answered once',
    method: 'POST',
    path: '/api/commissions/questions/{id}/answer',
    allow: 'commission:manage',
    idempotent: true,
    params: idParam,
    body: z.object({ answer: requiredLines('Vul een antwoord in', 2000) }),
    result: created(CommissionQuestion),
  },
  rates: {
    summary: 'Commission rates, newest first',
    method: 'GET',
    path: '/api/commission-rates',
    allow: 'commission-rate:manage',
    query: z.object(paging),
    result: page(CommissionRate),
  },
  createRate: {
    summary: 'Add a rate; amounts that exist stay',
    method: 'POST',
    path: '/api/commission-rates',
    allow: 'commission-rate:manage',
    idempotent: true,
    body: NewCommissionRate,
    result: created(CommissionRate),
  },
  settings: {
    summary: 'What binds whoever sets amounts by hand: the ceiling, in times the rate',
    method: 'GET',
    path: '/api/commission-rates/settings',
    allow: 'commission-rate:manage',
    result: ok(StandingCommissionSettings),
  },
  saveSettings: {
    summary: 'Change the ceiling; amounts that exist stay',
    method: 'PUT',
    path: '/api/commission-rates/settings',
    allow: 'commission-rate:manage',
    ifMatch: true,
    body: CommissionSettings,
    result: ok(StandingCommissionSettings),
  },
  updateRate: {
    summary: 'Change a rate, or switch it off; amounts that exist stay',
    method: 'PATCH',
    path: '/api/commission-rates/{id}',
    allow: 'commission-rate:manage',
    ifMatch: true,
    params: idParam,
    body: NewCommissionRate.partial().extend({ isActive: z.boolean().optional() }),
    result: ok(CommissionRate),
  },
  removeRate: {
    summary: 'Delete a rate; amounts that exist stay',
    method: 'DELETE',
    path: '/api/commission-rates/{id}',
    allow: 'commission-rate:manage',
    ifMatch: true,
    params: idParam,
    result: none,
  },
})
