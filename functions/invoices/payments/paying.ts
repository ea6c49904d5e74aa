import { conflict, unprocessable } from '../../../shared/errors.ts'
import {
  addVatShares,
  moneyText,
  splitDiscount,
  sumVatShares,
  vatPerRateOf,
  wholeCents,
} from '../../../shared/money.ts'
import { dateText, localDateOf, now } from '../../../shared/time.ts'
import type { Entry } from '../../book/service.ts'
import type { InvoiceRow, SharedBooking, StandingPayment, TaxedAmount } from '../invoices/entity.ts'
import { computeStandingDiscount, computeUncredited, payableAt } from '../invoices/rules.ts'
import { computeReturnedDiscount, discountReturnEntry, paymentEntry, returnEntry, setOffEntry } from './invoice-book.ts'

/** An invoice after a payment, return or set-off, with its entries in the book. */
export interface Settled {
  readonly after: InvoiceRow
  readonly entries: readonly Entry[]
}

/** Payment of an invoice or credit note; without an amount (cents above 0) it pays all that is payable that day. */
export interface Payment {
  readonly date: string
  readonly amount?: number | undefined
  readonly paymentFileId?: string | undefined
  /**
   * Execution date of the payment file. The discount depends on that day, even when the bank books the payment later.
   */
  readonly orderedFor?: string | undefined
  readonly bookedOn?: string | undefined
  readonly sharedBooking?: SharedBooking | undefined
  readonly by: string
}

/**
 * Returns an invoice after our payment, or a credit note after its partner's repayment, with the book entries; stores
 * nothing. The 48-hour discount applies where a payment in time leaves only that discount open. Throws 409 when nothing
 * is open. Throws 422 for a date before the invoice date or after today, and for an amount that is not above 0 or is
 * more than the open amount.
 */
export function applyPayment(row: InvoiceRow, payment: Payment): Settled {
  if (row.open === 0) throw conflict(`${row.invoiceNumber} is al betaald of verrekend`)
  refusePaymentDate(row, payment.date)
  return settlePayment(row, payment)
}

/**
 * Applies a payment to an invoice whose state and date allow one, with the discount of a full payment. Throws 422 for
 * more than the open amount.
 */
export function settlePayment(
  row: InvoiceRow,
  { date, amount, paymentFileId, orderedFor, bookedOn, sharedBooking, by }: Payment,
): Settled {
  const sign = row.open < 0 ? -1 : 1
  const due = payableAt(row, orderedFor ?? date)
  const paid = amount === undefined ? due : sign * amount
  if (amount !== undefined && amount <= 0) throw unprocessable('Vul een bedrag boven 0 in', 'partAmount')
  if (sign * paid > sign * row.open) {
    throw unprocessable(`Er staat nog ${moneyText(wholeCents(sign * row.open))} open`, 'partAmount')
  }
  const discount = wholeCents(paid === due ? row.open - paid : 0)
  const standing = computeUncredited(row)
  const payment: StandingPayment = {
    id: `pay#${row.id}#${row.version}`,
    ...{ date, amount: paid, discount: splitDiscount(standing, discount) },
    discountOf: discount === 0 ? 0 : sumVatShares(standing),
    ...(paymentFileId === undefined ? {} : { paymentFileId }),
    ...(orderedFor === undefined ? {} : { orderedFor }),
    ...(bookedOn === undefined ? {} : { bookedOn }),
    ...(sharedBooking === undefined ? {} : { sharedBooking }),
  }
  const ordered = { ...row, payments: [...row.payments, payment], inTransit: row.inTransit + paid }
  const after = setOpenAmount(ordered, row.open - paid - discount, date)
  return { after, entries: [paymentEntry(row, payment, by)] }
}

/** Throws 422 for a payment date before the invoice date or after today (rulings 44). */
function refusePaymentDate({ invoiceDate }: InvoiceRow, date: string): void {
  if (date > localDateOf(now())) throw unprocessable('De betaaldatum ligt in de toekomst', 'paymentDate')
  if (date < invoiceDate) {
    throw unprocessable(`De betaaldatum ligt voor de factuurdatum van ${dateText(invoiceDate)}`, 'paymentDate')
  }
}

/**
 * Returns an invoice with another open amount (cents), and with the status that follows: paid on `date` when nothing
 * is open. With an open amount a paid invoice waits for payment again; any other status stays.
 */
export const setOpenAmount = (row: InvoiceRow, open: number, date: string): InvoiceRow => {
  const isSettled = open === 0
  const isWaiting = row.status === 'betaald' || row.status === 'in_behandeling'
  const status = isSettled ? 'betaald' : isWaiting ? 'in_behandeling' : row.status
  return { ...row, open, status, paymentDate: isSettled ? date : undefined }
}

/** Reversal of a payment: its day, and who made it. */
interface Returned {
  readonly date: string
  /** Day on which the bank sent the payment back; undefined when a person takes it back. */
  readonly sentBackOn?: string | undefined
  readonly by: string
}

/**
 * Returns an invoice without one of its payments, by default the last, with the book entries. The settled amount is
 * open again; after a return by the bank (`sentBackOn`) another payment file may pay it. Set-offs stay; throws 409
 * where there is no such payment.
 */
export function reversePayment(row: InvoiceRow, { date, sentBackOn, by }: Returned, paymentId?: string): Settled {
  const payment = paymentId === undefined ? row.payments.at(-1) : row.payments.find(({ id }) => id === paymentId)
  if (!payment) {
    throw conflict(
      row.payments.length === 0 && row.status === 'betaald'
        ? `${row.invoiceNumber} is verrekend en niet betaald: er is niets terug te draaien`
        : 'Deze betaling is intussen teruggedraaid',
    )
  }
  const reopened = payment.amount + sumVatShares(computeReturnedDiscount(row, payment))
  const after = setOpenAmount(
    {
      ...row,
      payments: row.payments.filter((one) => one !== payment),
      inTransit: row.inTransit - payment.amount,
      lastReturn: { paidOn: payment.date, ...(sentBackOn === undefined ? {} : { sentBackOn }) },
      discountReturned: payment.discount.length === 0 ? row.discountReturned : [],
      // After a return by the bank another payment file may pay the invoice.
      paymentFileId: sentBackOn === undefined ? row.paymentFileId : undefined,
    },
    row.open + reopened,
    date,
  )
  return { after, entries: [returnEntry(row, payment, { date, by })] }
}

/** An invoice and a credit note after their set-off, with the ledger entries for it. */
interface SetOff {
  readonly invoice: InvoiceRow
  readonly note: InvoiceRow
  readonly entries: readonly Entry[]
}

/**
 * Returns an invoice and a credit note of its partner after their set-off, as far as both are open. If only the 48-hour
 * discount then stays open, it is deducted too. Null where the invoice or the note has nothing open.
 */
export function setOff(
  invoice: InvoiceRow,
  note: InvoiceRow,
  { date, by }: { readonly date: string; readonly by: string },
): SetOff | null {
  const amount = Math.min(payableAt(invoice, date), -note.open)
  if (amount <= 0) return null
  const discount = amount === payableAt(invoice, date) ? invoice.open - amount : 0
  const entries = [setOffEntry(invoice, note, { amount, date, by })]
  const noteAfter = setOpenAmount(note, note.open + amount, date)
  if (discount === 0) return { invoice: setOpenAmount(invoice, invoice.open - amount, date), note: noteAfter, entries }
  const discounted = settlePayment({ ...invoice, open: invoice.open - amount }, { date, by })
  return { invoice: discounted.after, note: noteAfter, entries: [...entries, ...discounted.entries] }
}

/**
 * Returns the part of an invoice's 48-hour discount that a credit note reverses, by VAT scheme and rate. The note that
 * credits the rest of the invoice reverses the rest of the discount. Empty where no discount was taken.
 */
export function discountShareOf(invoice: InvoiceRow, note: InvoiceRow): TaxedAmount[] {
  const taken = invoice.payments.find(({ discount }) => discount.length > 0)
  if (!taken) return []
  const standing = computeStandingDiscount(invoice)
  const amount = -note.totalAmount
  const isRest = amount === sumVatShares(computeUncredited(invoice))
  const share = Math.round((sumVatShares(taken.discount) * amount) / taken.discountOf)
  return isRest
    ? standing
    : splitDiscount(vatPerRateOf(note.lines), wholeCents(Math.min(sumVatShares(standing), share)))
}

/**
 * Returns an invoice without its 48-hour discount, as the bank paid after those hours, with the book entry on the day
 * of the bank: the discount with its VAT is open again. `cause` makes the entry unique.
 */
export function loseDiscount(
  row: InvoiceRow,
  { cause, date, by }: { cause: string; date: string; by: string },
): Settled {
  const lost = computeStandingDiscount(row)
  const after = setOpenAmount(row, row.open + sumVatShares(lost), date)
  return {
    after: { ...after, discountReturned: addVatShares([...row.discountReturned, ...lost]) },
    entries: [discountReturnEntry({ ...row, invoiceDate: date }, cause, lost, by)],
  }
}
