import type { MatchedBy } from '../../shared/contract/settlement.ts'
import { formatIban } from '../../shared/identifiers.ts'
import { moneyText, wholeCents } from '../../shared/money.ts'
import type { Booking } from './bank-booking.ts'
import { isGiven, type Numbering } from './bank-numbers.ts'
import type { Told } from './bank-settling.ts'
import type { InvoiceRow } from './invoice-entity.ts'
import { payableAt } from './invoice-rules.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

/** What a booking of a statement seems to tell of one document, for a person to confirm. */
export interface Proposal extends Told {
  /** Which booking of the statement it is. */
  readonly booking: string
  readonly invoiceId: string
  readonly by: MatchedBy
  /** Something of the document stays open. */
  readonly isPart?: boolean | undefined
  readonly confirmedAt?: string | undefined
}

/** Reason why a booking that seems to be about a document is not proposed: another account got the money. */
export interface OtherAccount {
  readonly code: 'otherAccount'
  readonly reason: string
  readonly invoiceId: string
}

/** Result for a booking that is not proposed; `booked` where the book has it already. */
export interface Finding {
  /** Which booking of the statement it is. */
  readonly booking: string
  readonly code: 'check' | 'otherAccount' | 'booked'
  readonly reason: string
  /** Document that it seems to be about. */
  readonly invoiceId?: string | undefined
}

/** What the bookings of a statement are held against. */
export interface Known extends Numbering {
  /** Documents that the bookings may be about, as they stand. */
  readonly documents: readonly InvoiceRow[]
  readonly files: readonly PaymentFileRow[]
  /** The causes of the bookings that the book has. */
  readonly booked: ReadonlySet<string>
  /** Accounts of partners today, by partner. */
  readonly accounts: ReadonlyMap<string, string>
  /** What the statement proposed before. */
  readonly proposed: readonly Proposal[]
}

/**
 * A booking with its name in the statement: `out0` is the first that left our account, `in0` the first that came in.
 */
export interface Placed {
  readonly of: string
  readonly booking: Booking
}

/** What a booking tells of a document, or in Dutch why it is a doubt. */
export type Found = Omit<Proposal, 'booking' | 'date' | 'nth'> | OtherAccount | string

/** What a booking is held against: what is known, and how documents stand after the bookings before. */
export interface Context extends Known {
  readonly booking: Booking
  readonly standing: Standing
  /** Whether the book has the booking of this document, for signed cents. */
  readonly isBooked: (row: InvoiceRow, amount: number) => boolean
}

/** How documents stand while a statement is read. */
export interface Standing {
  readonly rows: () => InvoiceRow[]
  readonly byNumber: (number: string) => InvoiceRow | undefined
  readonly byId: (id: string) => InvoiceRow | undefined
  /** Whether the book has a booking of a document, or it is proposed; each that the book has answers for one booking. */
  readonly isBooked: (of: string, row: InvoiceRow, date: string, amount: number) => boolean
  /** Lets a proposal come true; returns why it cannot. */
  readonly apply: (found: Omit<Proposal, 'nth'>) => Proposal | string
}

/** Returns the documents of numbers, or why one of them is none of ours. */
export function named({ standing, ...known }: Context, numbers: readonly string[]): InvoiceRow[] | string {
  const unknown = numbers.find((number) => !standing.byNumber(number))
  if (unknown === undefined) return numbers.flatMap((number) => standing.byNumber(number) ?? [])
  return isGiven(unknown, known)
    ? `${unknown} is niet gevonden. Kijk waarvoor deze boeking is.`
    : `${unknown} is niet uitgegeven. Kijk waarvoor deze boeking is.`
}

/** Returns by what a booking tells which document it is about. */
export const recognisedBy = ({ reference }: Booking, { invoiceNumber }: InvoiceRow): MatchedBy =>
  reference?.toUpperCase() === invoiceNumber.toUpperCase() ? 'reference' : 'text'

/** Returns the doubt about a booking to another account than the partner's and the payment file's; null without one. */
export function otherAccountOf({ booking, files, accounts }: Context, row: InvoiceRow): OtherAccount | null {
  const order = files.flatMap(({ payments }) => payments).find(({ invoiceId }) => invoiceId === row.id)
  const known = [row.supplier?.bankAccount, accounts.get(row.partnerCompanyId), order?.bankAccount]
  if (booking.iban === undefined || known.every((one) => one === undefined) || known.includes(booking.iban)) return null
  const today = accounts.get(row.partnerCompanyId) ?? row.supplier?.bankAccount ?? ''
  return { code: 'otherAccount', reason: `Bij de partner staat ${formatIban(today)}`, invoiceId: row.id }
}

/** Says that a booking is more than is open of a document. */
export const tooMuch = ({ invoiceNumber, open }: InvoiceRow, amount: number) =>
  `${invoiceNumber}: ${amountText(amount - Math.abs(open))} te veel, er stond ${amountText(Math.abs(open))} open. Kijk wat er is betaald.`

/** Returns what a payment file orders of an invoice that is in it still. */
export function orderOf(files: readonly PaymentFileRow[], row: InvoiceRow) {
  const file = files.find(({ id, state }) => id === row.paymentFileId && state !== 'withdrawn')
  const payment = file?.payments.find(({ invoiceId }) => invoiceId === row.id)
  return file && payment
    ? { amount: payment.amount, paymentFileId: file.id, orderedFor: file.executionDate }
    : undefined
}

/** Returns what a booking of the bank is expected to pay of an invoice: what is under way, was ordered, or is due that day. */
export function expectedOf({ files, booking }: Context, row: InvoiceRow) {
  if (row.inTransit > 0) return { amount: row.inTransit }
  if (row.status !== 'in_behandeling') return { amount: 0 }
  return orderOf(files, row) ?? { amount: payableAt(row, booking.date) }
}

/** Returns what the book has booked of a document on a day: of each amount the first. */
export function bookedOn(booked: ReadonlySet<string>, row: InvoiceRow, date: string) {
  const prefix = `book#${row.id}#${date}#`
  return [...booked]
    .filter((cause) => cause.startsWith(prefix) && cause.endsWith('#0'))
    .map((cause) => ({ row, amount: Number(cause.slice(prefix.length, -2)) }))
}

/** Adds up amounts. */
export const sumOf = (parts: readonly { readonly amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** Returns cents as a text. */
export const amountText = (amount: number) => moneyText(wholeCents(amount))
