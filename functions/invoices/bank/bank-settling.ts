import type { ProposalKind } from '../../../shared/api/schemas/bank.ts'
import { conflict } from '../../../shared/errors.ts'
import { moneyText, sumOf, sumVatShares } from '../../../shared/money.ts'
import { dateText, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { postOnOpenDays } from '../../book/service.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import type { Edit } from '../../records/record.ts'
import type { InvoiceRow, SharedBooking, StandingPayment } from '../invoices/entity.ts'
import { requestRemittance } from '../invoices/remittance-request.ts'
import { computeStandingDiscount, isRefused } from '../invoices/rules.ts'
import { bankEntry, paymentMoveEntries } from '../payments/invoice-book.ts'
import { loseDiscount, reversePayment, type Settled, settlePayment } from '../payments/paying.ts'

/** Payment, repayment or return that a bank booking means for one document. */
export interface BankEffect {
  readonly kind: ProposalKind
  readonly date: string
  /** Cents above 0. */
  readonly amount: number
  /** Position among the bookings with the same document, day and amount, from 0. */
  readonly nth: number
  /** For a payment that a payment file ordered: id of that file. */
  readonly paymentFileId?: string | undefined
  /** Execution date of that payment file. */
  readonly orderedFor?: string | undefined
  /** For a return: id of the payment that came back; absent when no such payment was stored before. */
  readonly paymentId?: string | undefined
  /** Set where the booking also pays other invoices of the partner. */
  readonly sharedBooking?: SharedBooking | undefined
}

/** Returns the amount of a bank booking in signed cents: above 0 when we pay, below 0 for incoming money. */
export const toSignedAmount = ({ kind, amount }: Pick<BankEffect, 'kind' | 'amount'>): number =>
  kind === 'payment' ? amount : -amount

/**
 * Returns an invoice after a bank booking, with its entries for the book; stores nothing. If a person marked the money
 * as paid or taken back before, the entries only move it from money in transit to the bank. Otherwise the invoice is
 * paid, repaid or reopened now. Throws 409 where that is impossible, 422 for more than the open amount.
 */
export function settleByBank(row: InvoiceRow, effect: BankEffect, by: string): Settled {
  const amount = toSignedAmount(effect)
  const settle = isInTransit(row, amount) ? confirmMarked : effect.kind === 'return' ? takeBackReturned : payNow
  const { after, entries } = settle(row, effect, by)
  return {
    after: { ...after, inTransit: after.inTransit - amount },
    entries: [...entries, bankEntry(row, { ...effect, amount, by })],
  }
}

/** Tells whether signed cents of an invoice are in transit: marked by hand as paid or taken back, not booked yet. */
export const isInTransit = ({ inTransit }: InvoiceRow, amount: number): boolean =>
  Math.sign(inTransit) === Math.sign(amount) && Math.abs(inTransit) >= Math.abs(amount)

/**
 * Confirms a payment or return that was marked by hand; the payment gets the day of the bank. A 48-hour discount goes
 * back when that day is after the 48 hours.
 */
function confirmMarked(row: InvoiceRow, { kind, date, amount }: BankEffect, by: string): Settled {
  if (kind === 'return') return { after: sentBack(row, date), entries: [] }
  const payment = findMarkedPayment(row, amount)
  if (!payment) return { after: row, entries: [] }
  const refusal = refusalOfDate(row, date)
  if (refusal !== null) throw conflict(refusal)
  const { moved, entries } = onDay(row, payment, date, by)
  const payments = row.payments.map((one) => (one === payment ? { ...moved, bookedOn: date } : one))
  const after = { ...row, payments, paymentDate: row.status === 'betaald' ? date : row.paymentDate }
  if (!losesDiscount(row, payment, date)) return { after, entries }
  const lost = loseDiscount(after, { cause: `discount-return#${moved.id}#${row.version}`, date, by })
  return { after: lost.after, entries: [...entries, ...lost.entries] }
}

const findMarkedPayment = ({ payments }: InvoiceRow, amount: number): StandingPayment | undefined =>
  payments.find((one) => one.bookedOn === undefined && Math.abs(one.amount) === amount)

/** Tells whether a marked payment is too late for the 48-hour discount, as the bank booked it on `date`. */
const losesDiscount = (row: InvoiceRow, { orderedFor }: StandingPayment, date: string): boolean =>
  (orderedFor ?? date) > row.dueDate && computeStandingDiscount(row).length > 0

/** Returns the Dutch doubt about a booking that takes the 48-hour discount of a marked payment back; else null. */
export function explainLostDiscount(row: InvoiceRow, { kind, date, amount }: BankEffect): string | null {
  const payment = kind === 'payment' && isInTransit(row, amount) ? findMarkedPayment(row, amount) : undefined
  if (!payment || !losesDiscount(row, payment, date)) return null
  const lost = computeStandingDiscount(row)
  const vat = moneyText(sumOf(lost.map(({ vatAmount }) => vatAmount)))
  return `${row.invoiceNumber} is na de 48 uur betaald. De korting van ${moneyText(sumVatShares(lost))}, waarvan ${vat} btw, staat dan weer open.`
}

/**
 * Moves a payment to the day on which the bank booked it. Returns ledger entries only when this changes the month,
 * because the ledger counts a payment in the month of the bank.
 */
function onDay(row: InvoiceRow, payment: StandingPayment, date: string, by: string) {
  const moved = { ...payment, date }
  if (monthOf(payment.date as LocalDate) === monthOf(date as LocalDate)) return { moved, entries: [] }
  const anew = { ...moved, id: `pay#${row.id}#${row.version}` }
  return { moved: anew, entries: paymentMoveEntries(row, payment, anew, by) }
}

/** Pays an invoice, or repays a credit note, that nobody marked before. Throws as `settleByBank`. */
function payNow(row: InvoiceRow, effect: BankEffect, by: string): Settled {
  const { date, amount, paymentFileId, orderedFor, sharedBooking } = effect
  const refusal = explainRefusalToPay(row, date)
  if (refusal !== null) throw conflict(refusal)
  if (paymentFileId !== undefined && row.paymentFileId !== paymentFileId) {
    throw conflict('De betaling van deze factuur is uit dat betaalbestand vrijgegeven')
  }
  return settlePayment(row, { date, amount, paymentFileId, orderedFor, bookedOn: date, sharedBooking, by })
}

/** Returns an invoice with the day on which the bank sent back a payment that was taken back by hand. */
const sentBack = (row: InvoiceRow, date: string): InvoiceRow =>
  row.lastReturn ? { ...row, lastReturn: { ...row.lastReturn, sentBackOn: date } } : row

/**
 * Takes back a payment that the bank returned, unless a person took it back before. Throws 409 when no payment matches.
 */
function takeBackReturned(row: InvoiceRow, { date, amount, paymentId }: BankEffect, by: string): Settled {
  const payment =
    paymentId === undefined
      ? row.payments.findLast((one) => one.amount === amount && one.bookedOn !== undefined && one.bookedOn <= date)
      : row.payments.find(({ id }) => id === paymentId)
  if (payment) return reversePayment(row, { date, sentBackOn: date, by }, payment.id)
  if (isTakenBackByHand(row, date)) return { after: sentBack(row, date), entries: [] }
  throw conflict(
    paymentId === undefined
      ? `Bevestig eerst de betaling van ${row.invoiceNumber} die terugkwam`
      : 'Deze betaling is intussen teruggedraaid',
  )
}

/** Tells whether a person took back a payment made on or before `date`, and the bank has not booked its return. */
export const isTakenBackByHand = ({ lastReturn }: InvoiceRow, date: string): boolean =>
  lastReturn !== undefined && lastReturn.sentBackOn === undefined && lastReturn.paidOn <= date

/**
 * Returns the payment that a return by the bank is about: the last one of `amount` made on or before `date`. Undefined
 * without such a payment.
 */
export const findReturnedPayment = (
  { payments }: InvoiceRow,
  amount: number,
  date: string,
): StandingPayment | undefined => payments.findLast((payment) => payment.amount === amount && payment.date <= date)

/** Returns in Dutch why a bank booking on `date` cannot pay an invoice or repay a credit note; null where it can. */
export function explainRefusalToPay(row: InvoiceRow, date: string): string | null {
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

function refusalOfDate({ invoiceNumber, invoiceDate }: InvoiceRow, date: string): string | null {
  if (date < invoiceDate) {
    return `${invoiceNumber} is van ${dateText(invoiceDate)}, na deze boeking. Kijk of het nummer klopt.`
  }
  return date > localDateOf(now()) ? `${dateText(date)} is nog niet geweest. Lees het afschrift later opnieuw.` : null
}

/**
 * Returns the edit of an invoice or credit note by a bank booking, with the writes that confirm the booking on its
 * statement (`confirmWrites`). What the bank did in a closed month is posted on the first open day. Throws 409 where
 * that is impossible, or where the booking is confirmed already; 422 for more than the open amount.
 */
export async function buildBankEdit(
  before: InvoiceRow,
  effect: BankEffect,
  by: string,
  confirmWrites: readonly GuardedWrite[],
): Promise<Edit<InvoiceRow>> {
  const { after, entries } = settleByBank(before, effect, by)
  const { write, count } = await postOnOpenDays(entries)
  return {
    ...(effect.kind === 'return' ? { verb: 'return' } : {}),
    after: { ...after, pendingPayment: undefined },
    outbox: requestRemittance(before, after),
    write: [...write, ...confirmWrites],
    count,
  }
}
