import type { MatchedBy } from '../../../shared/api/schemas/bank.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { payableAt } from '../invoices/rules.ts'
import type { PaymentFileRow } from '../payments/payment-file-entity.ts'
import { amountText } from './amounts.ts'
import type { BankEffect } from './bank-settling.ts'
import type { Booking } from './booking.ts'
import { isIssuedNumber, type Numbering } from './numbers.ts'

/** Proposed effect of a bank booking on one document (invoice or credit note), for a person to confirm. */
export interface Proposal extends BankEffect {
  /** Name of the booking in the statement, such as `out0`. */
  readonly booking: string
  readonly invoiceId: string
  /** Way in which the document was recognised. */
  readonly by: MatchedBy
  /** True when a part of the document stays open. */
  readonly isPart?: boolean | undefined
  readonly confirmedAt?: string | undefined
}

/** Reason why a booking gets no proposal for a document: the money went to an account not known for the partner. */
export interface OtherAccount {
  readonly code: 'otherAccount'
  readonly reason: string
  readonly invoiceId: string
}

/** Reason why a booking has no proposal: a doubt (`check`), another account, or posted already (`booked`). */
export interface Finding {
  /** Name of the booking in the statement, such as `out0`. */
  readonly booking: string
  readonly code: 'check' | 'otherAccount' | 'booked'
  readonly reason: string
  /** Document that the booking seems to be about. */
  readonly invoiceId?: string | undefined
}

/** Documents, files, accounts and postings that the bookings of a statement are compared with. */
export interface MatchingData extends Numbering {
  /** Documents that the bookings may be about, as stored. */
  readonly documents: readonly InvoiceRow[]
  readonly files: readonly PaymentFileRow[]
  /** Causes (unique keys) of the bank bookings that are posted already. */
  readonly booked: ReadonlySet<string>
  /** Present accounts of partners, by partner. */
  readonly accounts: ReadonlyMap<string, string>
  /** Proposals that earlier uploads of this statement stored. */
  readonly proposed: readonly Proposal[]
}

/**
 * A booking with its name in the statement: `out0` is the first that left our account, `in0` the first that came in,
 * and `reversal0` the first reversal of incoming money.
 */
export interface NamedBooking {
  readonly of: string
  readonly booking: Booking
}

/**
 * Adds to each booking its name in the statement, in file order: `out0` for the first that left our account, `in0` for
 * the first received, `reversal0` for the first reversal.
 */
export function nameBookings(bookings: readonly Booking[]): NamedBooking[] {
  const counts = new Map<string, number>()
  return bookings.map((booking) => {
    const kind = booking.isReversal ? 'reversal' : booking.direction
    const nth = counts.get(kind) ?? 0
    counts.set(kind, nth + 1)
    return { of: `${kind}${nth}`, booking }
  })
}

/** Result of matching a booking: a proposal, a doubt about the account, or another doubt as a Dutch sentence. */
export type Found = Omit<Proposal, 'booking' | 'date' | 'nth'> | OtherAccount | string

/**
 * One booking with the data to match it. `documents` are as stored; `standing` has them with the effects of the
 * bookings matched before.
 */
export interface Context extends MatchingData {
  readonly booking: Booking
  readonly standing: Standing
  /**
   * Tells whether `booking` is posted on or proposed for a document already. `amount` is in cents: above 0 when we pay,
   * below 0 for incoming money.
   */
  readonly isBooked: (row: InvoiceRow, amount: number) => boolean
}

/** Documents while a statement is matched: each has the effects of the bookings matched so far. */
export interface Standing {
  readonly rows: () => InvoiceRow[]
  readonly byNumber: (number: string) => InvoiceRow | undefined
  readonly byId: (id: string) => InvoiceRow | undefined
  /**
   * Tells whether the booking named `of` is posted on or proposed for a document already. `amount` is in cents: above 0
   * when we pay, below 0 for incoming money.
   */
  readonly isBooked: (of: string, row: InvoiceRow, date: string, amount: number) => boolean
  /**
   * Applies a proposal to its document in memory, so that later bookings see its effect; stores nothing. Returns the
   * whole proposal, or a Dutch reason why it cannot be applied.
   */
  readonly apply: (found: Omit<Proposal, 'nth'>) => Proposal | string
}

/** Returns the invoices and credit notes with these numbers, or a Dutch sentence about the first unknown number. */
export function findNamedDocuments({ standing, ...known }: Context, numbers: readonly string[]): InvoiceRow[] | string {
  const unknown = numbers.find((number) => !standing.byNumber(number))
  if (unknown === undefined) return numbers.flatMap((number) => standing.byNumber(number) ?? [])
  return isIssuedNumber(unknown, known)
    ? `${unknown} is niet gevonden. Kijk waarvoor deze boeking is.`
    : `${unknown} is niet uitgegeven. Kijk waarvoor deze boeking is.`
}

/**
 * Returns how a bank booking names a document: `reference` where its reference is the document's number, otherwise
 * `text`.
 */
export const findMatchSource = ({ reference }: Booking, { invoiceNumber }: InvoiceRow): MatchedBy =>
  reference?.toUpperCase() === invoiceNumber.toUpperCase() ? 'reference' : 'text'

/**
 * Returns a doubt where a bank booking went to an account that neither the partner, the invoice nor a payment file has.
 * Null where the account fits or is unknown.
 */
export function otherAccountOf({ booking, files, accounts }: Context, row: InvoiceRow): OtherAccount | null {
  const order = files.flatMap(({ payments }) => payments).find(({ invoiceId }) => invoiceId === row.id)
  const known = [row.supplier?.bankAccount, accounts.get(row.partnerCompanyId), order?.bankAccount]
  if (booking.iban === undefined || known.every((one) => one === undefined) || known.includes(booking.iban)) return null
  const today = accounts.get(row.partnerCompanyId) ?? row.supplier?.bankAccount ?? ''
  return { code: 'otherAccount', reason: `Bij de partner staat ${formatIban(today)}`, invoiceId: row.id }
}

/** Returns the Dutch sentence about a booking of `amount` cents that exceeds a document's open amount. */
export const explainOverpayment = ({ invoiceNumber, open }: InvoiceRow, amount: number) =>
  `${invoiceNumber}: ${amountText(amount - Math.abs(open))} te veel, er stond ${amountText(Math.abs(open))} open. Kijk wat er is betaald.`

/**
 * Returns the payment of an invoice as its payment file orders it: cents, file and execution date. Undefined where the
 * invoice is in no approved file.
 */
export function paymentOrderOf(files: readonly PaymentFileRow[], row: InvoiceRow) {
  const file = files.find(({ id, state }) => id === row.paymentFileId && state === 'open')
  const payment = file?.payments.find(({ invoiceId }) => invoiceId === row.id)
  return file && payment
    ? { amount: payment.amount, paymentFileId: file.id, orderedFor: file.executionDate }
    : undefined
}

/**
 * Finds the cents (`amount`) that a booking should pay of an invoice; 0 where no payment is due. This is the amount
 * marked as paid by hand and not booked yet, else the amount that a payment file orders, with that file and its
 * execution date. Otherwise it is the amount payable on the day of the booking.
 */
export function findExpectedAmount({ files, booking }: Context, row: InvoiceRow) {
  if (row.inTransit > 0) return { amount: row.inTransit }
  if (row.status !== 'in_behandeling') return { amount: 0 }
  return paymentOrderOf(files, row) ?? { amount: payableAt(row, booking.date) }
}

/**
 * Finds the bank bookings of a day that are posted on a document, among the causes (unique keys) in `booked`. Returns
 * for each the document and its signed cents, below 0 for incoming money; of bookings with the same amount only the
 * first.
 */
export function findPostedBookings(booked: ReadonlySet<string>, row: InvoiceRow, date: string) {
  const prefix = `book#${row.id}#${date}#`
  return [...booked]
    .filter((cause) => cause.startsWith(prefix) && cause.endsWith('#0'))
    .map((cause) => ({ row, amount: Number(cause.slice(prefix.length, -2)) }))
}
