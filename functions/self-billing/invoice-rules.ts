import type { CreditedState, NewInvoiceLine } from '../../shared/contract/invoices.ts'
import { firstInvoiceDate, invoiceStatusLabels, MAX_TOTAL, NO_LINES, TOO_MUCH } from '../../shared/contract/invoices.ts'
import { unprocessable } from '../../shared/errors.ts'
import { isEditable } from '../../shared/invoice-steps.ts'
import type { measures } from '../../shared/measures.ts'
import { cents, invoiceAmounts, lineAmounts, payableOn } from '../../shared/money.ts'
import {
  addDays,
  addMonths,
  dateText,
  daysBetween,
  type LocalDate,
  localDateOf,
  monthOf,
  now,
} from '../../shared/time.ts'
import { type Contribution, STANDING } from '../platform/counters.ts'
import { storing } from '../records/form.ts'
import { AWAITED, type InvoiceRow, type LineRow, openStatuses } from './invoice-entity.ts'
import { NOBODY, type PartnerRow } from './partner-entity.ts'

/** What is restricted of what the discount leaves (spec §9), in percent. */
export const CREDIT_RESTRICTION = 5

const DAYS_48 = 2
const DAYS_MOST = 30

/** How far ahead an invoice may be dated. */
export const DAYS_AHEAD = 31

/** The fields of the form as they are stored. */
export const details = storing<InvoiceRow>()([
  ...(['lines', 'attachments', 'description', 'invoiceDate', 'dueDate', 'supplyFrom', 'supplyTo'] as const),
  ...(['status', 'paymentDate', 'assignedUserId'] as const),
])

/** A row with what its indexes are made of. */
export const placed = (row: Omit<InvoiceRow, 'month' | 'shelf' | 'assigneeKey' | 'accountingKey'>): InvoiceRow => {
  const month = monthOf(row.invoiceDate as LocalDate)
  return {
    ...row,
    month,
    shelf: openStatuses.includes(row.status) ? row.status : `${row.status}#${month}`,
    assigneeKey: row.assignedUserId ?? NOBODY,
    accountingKey: awaitsAccounting(row) ? AWAITED : NOBODY,
  }
}

type Dispatchable = Pick<InvoiceRow, 'status' | 'answer' | 'autoSendEnabled' | 'sentToPartner' | 'sentToAccounting'>

/** Whether an invoice is to go to the accounting by itself: what its partner has and did not refuse (rulings 47, 51a). */
export const awaitsAccounting = ({ status, answer, ...row }: Dispatchable) =>
  row.sentToPartner &&
  row.autoSendEnabled &&
  !row.sentToAccounting &&
  status !== 'cancelled' &&
  answer?.state !== 'refused'

/** Whether the accounting does not get an invoice: then what takes it back stays here too, unless it says otherwise itself. */
export const staysHere = ({ answer, sentToAccounting }: Pick<InvoiceRow, 'answer' | 'sentToAccounting'>): boolean =>
  answer?.state === 'refused' && !sentToAccounting

/** Lines with what they come to. 422 where they come to nothing, or to more than an invoice may. */
export function linesOf(lines: readonly NewInvoiceLine[]): LineRow[] {
  const computed = lines.map(({ unitPrice, ...line }) => {
    const priced = { ...line, unitPrice: cents(unitPrice) }
    return { ...priced, ...lineAmounts(priced) }
  })
  const total = computed.reduce((sum, { totalPrice, vatAmount }) => sum + totalPrice + vatAmount, 0)
  if (total <= 0) throw unprocessable(NO_LINES, 'lines')
  if (total > MAX_TOTAL * 100) throw unprocessable(TOO_MUCH, 'lines')
  return computed
}

type Priced = Pick<InvoiceRow, 'lines' | 'has48HourDiscount' | 'discountPercentage' | 'creditRestrictionPercentage'>

/** What an invoice comes to, in cents (rulings 41). */
export function amountsOf(row: Priced) {
  const { vatPerRate: _, ...amounts } = invoiceAmounts(row.lines, row.has48HourDiscount ? row : null)
  return amounts
}

/** When an invoice is dated, due and for what period, as far as somebody says. */
interface Dates {
  readonly invoiceDate: string
  readonly dueDate?: string | undefined
  readonly supplyFrom?: string | undefined
  readonly supplyTo?: string | undefined
  readonly has48HourDiscount: boolean
}

/** What an invoice or credit note comes from, and cannot be dated before. */
interface Ground {
  readonly name: string
  readonly date: string
}

type Agreed = Pick<PartnerRow, 'agreement' | 'agreedSince'>

/** The agreement by which a partner has its invoices made: the first, as one that is renewed holds for what was before too. */
export const agreedWith = ({ agreement, agreedSince = agreement?.date }: Agreed): Ground | undefined =>
  agreedSince === undefined ? undefined : { name: 'de overeenkomst met deze partner', date: agreedSince }

/** Refuses a date far ahead or of before last year with 422. */
export function refuseFar(invoiceDate: string): void {
  const today = localDateOf(now())
  if (invoiceDate > addDays(today, DAYS_AHEAD)) {
    throw unprocessable('De factuurdatum ligt te ver in de toekomst', 'invoiceDate')
  }
  const first = firstInvoiceDate(today)
  if (invoiceDate < first) throw unprocessable(`De factuurdatum ligt voor ${dateText(first)}`, 'invoiceDate')
}

/** Refuses a date far off, or before what the invoice comes from, with 422. */
export function refuseDate(invoiceDate: string, ground: Ground | undefined): void {
  refuseFar(invoiceDate)
  if (ground && invoiceDate < ground.date) {
    throw unprocessable(`De factuurdatum ligt voor ${ground.name} van ${dateText(ground.date)}`, 'invoiceDate')
  }
}

/**
 * The dates of an invoice, with those that nobody says. 422 for a due date that the terms do not allow (rulings 41), and a
 * period that ends before it begins.
 */
export function datesOf({ has48HourDiscount, ...given }: Dates) {
  const invoiceDate = given.invoiceDate as LocalDate
  const last = addDays(invoiceDate, has48HourDiscount ? DAYS_48 : DAYS_MOST)
  const { dueDate = last } = given
  if (has48HourDiscount && dueDate !== last) {
    throw unprocessable('Met de 48-uur betalingskorting is de vervaldatum twee dagen na de factuurdatum', 'dueDate')
  }
  if (dueDate < invoiceDate || dueDate > last) {
    throw unprocessable('De vervaldatum is hoogstens 30 dagen na de factuurdatum', 'dueDate')
  }
  const first = `${monthOf(invoiceDate)}-01` as LocalDate
  const { supplyFrom = first } = given
  const endOfMonth = addDays(addMonths(`${supplyFrom.slice(0, 7)}-01` as LocalDate, 1), -1)
  const { supplyTo = endOfMonth } = given
  if (supplyTo < supplyFrom) throw unprocessable('De periode eindigt voordat zij begint', 'supplyTo')
  return { invoiceDate, dueDate, supplyFrom, supplyTo }
}

/** Whether an invoice fits its partner: no VAT where the partner charges none, no discount where none is allowed. 422. */
export function refuseMisfit(
  { vatScheme, allows48HourDiscount }: PartnerRow,
  { lines, has48HourDiscount }: Pick<InvoiceRow, 'lines' | 'has48HourDiscount'>,
): void {
  if (vatScheme !== 'normaal' && lines.some(({ vatRate }) => vatRate !== 0)) {
    throw unprocessable('Deze partner brengt geen btw in rekening: kies 0 % op elke regel', 'lines')
  }
  if (has48HourDiscount && !allows48HourDiscount) {
    throw unprocessable('Deze partner staat de 48-uur betalingskorting niet toe', 'has48HourDiscount')
  }
}

/** What of a line no credit note took back. */
export const quantityLeft = ({ quantity, credited }: LineRow): number =>
  Math.round((quantity - (credited?.quantity ?? 0)) * 100) / 100

/** How much of an invoice credit notes took back. */
export function creditedOf({ lines }: Pick<InvoiceRow, 'lines'>): CreditedState {
  if (lines.every(({ credited }) => credited === undefined)) return 'none'
  return lines.some((line) => quantityLeft(line) > 0) ? 'part' : 'whole'
}

/** What of an invoice no credit note took back, VAT included, in cents. */
export const leftOf = ({ totalAmount, lines }: InvoiceRow): number =>
  lines.reduce((left, { credited }) => left - (credited ? credited.totalPrice + credited.vatAmount : 0), totalAmount)

/** Whether credit notes took something of an invoice back after it was paid with that: it may be called paid again as it was. */
export const isCreditedSince = ({ lines, creditNoteIds = [], creditsWhenPaid }: Credited): boolean =>
  creditedOf({ lines }) !== 'none' && creditsWhenPaid !== undefined && creditsWhenPaid < creditNoteIds.length

/** Whether an invoice that was not paid was settled with the credit notes that took all of it back. */
export const isSettledByNotes = (row: Credited & Pick<InvoiceRow, 'status'>): boolean =>
  row.status === 'betaald' && creditedOf(row) === 'whole' && !isCreditedSince(row)

/**
 * The day on which an invoice was called paid before a part of it was credited, null for others: on that day it is called
 * paid again as it was, on any other it is paid without that part.
 */
export function paidBeforeCredit(row: Credited & Pick<InvoiceRow, 'status' | 'returnedOn'>): string | null {
  const isOpen = row.status === 'in_behandeling' && creditedOf(row) === 'part' && isCreditedSince(row)
  return (isOpen && row.returnedOn?.at(-1)) || null
}

/** The payment that was taken back last of an invoice that waits for one again, null for others: who pays it may pay twice. */
export function takenBack({ type, status, returnedOn, sentBackOn }: InvoiceRow) {
  const paidOn = returnedOn?.at(-1)
  if (type !== 'invoice' || status !== 'in_behandeling' || paidOn === undefined) return null
  return { paidOn, sentBackOn: sentBackOn?.slice(-1).find((day) => day >= paidOn) }
}

type Credited = Pick<InvoiceRow, 'lines' | 'creditNoteIds' | 'creditsWhenPaid'>

/** Whether the partner refused an invoice (rulings 51a). */
export const isRefused = ({ answer }: Pick<InvoiceRow, 'answer'>): boolean => answer?.state === 'refused'

type Standing = Pick<InvoiceRow, 'status' | 'sentAt' | 'answer'> & Credited

/** How an invoice stands, as the table of steps asks. */
export const standingOf = (row: Standing) => ({
  status: row.status,
  isSent: row.sentAt !== undefined,
  isOwed: !isRefused(row) && (creditedOf(row) !== 'whole' || isCreditedSince(row)),
})

/** Whether the contents may be changed (rulings 45); a credit note's follow from its invoice. */
export const mayEdit = (row: Standing & Pick<InvoiceRow, 'type'>) =>
  row.type === 'invoice' && isEditable(standingOf(row))

type Due = Pick<InvoiceRow, 'type' | 'status' | 'dueDate' | 'lines'>

/** By how many days an invoice should have been paid, 0 where it is not late, or nothing is left of it (rulings 44, 45). */
export function daysOverdue({ type, status, dueDate, lines }: Due): number {
  if (type !== 'invoice' || !openStatuses.includes(status) || creditedOf({ lines }) === 'whole') return 0
  return Math.max(0, daysBetween(dueDate as LocalDate, localDateOf(now())))
}

/** The refusal to take away the ground of a payment that a bank may carry out. */
export const IN_PAYMENT_FILE =
  'Deze factuur staat in een betaalbestand. Trek dat eerst in, of wacht tot zij betaald is.'

/**
 * What is to be paid today, in cents; nothing once it is paid or cancelled. Where something was credited it is the whole, with
 * which its credit notes add up: what is left of the 48-hour offer then is between people, as for payment files. Of one that
 * its partner refused (rulings 51a) it is no more than those took back: together they come to nothing.
 */
export function payableToday(row: InvoiceRow): number {
  if (!openStatuses.includes(row.status)) return 0
  if (row.type === 'invoice' && isRefused(row)) return row.totalAmount - leftOf(row)
  return creditedOf(row) === 'none' ? payableOn(row, localDateOf(now())) : row.totalAmount
}

type Measure = (typeof measures.invoices)[number]

/** What an invoice adds to the counters as it stands: it is nobody's own. */
export const contributionsOf = ({ status }: Pick<InvoiceRow, 'status'>): Contribution<Measure>[] => [
  { date: STANDING, teamId: 0, userId: INVOICES, name: 'Facturen', measure: `invoice-${status}` },
]

/** Whose counter it is. */
const INVOICES = 'invoices'

/** What tells the payment that an invoice waits for, or is called paid by, from one that is made later. */
export const paymentOf = ({ paymentDate, paymentFileId, returnedOn = [] }: InvoiceRow) => ({
  paymentDate,
  paymentFileId,
  /** How often it had been called paid and was not after all. */
  returns: returnedOn.length,
})
export type StandingPayment = Partial<ReturnType<typeof paymentOf>>

/** An invoice that waits for its payment as it stands once that is confirmed, where it was of before a day. */
export const paidBefore = (row: InvoiceRow, day: string): InvoiceRow => ({
  ...row,
  status: 'betaald',
  paymentDate: addDays(day as LocalDate, -1),
})

/** Whether another payment was made, or ordered, than the one that stood when a return was read. */
const isReplaced = ({ paymentFileId, returnedOn = [] }: InvoiceRow, meant: StandingPayment): boolean =>
  returnedOn.length !== meant.returns || (paymentFileId !== undefined && paymentFileId !== meant.paymentFileId)

/** Whether a payment may have been ordered or made before the one that stands. */
const wasPaidBefore = ({ paymentFileId, paymentFileIds = [], returnedOn = [] }: InvoiceRow): boolean =>
  returnedOn.length > 0 || paymentFileIds.some((id) => id !== paymentFileId)

/**
 * Why what the bank booked back on a day does not take back that an invoice was paid, with what to do; null where it does.
 * It is of the payment that was `meant` when it was read, not of one made since; of two of that very day nobody can tell.
 */
export function returnRefusal(row: InvoiceRow, day: string, meant: StandingPayment = paymentOf(row)): string | null {
  const { invoiceNumber, status, paymentDate = '', paymentFileId, sentBackOn = [] } = row
  const byHand = 'zet de factuur dan met de hand terug naar In behandeling.'
  if (sentBackOn.includes(day)) {
    return `Dat de betaling van ${invoiceNumber} op ${dateText(day)} terugkwam, is al verwerkt. Kwam daarna nog een betaling terug, ${byHand}`
  }
  if (isReplaced(row, meant)) {
    const since = status === 'betaald' ? `Kwam ook de betaling van ${dateText(paymentDate)} terug, ${byHand}` : ''
    return `Deze bijschrijving van ${dateText(day)} gaat over een eerdere betaling van ${invoiceNumber}, die sindsdien al is teruggedraaid of vervangen. ${since}`.trim()
  }
  if (status !== 'betaald') {
    return `${invoiceNumber} staat op ${invoiceStatusLabels[status]} en niet op Betaald: er is niets terug te draaien.`
  }
  if (day < paymentDate) {
    return `${invoiceNumber} is betaald op ${dateText(paymentDate)}, na deze bijschrijving van ${dateText(day)}. Kwam ook die betaling terug, ${byHand}`
  }
  const isUnsure = wasPaidBefore(row) || (meant.paymentDate === undefined && paymentFileId === undefined)
  if (day > paymentDate || !isUnsure) return null
  return `${invoiceNumber} is op ${dateText(day)} betaald, en deze bijschrijving van die dag kan van een eerdere betaling zijn. Kwam de betaling van die dag terug, ${byHand}`
}

/**
 * Why a booking of a day does not pay an invoice: it is of before the invoice, it was called paid on that day and was not
 * after all, or the bank booked a payment of it back on that day or later; null where it does.
 */
export function paymentRefusal(
  { invoiceNumber, invoiceDate, returnedOn, sentBackOn }: InvoiceRow,
  day: string,
): string | null {
  if (day < invoiceDate) {
    return `De boeking is van ${dateText(day)}, voor de datum van ${invoiceNumber}. Klopt de betaling? Zet de factuur dan met de hand op Betaald.`
  }
  const byHand = 'Klopt deze boeking toch, zet haar dan met de hand op Betaald.'
  if (returnedOn?.includes(day)) {
    return `${invoiceNumber} is al eens per ${dateText(day)} op Betaald gezet en teruggedraaid. ${byHand}`
  }
  const back = sentBackOn?.find((one) => day <= one)
  return back === undefined ? null : `De betaling van ${invoiceNumber} kwam op ${dateText(back)} terug. ${byHand}`
}
