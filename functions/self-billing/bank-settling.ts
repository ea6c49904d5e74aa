import type { ProposalKind } from '../../shared/contract/settlement.ts'
import { conflict } from '../../shared/errors.ts'
import { dateText, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { bookingEntry, movedEntries } from './invoice-book.ts'
import type { InvoiceRow, StandingPayment } from './invoice-entity.ts'
import { isRefused } from './invoice-rules.ts'
import { pay, type Settled, takeBack } from './paying.ts'

/** What a booking of the bank tells of one document. */
export interface Told {
  readonly kind: ProposalKind
  readonly date: string
  /** Cents above 0. */
  readonly amount: number
  /** Which it is of the bookings of this document, day and amount, from 0. */
  readonly nth: number
  /** Of a payment that is to be made yet: the file that ordered it, and the day on which that has it carried out. */
  readonly paymentFileId?: string | undefined
  readonly orderedFor?: string | undefined
  /** Of a return: the payment that came back, where the book had it when the statement was read. */
  readonly paymentId?: string | undefined
}

/** Returns what a booking takes off an invoice in cents; below 0 where the money came in. */
export const signedAmount = ({ kind, amount }: Pick<Told, 'kind' | 'amount'>): number =>
  kind === 'payment' ? amount : -amount

/**
 * Returns an invoice as a booking of the bank leaves it. What was called paid or taken back before the bank told it is only
 * moved from transit to the bank; else it is paid, repaid or taken back now. 409 where that cannot be.
 */
export function settledByBank(row: InvoiceRow, told: Told, by: string): Settled {
  const amount = signedAmount(told)
  const settled = isExpected(row, amount) ? expected(row, told, by) : unexpected(row, told, by)
  return {
    after: { ...settled.after, inTransit: settled.after.inTransit - amount },
    entries: [...settled.entries, bookingEntry(row, { ...told, amount, by })],
  }
}

/** Whether the bank has an amount to tell of an invoice yet: money that we ordered it to pay, or called taken back. */
export const isExpected = ({ inTransit }: InvoiceRow, amount: number): boolean =>
  Math.sign(inTransit) === Math.sign(amount) && Math.abs(inTransit) >= Math.abs(amount)

/** Returns an invoice of which the bank tells what is in the book already, with its payment on the day of the bank. */
function expected(row: InvoiceRow, { kind, date, amount }: Told, by: string): Settled {
  if (kind === 'return') return { after: sentBack(row, date), entries: [] }
  const payment = row.payments.find((one) => one.bookedOn === undefined && Math.abs(one.amount) === amount)
  if (!payment) return { after: row, entries: [] }
  refuseFor(refusalOfDate(row, date))
  const { moved, entries } = onDay(row, payment, date, by)
  const payments = row.payments.map((one) => (one === payment ? { ...moved, bookedOn: date } : one))
  return { after: { ...row, payments, paymentDate: row.status === 'betaald' ? date : row.paymentDate }, entries }
}

/** Returns a payment on another day, and its entries where that is in another month: the month is that of the bank. */
function onDay(row: InvoiceRow, payment: StandingPayment, date: string, by: string) {
  const moved = { ...payment, date }
  if (monthOf(payment.date as LocalDate) === monthOf(date as LocalDate)) return { moved, entries: [] }
  const anew = { ...moved, id: `pay#${row.id}#${row.version}` }
  return { moved: anew, entries: movedEntries(row, payment, anew, by) }
}

function unexpected(row: InvoiceRow, told: Told, by: string): Settled {
  const { kind, date, amount, paymentFileId, orderedFor } = told
  if (kind === 'return') return returned(row, told, by)
  refuseFor(refusalToPay(row, date))
  if (paymentFileId !== undefined && row.paymentFileId !== paymentFileId) {
    throw conflict('De betaling van deze factuur is uit dat betaalbestand vrijgegeven')
  }
  return pay(row, { date, amount, paymentFileId, orderedFor, bookedOn: date, by })
}

/** Returns an invoice of which the payment that somebody took back by hand was sent back by the bank on a day. */
const sentBack = (row: InvoiceRow, date: string): InvoiceRow =>
  row.lastReturn ? { ...row, lastReturn: { ...row.lastReturn, sentBackOn: date } } : row

/** Returns an invoice of which a payment came back; what somebody took back by hand is taken back already. */
function returned(row: InvoiceRow, { date, amount, paymentId }: Told, by: string): Settled {
  const payment =
    paymentId === undefined
      ? row.payments.findLast((one) => one.amount === amount && one.bookedOn !== undefined && one.bookedOn <= date)
      : row.payments.find(({ id }) => id === paymentId)
  if (payment) return takeBack(row, { date, sentBackOn: date, by }, payment.id)
  if (isTakenBackByHand(row, date)) return { after: sentBack(row, date), entries: [] }
  throw conflict(
    paymentId === undefined
      ? `Bevestig eerst de betaling van ${row.invoiceNumber} die terugkwam.`
      : 'Deze betaling is intussen teruggedraaid',
  )
}

/** Whether somebody took back a payment of until that day which no bank told to have come back. */
export const isTakenBackByHand = ({ lastReturn }: InvoiceRow, date: string): boolean =>
  lastReturn !== undefined && lastReturn.sentBackOn === undefined && lastReturn.paidOn <= date

/** Finds the payment that the bank sent back on a day: the last of that amount until then. */
export const paymentSentBack = ({ payments }: InvoiceRow, amount: number, date: string): StandingPayment | undefined =>
  payments.findLast((payment) => payment.amount === amount && payment.date <= date)

/** Returns why nothing can be paid of an invoice on a day of the bank; null where something can. */
export function refusalToPay(row: InvoiceRow, date: string): string | null {
  const { invoiceNumber, status, paymentDate = date, payments } = row
  if (isRefused(row)) return `${invoiceNumber} is geweigerd door de partner. Maak een creditfactuur.`
  if (status === 'betaald') {
    return payments.length === 0
      ? `${invoiceNumber} is verrekend op ${dateText(paymentDate)} en niet betaald. Kijk waarvoor dit geld is.`
      : `${invoiceNumber} is al betaald op ${dateText(paymentDate)}. Kijk of dit een dubbele betaling is.`
  }
  if (status !== 'in_behandeling') return `${invoiceNumber} wacht niet op betaling. Kijk waarvoor dit geld is.`
  return refusalOfDate(row, date)
}

function refuseFor(refusal: string | null): void {
  if (refusal !== null) throw conflict(refusal)
}

function refusalOfDate({ invoiceNumber, invoiceDate }: InvoiceRow, date: string): string | null {
  if (date < invoiceDate) {
    return `${invoiceNumber} is van ${dateText(invoiceDate)}, na deze boeking. Kijk of het nummer klopt.`
  }
  return date > localDateOf(now()) ? `${dateText(date)} is nog niet geweest. Lees het afschrift later opnieuw.` : null
}
