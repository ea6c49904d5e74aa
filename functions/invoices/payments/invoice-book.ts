import { isReversed, REVERSED_RATE } from '../../../shared/api/parts/billing.ts'
import { percentOf, subtractVatShares, sumOf, sumVatShares, vatPerRateOf } from '../../../shared/money.ts'
import { dateText, type LocalDate } from '../../../shared/time.ts'
import { type Entry, type PostingRow, payablePostings, reversalOf } from '../../book/service.ts'
import type { InvoiceRow, StandingPayment, TaxedAmount } from '../invoices/entity.ts'

type Of = Pick<InvoiceRow, 'id' | 'invoiceNumber' | 'partnerCompanyId'>

const about = ({ id, partnerCompanyId }: Of) => ({ documentId: id, partnerId: partnerCompanyId })

/** Returns postings without empty ones; keeps an amount of 0 that has a VAT base. */
const dropEmpty = (postings: readonly PostingRow[]): PostingRow[] =>
  postings.filter(({ amount, base }) => amount !== 0 || (base !== undefined && base !== 0))

/**
 * Returns the book entry of an issued invoice or credit note: its lines and their VAT against the debt to its partner.
 * `commissions` has the person and ledger items that the lines settle; undefined for an invoice entered by hand.
 */
export function issueEntry(row: InvoiceRow, commissions: InvoiceRow['commissions'], by: string): Entry {
  return {
    cause: `issue#${row.id}`,
    kind: row.type === 'invoice' ? 'issue' : 'credit',
    date: row.invoiceDate as LocalDate,
    supplyDate: row.supplyTo,
    ...about(row),
    documentNumber: row.invoiceNumber,
    userId: commissions?.userId,
    itemIds: commissions?.itemIds,
    postings: dropEmpty([
      ...(commissions
        ? payablePostings(row.lines.map(({ totalPrice }) => totalPrice))
        : [{ account: 'other-costs' as const, amount: row.amount }]),
      ...vatPerRateOf(row.lines).flatMap(vatPosting),
      { account: 'creditor', amount: -row.totalAmount, documentId: row.id },
    ]),
    text: `${row.type === 'invoice' ? 'Factuur' : 'Creditfactuur'} ${row.invoiceNumber} uitgereikt`,
    by,
  }
}

/** Returns the postings of VAT: the VAT to reclaim, and for reversed VAT also the same amount owed. */
function vatPosting({ vatRate, vatScheme, base, vatAmount }: TaxedAmount): PostingRow[] {
  const scheme = vatScheme
  if (!isReversed(scheme)) return [{ account: 'vat', amount: vatAmount, rate: vatRate, base, scheme }]
  const amount = percentOf(base, REVERSED_RATE)
  return [
    { account: 'vat', amount, rate: REVERSED_RATE, base, scheme },
    { account: 'vat-owed', amount: -amount, rate: REVERSED_RATE, base: -base + 0, scheme },
  ]
}

/** Returns the book entry that sets a credit note off against an invoice of its partner, for `amount` cents above 0. */
export const setOffEntry = (
  invoice: InvoiceRow,
  note: Of,
  { amount, date, by }: { readonly amount: number; readonly date: string; readonly by: string },
): Entry => ({
  // The version keeps the cause unique: after a returned payment the same invoice and note may be set off again.
  cause: `set-off#${note.id}#${invoice.id}#${invoice.version}`,
  kind: 'set-off',
  date: date as LocalDate,
  ...about(invoice),
  otherDocumentId: note.id,
  postings: [
    { account: 'creditor', amount, documentId: invoice.id },
    { account: 'creditor', amount: -amount, documentId: note.id },
  ],
  text: `${note.invoiceNumber} verrekend met ${invoice.invoiceNumber}`,
  by,
})

/** Returns the ledger entry of our payment of an invoice, or of a credit note's repayment (`amount` below 0). */
export const paymentEntry = (row: InvoiceRow, { id, date, amount, discount }: StandingPayment, by: string): Entry => ({
  cause: id,
  kind: 'payment',
  date: date as LocalDate,
  ...about(row),
  postings: dropEmpty([
    { account: 'creditor', amount: amount + sumVatShares(discount), documentId: row.id },
    { account: 'transit', amount: -amount },
    ...discountPostings(subtractVatShares([], discount)),
  ]),
  text: amount < 0 ? `Terugbetaling van ${row.invoiceNumber}` : `Betaling van ${row.invoiceNumber}`,
  by,
})

/** Returns the postings of a discount with its VAT. `rates` are below 0 where we take it, above 0 where it goes back. */
const discountPostings = (rates: readonly TaxedAmount[]): PostingRow[] =>
  rates.length === 0
    ? []
    : [{ account: 'discount', amount: sumOf(rates.map(({ base }) => base)) }, ...rates.flatMap(vatPosting)]

/** Returns the discount that goes back with a payment: what of it did not go back before. */
export const computeReturnedDiscount = (
  { discountReturned }: InvoiceRow,
  { discount }: StandingPayment,
): TaxedAmount[] => (discount.length === 0 ? [] : subtractVatShares(discount, discountReturned))

/**
 * Returns the book entry that reverses a payment, including its discount and the VAT of that discount. Leaves out the
 * part of the discount that a credit note reversed already.
 */
export const returnEntry = (
  row: InvoiceRow,
  payment: StandingPayment,
  { date, by }: { readonly date: string; readonly by: string },
): Entry => {
  const discount = computeReturnedDiscount(row, payment)
  return {
    cause: `reverse#${payment.id}`,
    kind: 'return',
    date: date as LocalDate,
    ...about(row),
    postings: dropEmpty([
      { account: 'creditor', amount: -(payment.amount + sumVatShares(discount)), documentId: row.id },
      { account: 'transit', amount: payment.amount },
      ...discountPostings(discount),
    ]),
    reverses: payment.id,
    text: `Betaling van ${row.invoiceNumber} teruggedraaid`,
    by,
  }
}

/**
 * Returns the book entry that reverses a share of a 48-hour discount (art. 29 Wet OB): by a credit note of its invoice,
 * or on the invoice itself, whose payment the bank booked too late.
 */
export const discountReturnEntry = (
  document: Of & Pick<InvoiceRow, 'invoiceDate' | 'type'>,
  cause: string,
  share: readonly TaxedAmount[],
  by: string,
): Entry => ({
  cause,
  kind: 'payment',
  date: document.invoiceDate as LocalDate,
  ...about(document),
  postings: dropEmpty([
    { account: 'creditor', amount: -sumVatShares(share), documentId: document.id },
    ...discountPostings(share),
  ]),
  text:
    document.type === 'invoice'
      ? `Korting van ${document.invoiceNumber} vervallen: na de 48 uur betaald`
      : `Deel van de korting terug door ${document.invoiceNumber}`,
  by,
})

/**
 * Returns the book entries that move a payment to the month in which the bank booked it. One reverses `payment` on the
 * old day, the other posts `anew`, the same payment on the new day.
 */
export function paymentMoveEntries(
  row: InvoiceRow,
  payment: StandingPayment,
  anew: StandingPayment,
  by: string,
): Entry[] {
  const posted = paymentEntry(row, payment, by)
  const text = `Betaling van ${row.invoiceNumber} staat op ${dateText(anew.date)}, de dag van de bank`
  return [reversalOf(posted, { kind: 'return', date: posted.date, text, by }), paymentEntry(row, anew, by)]
}

/** A booking on a bank statement, for one document. */
interface BankBooking {
  readonly date: string
  /** Cents that left our account; below 0 for incoming money. */
  readonly amount: number
  /** Position among the bookings with the same document, day and amount, from 0. */
  readonly nth: number
}

/**
 * Returns the cause (unique key) under which the book stores a bank booking. It names no statement, so that overlapping
 * statements post the booking once.
 */
export const causeOfBooking = ({ id }: Pick<Of, 'id'>, { date, amount, nth }: BankBooking): string =>
  `book#${id}#${date}#${amount}#${nth}`

/** Returns the book entry that moves an amount from transit to the bank, on the day that the bank booked it. */
export const bankEntry = (row: Of, { by, ...booking }: BankBooking & { readonly by: string }): Entry => ({
  cause: causeOfBooking(row, booking),
  kind: 'booking',
  date: booking.date as LocalDate,
  ...about(row),
  postings: [
    { account: 'transit', amount: booking.amount },
    { account: 'bank', amount: -booking.amount },
  ],
  text: booking.amount < 0 ? `Bijschrijving van ${row.invoiceNumber}` : `Afschrijving van ${row.invoiceNumber}`,
  by,
})
