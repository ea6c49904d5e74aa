import { dateText } from '../../../shared/time.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { isPosted } from '../invoices/rules.ts'
import { amountText, sumCents } from './amounts.ts'
import { explainRefusalToPay, findReturnedPayment, isInTransit, isTakenBackByHand } from './bank-settling.ts'
import type { Booking } from './booking.ts'
import {
  type Context,
  explainOverpayment,
  type Found,
  findExpectedAmount,
  findMatchSource,
  findNamedDocuments,
  findPostedBookings,
} from './context.ts'
import { ourNumbersIn } from './numbers.ts'

/**
 * Matches one bank booking of money that came in. Returns the proposed repayment of a credit note, proposed returns of
 * payments, or doubts. Empty where the booking names no document or is posted already.
 */
export function matchIncoming(context: Context): readonly Found[] {
  const rows = findNamedDocuments(context, ourNumbersIn(context.booking, context))
  if (typeof rows === 'string') return [rows]
  const notes = rows.filter(({ type }) => type === 'credit_note')
  const [note, ...others] = notes
  if (others.length > 0) return ['De boeking noemt meerdere creditfacturen. Zet ze zelf op Betaald.']
  if (note) return repaidBy(context, note)
  const [row, ...more] = rows
  return row && more.length === 0 ? sentBackBy(context, row) : sentBackTogether(context, rows)
}

/**
 * Returns the repayment, in full or in part, of a credit note by its partner; empty for a posted booking. Returns a
 * doubt where the credit note is settled or cannot be repaid, or has less open.
 */
function repaidBy({ booking, isBooked }: Context, note: InvoiceRow): readonly Found[] {
  const { amount, date } = booking
  if (isBooked(note, -amount)) return []
  const found = { kind: 'repayment' as const, invoiceId: note.id, amount, by: findMatchSource(booking, note) }
  if (isInTransit(note, -amount)) return [found]
  if (note.status === 'betaald') {
    const how = note.payments.length === 0 ? 'verrekend' : 'terugbetaald'
    return [`${note.invoiceNumber} is al ${how} op ${dateText(note.paymentDate ?? '')}. Kijk waarvoor dit geld is.`]
  }
  const refusal = explainRefusalToPay(note, date)
  if (refusal !== null) return [refusal]
  return amount > -note.open ? [explainOverpayment(note, amount)] : [found]
}

/**
 * Returns the return of a payment of the one invoice that a booking names; empty for a posted booking. Returns the
 * repayment of a credit note of that invoice instead, where a person marked the note as repaid. Returns a doubt where
 * it may be a return or a repayment, where more than one payment may have come back, or where no payment fits.
 */
function sentBackBy(context: Context, row: InvoiceRow): readonly Found[] {
  const { booking, standing, isBooked } = context
  const { amount, date } = booking
  if (isBooked(row, -amount)) return []
  const notes = standing
    .rows()
    .filter(({ creditedInvoice, status }) => creditedInvoice?.id === row.id && status !== 'cancelled')
  if (notes.some((note) => isBooked(note, -amount))) return []
  const repaid = notes.find((note) => isInTransit(note, -amount))
  if (repaid) return [{ kind: 'repayment', invoiceId: repaid.id, amount, by: 'text' }]
  const owed = notes.find((note) => amount <= -(isPosted(note) ? note.open : note.totalAmount))
  if (owed) {
    return [
      `${row.invoiceNumber}: kwam de betaling terug of is ${owed.invoiceNumber} terugbetaald? Zet zelf de juiste goed.`,
    ]
  }
  const payment = findReturnedPayment(row, amount, date)
  const found = { kind: 'return' as const, invoiceId: row.id, amount, by: findMatchSource(booking, row) }
  if (payment?.bookedOn === undefined && payment && isTakenBackByHand(row, date)) {
    return [`${row.invoiceNumber} is al eens teruggezet. Kijk welke betaling op ${dateText(date)} terugkwam.`]
  }
  if (payment) return [{ ...found, ...(isKnown(context, row, payment.id) ? { paymentId: payment.id } : {}) }]
  if (isInTransit(row, -amount) || isTakenBackByHand(row, date)) return [found]
  const isAwaited =
    row.status === 'in_behandeling' &&
    row.lastReturn?.sentBackOn !== date &&
    [row.open, findExpectedAmount(context, row).amount].includes(amount)
  return isAwaited ? [found] : [nothingPaid(row, booking)]
}

const nothingPaid = ({ invoiceNumber }: InvoiceRow, { amount, date }: Booking) =>
  `${invoiceNumber}: tot ${dateText(date)} geen betaling van ${amountText(amount)}. Kijk waarvoor dit geld is.`

/**
 * Tells whether a payment was stored before this statement was read. Any other payment is only proposed by this same
 * statement, and gets its final id when it is confirmed.
 */
const isKnown = ({ documents }: Context, { id }: InvoiceRow, paymentId: string) =>
  documents.some((row) => row.id === id && row.payments.some((payment) => payment.id === paymentId))

/**
 * Returns the payments of several invoices that came back as one booking: the last payment of each invoice up to that
 * day. Returns a doubt where their sum is not the amount of the booking; empty where they are posted already.
 */
function sentBackTogether(context: Context, rows: readonly InvoiceRow[]): readonly Found[] {
  const { booking, booked, isBooked } = context
  const { amount, date } = booking
  const posted = rows.flatMap((row) => findPostedBookings(booked, row, date)).filter((one) => one.amount < 0)
  if (rows.length > 0 && sumCents(posted) === -amount && posted.every((one) => isBooked(one.row, one.amount))) {
    return []
  }
  const payments = rows.flatMap((row) => {
    const payment = row.payments.findLast((one) => one.date <= date)
    return payment ? [{ row, amount: payment.amount, id: payment.id }] : []
  })
  if (payments.length < rows.length || sumCents(payments) !== amount) {
    const names = rows.map(({ invoiceNumber }) => invoiceNumber).join(', ')
    return rows.length === 0
      ? []
      : [`${names}: de betalingen zijn samen geen ${amountText(amount)}. Kijk waarvoor dit geld is.`]
  }
  return payments.map((one) => ({
    ...{ kind: 'return', invoiceId: one.row.id, amount: one.amount, by: 'text' },
    ...(isKnown(context, one.row, one.id) ? { paymentId: one.id } : {}),
  }))
}
