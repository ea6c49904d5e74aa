import * as z from '../../zod.ts'
import { invoiceStatuses } from '../parts/billing.ts'
import { instant, orNull, person, requireText, text } from '../parts/fields.ts'

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

/** File extensions of a statement: of CAMT.053, MT940 and the exports of the banks, also several in a ZIP. */
export const statementExtensions = ['.xml', '.sta', '.940', '.csv', '.txt', '.tab', '.zip'] as const

/** A statement of our bank as lists show it. */
export const BankStatement = z.object({
  /** The hash of the file. */
  id: z.string(),
  version: z.int(),
  filename: z.string(),
  /** Number of bookings in the file. */
  bookings: z.int(),
  /** Number of proposals of the statement: payments, returns and repayments. */
  proposed: z.int(),
  /** Number of proposals that nobody confirmed; leaves out bookings that a person left unposted. */
  toConfirm: z.int(),
  /** Number of bookings with a doubt; leaves out bookings that a person left unposted. */
  doubtful: z.int(),
  uploadedBy: person,
  uploadedAt: instant,
})
export type BankStatement = z.output<typeof BankStatement>

/** Results of a booking (a line of a bank statement), as the screen shows them. */
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

/** Identifies the match of a booking with one document. */
export const matchFields = z.object({
  booking: requireText('Kies een boeking', 20),
  invoiceId: requireText('Kies een factuur', 128),
})
export type MatchName = z.output<typeof matchFields>

/** Chooses a document for a booking; `reason` is for the second admin where the money went to another IBAN. */
export const BookingChoice = matchFields.extend({ reason: text(300) })
export type BookingChoice = z.output<typeof BookingChoice>

/** A statement with its sums; amounts in euros. */
export const BankStatementDetails = BankStatement.extend({
  /** Our account, where the file says. */
  account: orNull(z.string()),
  /** Accounts in the file that are not ours; their bookings are left out. */
  otherAccounts: z.array(z.string()),
  /** Day of the first booking. */
  firstDate: z.iso.date(),
  /** Day of the last booking. */
  lastDate: z.iso.date(),
  /** Balance before and after the bookings, where the file says; `isRight` when the bookings explain the difference. */
  balance: orNull(z.object({ opening: z.number(), closing: z.number(), isRight: z.boolean() })),
  /** Amount of the money that came in. */
  incoming: z.number(),
  /** Amount of the money that left our account. */
  outgoing: z.number(),
  /** Number of bookings to look into, and the money that left our account by them, less the money that came in. */
  check: z.object({ count: z.int(), amount: z.number() }),
  /** Number of bookings that can be confirmed, their money out and in, and their matches in the order of confirming. */
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
  /** Balance of the account after the booking, where the file says. */
  balance: orNull(z.number()),
  end: z.enum(bookingEnds),
  task: z.enum(bookingTasks),
  /** Matches with documents, one by one. */
  matches: z.array(
    z.object({
      /** Position among all proposals of the statement, in the order of confirming. */
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
      /** True when the match is less than the amount due; the remaining amount stays open. */
      isPart: z.boolean(),
      /** Moment when somebody confirmed the match; null until then. It stays when the payment is returned later. */
      confirmedAt: orNull(instant),
      /** Reason why the match cannot be confirmed now. */
      reason: orNull(z.string()),
    }),
  ),
  /** Reasons why the booking is not proposed, or only in part. */
  doubts: z.array(z.string()),
  /** Document that the booking seems to be about, or for which this payment was posted before. */
  about: orNull(z.object({ invoiceId: z.string(), invoiceNumber: z.string(), partnerName: z.string() })),
  /** Set when this payment was posted before the statement was read. */
  isBooked: z.boolean(),
  /** Set when the bank takes back money that came in, which settles no document. */
  isReversal: z.boolean(),
  /** True when a person decided to leave the booking unposted. */
  isLeft: z.boolean(),
  note: orNull(z.string()),
})
export type StatementBooking = z.output<typeof StatementBooking>

/** Maximum number of bookings of one statement. */
export const MAX_BOOKINGS = 5_000
/** Maximum number of notes about the bookings of one statement. */
export const MAX_NOTES = 200

/** Maximum number of matches that one request confirms. */
export const MAX_CONFIRMED = 100

/** Proposals that a person confirms. */
export const ConfirmPayments = z.object({
  matches: z
    .array(matchFields)
    .min(1, 'Kies minstens één boeking')
    .max(MAX_CONFIRMED, `Hoogstens ${MAX_CONFIRMED} boekingen`),
})
export type ConfirmPayments = z.output<typeof ConfirmPayments>
