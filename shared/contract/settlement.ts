import * as z from 'zod'
import { withQuestions } from './commissions.ts'
import { created, domain, file, idParam, ok, page, paging } from './endpoint.ts'
import { instant, localDate, orNull, person, requiredText, text } from './fields.ts'
import { invoiceStatuses, vatRate } from './invoices.ts'
import { vatSchemes } from './partners.ts'
import { MadePaymentFile, NewPaymentFile, PaymentFile, PaymentFileDetails } from './payment-files.ts'

/** Partners of one run, and how many days it may reach. */
export const MAX_PARTNERS = 200
export const MAX_RUN_DAYS = 366

/** Partners and period of a run; it invoices their commissions and corrections of that period. */
const runFields = z.object({
  partnerIds: z
    .array(requiredText('Kies een partner', 128).meta({ 'x-refers-to': '/api/self-billing/partners' }))
    .min(1, 'Kies minstens één partner')
    .max(MAX_PARTNERS, `Hoogstens ${MAX_PARTNERS} partners`),
  from: localDate('Vul een begindatum in').meta({ examples: ['2026-10-01', '2026-09-01'] }),
  to: localDate('Vul een einddatum in').meta({ examples: ['2026-10-31', '2026-11-01'] }),
  /** Set to invoice supplies before a partner's agreement too; otherwise they are left out with that reason. */
  withEarlier: z.boolean().optional(),
  /** Commissions to invoice in spite of an open question about them; otherwise they wait. */
  withQuestions,
})

/** The same, with the date of the invoices: today unless it says. */
export const NewMonthlyRun = runFields.extend({
  invoiceDate: localDate('Vul een factuurdatum in')
    .meta({ examples: ['2026-11-20', '2026-11-19'] })
    .optional(),
})
export type NewMonthlyRun = z.output<typeof NewMonthlyRun>
export type MonthlyChoice = z.output<typeof runFields>

/** Choice of a preview: the named partners, otherwise all active ones, up to the limit of one run. */
const PreviewChoice = runFields.extend({ partnerIds: runFields.shape.partnerIds.optional() })
export type PreviewChoice = z.output<typeof PreviewChoice>

/** A commission or partner that is not invoiced, with the reason, as results show it. */
const LeftOut = z.object({ text: z.string(), reason: z.string() })

/** Reasons why something is left out; those on the second line leave out a whole partner. */
export const leftOutKinds = [
  ...(['waiting', 'question', 'zero', 'held', 'beforeAgreement', 'carried'] as const),
  ...(['inactive', 'noAgreement', 'noPerson', 'rival', 'nothing'] as const),
] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

/**
 * Reasons why a partner gets no invoice; `question` has only work with an open question, `negative` only corrections
 * below 0, `waiting` only unfinished work.
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
      /** Payee of the commissions; null where there is none. */
      person: orNull(person),
      /** Null where invoices can be made. */
      hold: orNull(z.enum(partnerHolds)),
      /** Lines of its invoices, or waiting items where none can be made; without VAT, the VAT, and with it. */
      items: z.int(),
      amount: z.number(),
      vatAmount: z.number(),
      totalAmount: z.number(),
      /**
       * Items left out: commissions not ready (`waiting`), from before the agreement (`earlier`), or with an open
       * question.
       */
      waiting: counted,
      earlier: counted,
      questions: counted,
      /** Commissions with an open question; those that `withQuestions` names are invoiced. */
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
              /** Set when somebody asked about it and has no answer yet. */
              isAsked: z.boolean(),
            }),
          ),
          /** Without VAT, the VAT, and with it. */
          amount: z.number(),
          vatAmount: z.number(),
          totalAmount: z.number(),
        }),
      ),
      leftOut: z.array(
        LeftOut.extend({ kind: z.enum(leftOutKinds), date: orNull(z.iso.date()), amount: orNull(z.number()) }),
      ),
    }),
  ),
  /** Of all of them. */
  count: z.int(),
  totalAmount: z.number(),
  /** Number of active partners beyond the limit of one run. */
  beyond: z.int(),
})
export type MonthlyPreview = z.output<typeof MonthlyPreview>
export type PartnerPreview = MonthlyPreview['partners'][number]

/** A run that makes invoices, partner by partner; it goes on when nobody looks. */
export const MonthlyRun = z.object({
  id: z.string(),
  partnerIds: z.array(z.string()),
  from: z.iso.date(),
  to: z.iso.date(),
  invoiceDate: z.iso.date(),
  /** Set when supplies before a partner's agreement are invoiced too. */
  withEarlier: z.boolean(),
  /** Stopped: nothing moves it on any more, until somebody goes on with it. */
  state: z.enum(['running', 'stopped', 'done']),
  /** Partners, and how many of them are done. */
  total: z.int(),
  handled: z.int(),
  /** Invoices. */
  created: z.int(),
  /** Commissions and partners without an invoice. */
  leftOut: z.int(),
  /** Partners for whom no invoice can be made. */
  failed: z.int(),
  startedBy: person,
  startedAt: instant,
  endedAt: orNull(instant),
})
export type MonthlyRun = z.output<typeof MonthlyRun>

/** Outcome of a run for one partner. */
export const MonthlyResult = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  outcome: z.enum(['created', 'leftOut', 'failed']),
  invoiceId: orNull(z.string()),
  invoiceNumber: orNull(z.string()),
  /** VAT included, in euros. */
  total: orNull(z.number()),
  /** Reason of the failure. */
  message: orNull(z.string()),
  leftOut: z.array(LeftOut),
})
export type MonthlyResult = z.output<typeof MonthlyResult>

/** The commissions and corrections of an invoice, and whether they followed its payment. */
export const InvoiceCommissions = z.object({
  commissions: z.array(
    z.object({
      id: z.string(),
      /** Null for a correction without a commission. */
      commissionId: orNull(z.string()),
      /** The line of the invoice that it is. */
      lineOrder: z.int(),
      /** In euros, as its line has it. */
      amount: z.number(),
      /** State of the invoice: paid or not. */
      state: z.enum(['open', 'paid']),
    }),
  ),
})
export type InvoiceCommissions = z.output<typeof InvoiceCommissions>

/** Ways in which a booking was matched to an invoice. */
export const matchedBy = ['reference', 'payment-file', 'text', 'account', 'hand'] as const
export type MatchedBy = (typeof matchedBy)[number]
export const matchedByLabels: Record<MatchedBy, string> = {
  reference: 'Kenmerk',
  'payment-file': 'Betaalbestand',
  text: 'Omschrijving',
  account: 'Rekening en bedrag',
  hand: 'Zelf gekozen',
}

/**
 * Proposals of a statement about a document: an invoice was paid, its payment was returned, or a credit note was repaid
 * to us.
 */
export const proposalKinds = ['payment', 'return', 'repayment'] as const
export type ProposalKind = (typeof proposalKinds)[number]
export const proposalKindLabels: Record<ProposalKind, string> = {
  payment: 'Betaald',
  return: 'Teruggekomen',
  repayment: 'Terugbetaald',
}

/** Files of a statement: CAMT.053, or the exports of Rabobank, ING and ABN AMRO. */
export const statementExtensions = ['.xml', '.csv', '.txt', '.tab'] as const

/** A statement of our bank as lists show it. */
export const BankStatement = z.object({
  /** The hash of the file. */
  id: z.string(),
  version: z.int(),
  filename: z.string(),
  /** Number of bookings in the file. */
  bookings: z.int(),
  /** Payments that it proposes, those not confirmed yet, and bookings to look into. */
  proposed: z.int(),
  toConfirm: z.int(),
  doubtful: z.int(),
  uploadedBy: person,
  uploadedAt: instant,
})
export type BankStatement = z.output<typeof BankStatement>

/** Results of a booking, as the screen shows them. */
export const bookingEnds = ['linked', 'part', 'otherAccount', 'returned', 'creditNote', 'notOurs', 'check'] as const
export type BookingEnd = (typeof bookingEnds)[number]
export const bookingEndLabels: Record<BookingEnd, string> = {
  linked: 'Gekoppeld',
  part: 'Deel betaald',
  otherAccount: 'Ander IBAN',
  returned: 'Teruggekomen',
  creditNote: 'Creditfactuur',
  notOurs: 'Niet van ons',
  check: 'Zelf nakijken',
}

/** Tasks that a booking leaves a person: to look into it, to confirm it, or none. */
export const bookingTasks = ['check', 'confirm', 'none'] as const
export type BookingTask = (typeof bookingTasks)[number]

/** Name of a booking's match with one document. */
const matchFields = z.object({
  booking: requiredText('Kies een boeking', 20),
  invoiceId: requiredText('Kies een factuur', 128),
})
export type MatchName = z.output<typeof matchFields>

/** A statement with its sums; amounts in euros. */
export const BankStatementDetails = BankStatement.extend({
  /** Our account, where the file says. */
  account: orNull(z.string()),
  /** Days of its first and last booking. */
  firstDate: z.iso.date(),
  lastDate: z.iso.date(),
  /** Balance before and after, where the file says; `isRight` when the bookings add up to that. */
  balance: orNull(z.object({ opening: z.number(), closing: z.number(), isRight: z.boolean() })),
  /** Money that came in and money that left. */
  incoming: z.number(),
  outgoing: z.number(),
  /** Bookings to look into, and their amount. */
  check: z.object({ count: z.int(), amount: z.number() }),
  /** Bookings that can be confirmed, their money out and in, and their matches in the order of confirming. */
  confirm: z.object({ count: z.int(), outgoing: z.number(), incoming: z.number(), matches: z.array(matchFields) }),
})
export type BankStatementDetails = z.output<typeof BankStatementDetails>

/** A booking of a statement with its result; amounts in euros. */
export const StatementBooking = z.object({
  id: z.string(),
  date: z.iso.date(),
  /** Below 0 where money left our account. */
  amount: z.number(),
  counterparty: orNull(z.string()),
  iban: orNull(z.string()),
  text: z.string(),
  /** Balance after it, where the file says. */
  balance: orNull(z.number()),
  end: z.enum(bookingEnds),
  task: z.enum(bookingTasks),
  /** Matches with documents, one by one. */
  matches: z.array(
    z.object({
      /** Place among all proposals of the statement, in the order of confirming. */
      order: z.int(),
      kind: z.enum(proposalKinds),
      invoiceId: z.string(),
      invoiceNumber: z.string(),
      partnerName: z.string(),
      status: z.enum(invoiceStatuses),
      amount: z.number(),
      /** Open amount of the document now. */
      openAmount: z.number(),
      by: z.enum(matchedBy),
      /** Less than is due: what is left stays to be paid. */
      isPart: z.boolean(),
      /** When somebody confirmed it: once, also where the payment came back since. */
      confirmedAt: orNull(instant),
      /** Reason why it cannot be confirmed now. */
      reason: orNull(z.string()),
    }),
  ),
  /** Reasons why it is not proposed, or only in part. */
  doubts: z.array(z.string()),
  /** Document that it seems to be about, or on which the book has it. */
  about: orNull(z.object({ invoiceId: z.string(), invoiceNumber: z.string(), partnerName: z.string() })),
  /** Set when the book had it before this statement. */
  isBooked: z.boolean(),
  /** True when a person dismissed it. */
  isLeft: z.boolean(),
  note: orNull(z.string()),
})
export type StatementBooking = z.output<typeof StatementBooking>

/** Most bookings of one statement; below, most notes about them. */
export const MAX_BOOKINGS = 5_000
export const MAX_NOTES = 200

/** Most payments that one request confirms. */
export const MAX_CONFIRMED = 100

/** Proposals that a person confirms. */
export const ConfirmPayments = z.object({
  matches: z
    .array(matchFields)
    .min(1, 'Kies minstens één boeking')
    .max(MAX_CONFIRMED, `Hoogstens ${MAX_CONFIRMED} boekingen`),
})
export type ConfirmPayments = z.output<typeof ConfirmPayments>

export const settlement = domain({
  paymentFiles: {
    summary: 'Payment files, newest first',
    method: 'GET',
    path: '/api/self-billing/payment-files',
    allow: 'self-billing:manage',
    query: z.object(paging),
    result: page(PaymentFile),
  },
  createPaymentFile: {
    summary:
      'Make a SEPA file (pain.001.001.09) that pays invoices; what cannot be paid is left out with a reason, 422 when that is all (rulings 51b)',
    method: 'POST',
    path: '/api/self-billing/payment-files',
    allow: 'self-billing:manage',
    idempotent: true,
    bodyBytes: 128 * 1024,
    body: NewPaymentFile,
    result: created(MadePaymentFile),
  },
  paymentFile: {
    summary:
      'A payment file as the bank takes it; audited. 409 until a second admin approved it, and once it was withdrawn, whole or in part',
    method: 'GET',
    path: '/api/self-billing/payment-files/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: file('application/xml'),
  },
  payments: {
    summary: 'What a payment file pays and leaves out',
    method: 'GET',
    path: '/api/self-billing/payment-files/{id}/payments',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(PaymentFileDetails),
  },
  releasePayment: {
    summary:
      'Take one payment out of a file that the bank did not carry out or sent back; another file may pay its invoice then. 409 where this file does not pay it, or it is paid',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/release',
    allow: 'self-billing:manage',
    params: idParam,
    body: z.object({ invoiceId: requiredText('Kies een factuur', 128).meta({ 'x-not-stored': true }) }),
    result: ok(PaymentFileDetails),
  },
  approvePaymentFile: {
    summary:
      'Approve a payment file as its second admin, so that it may go to the bank; 403 for who made it, 409 where it cannot be paid as it stands (rulings 51b)',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/approve',
    allow: 'self-billing:manage',
    idempotent: true,
    ifMatch: true,
    params: idParam,
    result: ok(PaymentFile),
  },
  withdrawPaymentFile: {
    summary:
      'Take a payment file back that the bank does not carry out, or reject one of another admin that waits, with a reason; its invoices may be paid by another',
    method: 'POST',
    path: '/api/self-billing/payment-files/{id}/withdraw',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    /** Required to reject the file of another admin. */
    body: z.object({ reason: text(300) }),
    result: ok(PaymentFile),
  },
  previewMonthlyRun: {
    summary:
      'What invoices a run would make of commissions that are ready to be paid out, and what it leaves out and why',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/preview',
    allow: 'self-billing:manage',
    writesNothing: true,
    body: PreviewChoice,
    result: ok(MonthlyPreview),
  },
  startMonthlyRun: {
    summary: 'Make those invoices, in steps that go on when nobody looks; no commission is on two of them',
    method: 'POST',
    path: '/api/self-billing/monthly-runs',
    allow: 'self-billing:manage',
    idempotent: true,
    body: NewMonthlyRun,
    result: created(MonthlyRun),
  },
  monthlyRuns: {
    summary: 'Runs that make invoices, newest first',
    method: 'GET',
    path: '/api/self-billing/monthly-runs',
    allow: 'self-billing:manage',
    query: z.object(paging),
    result: page(MonthlyRun),
  },
  monthlyRun: {
    summary: 'How far a run is',
    method: 'GET',
    path: '/api/self-billing/monthly-runs/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(MonthlyRun),
  },
  monthlyResults: {
    summary: 'What a run made and left out, newest first',
    method: 'GET',
    path: '/api/self-billing/monthly-runs/{id}/results',
    allow: 'self-billing:manage',
    params: idParam,
    query: z.object(paging),
    result: page(MonthlyResult),
  },
  continueMonthlyRun: {
    summary: 'Go on with a run that stopped; 409 while it runs and when it is done',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/{id}/continue',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(MonthlyRun),
  },
  stopMonthlyRun: {
    summary: 'Stop a run before its next partner; what it made stays. 409 where it is done',
    method: 'POST',
    path: '/api/self-billing/monthly-runs/{id}/stop',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(MonthlyRun),
  },
  invoiceCommissions: {
    summary: 'The commissions that an invoice of a run holds, and which of them its payment paid out',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}/commissions',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(InvoiceCommissions),
  },
  uploadStatement: {
    summary:
      'Read a bank statement (CAMT.053, or CSV of Rabobank, ING, ABN AMRO) and propose which invoices it pays, and which payments came back',
    method: 'POST',
    path: '/api/self-billing/bank-statements',
    allow: 'self-billing:manage',
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: statementExtensions },
    result: ok(BankStatementDetails),
  },
  statements: {
    summary: 'Bank statements, the latest upload first',
    method: 'GET',
    path: '/api/self-billing/bank-statements',
    allow: 'self-billing:manage',
    query: z.object(paging),
    result: page(BankStatement),
  },
  statement: {
    summary: 'One bank statement: its balances, and how much of it waits',
    method: 'GET',
    path: '/api/self-billing/bank-statements/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(BankStatementDetails),
  },
  bookings: {
    summary: 'Every booking of a bank statement with what became of it, in the order of its file',
    method: 'GET',
    path: '/api/self-billing/bank-statements/{id}/bookings',
    allow: 'self-billing:manage',
    params: idParam,
    query: z.object({ ...paging, task: z.enum(bookingTasks).optional() }),
    result: page(StatementBooking),
  },
  confirmPayments: {
    summary:
      'Book what a statement proposed, each on its day: paid, repaid, or taken back where it came back; what cannot be is told',
    method: 'POST',
    path: '/api/self-billing/bank-statements/{id}/confirm',
    allow: 'self-billing:manage',
    params: idParam,
    body: ConfirmPayments,
    result: ok(
      z.object({
        confirmed: z.array(matchFields.extend({ kind: z.enum(proposalKinds) })),
        failed: z.array(matchFields.extend({ reason: z.string() })),
      }),
    ),
  },
  chooseInvoice: {
    summary: 'Book a booking of a statement on a document that a person chose; 409 where that cannot be',
    method: 'POST',
    path: '/api/self-billing/bank-statements/{id}/choose',
    allow: 'self-billing:manage',
    params: idParam,
    body: matchFields,
    result: ok(z.object({ booking: StatementBooking })),
  },
  markBooking: {
    summary: 'Leave a booking of a statement as it is, or note something of it',
    method: 'POST',
    path: '/api/self-billing/bank-statements/{id}/mark',
    allow: 'self-billing:manage',
    params: idParam,
    body: z.object({
      booking: requiredText('Kies een boeking', 20),
      isLeft: z.boolean().optional(),
      /** Note; an empty one removes it. */
      note: text(200),
    }),
    result: ok(z.object({ booking: StatementBooking })),
  },
})
