import type { VatScheme } from '../../../shared/api/parts/billing.ts'
import { AppError, unprocessable } from '../../../shared/errors.ts'
import type { CreditedState, NewInvoiceLine } from '../../../shared/invoices/choices.ts'
import { earliestInvoiceDate, MAX_TOTAL, NO_AMOUNT, NO_LINES, TOO_MUCH } from '../../../shared/invoices/choices.ts'
import { isEditable } from '../../../shared/invoicing/invoice-steps.ts'
import { supplyPeriodOf } from '../../../shared/invoicing/supply-period.ts'
import { type DatedRate, type DatedScheme, rateOn, rateUnder, schemeOn } from '../../../shared/invoicing/vat-schemes.ts'
import type { measures } from '../../../shared/measures.ts'
import {
  type Cents,
  cents,
  computeInvoiceAmounts,
  computeLineAmounts,
  payableOn,
  promptPaymentAmounts,
  subtractVatShares,
  sumVatShares,
  vatPerRateOf,
  wholeCents,
} from '../../../shared/money.ts'
import { addDays, dateText, daysBetween, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { type Contribution, STANDING } from '../../platform/data/counters.ts'
import { mapFormFields } from '../../records/form.ts'
import { NOBODY, type PartnerRow } from '../partner-entity.ts'
import { AWAITED, type InvoiceRow, type LineRow, openStatuses, type TaxedAmount } from './entity.ts'

/** Credit restriction (a part of the amount that is kept back) in percent of the amount after discount (spec §9). */
export const CREDIT_RESTRICTION = 5

const DAYS_48 = 2
const DAYS_MOST = 30

/** Maximum number of days that an invoice date may be in the future. */
export const DAYS_AHEAD = 31

/** Converters of an invoice form into stored fields, for a new and for a changed invoice. */
export const details = mapFormFields<InvoiceRow>()([
  ...(['lines', 'attachments', 'description', 'invoiceDate', 'dueDate', 'supplyFrom', 'supplyTo'] as const),
  ...(['status', 'paymentDate', 'assignedUserId'] as const),
])

/** Adds the keys of the table's indexes to an invoice row: by month, status, assigned user and accounting. */
export const addIndexKeys = (
  row: Omit<InvoiceRow, 'month' | 'shelf' | 'assigneeKey' | 'accountingKey'>,
): InvoiceRow => {
  const month = monthOf(row.invoiceDate as LocalDate)
  return {
    ...row,
    month,
    shelf: openStatuses.includes(row.status) ? row.status : `${row.status}#${month}`,
    assigneeKey: row.assignedUserId ?? NOBODY,
    accountingKey: awaitsAccounting(row) ? AWAITED : NOBODY,
    // A payment can only wait while the invoice does.
    ...(row.status === 'in_behandeling' ? {} : { pendingPayment: undefined }),
  }
}

type Dispatchable = Pick<InvoiceRow, 'status' | 'answer' | 'autoSendEnabled' | 'sentToPartner' | 'sentToAccounting'>

/**
 * Tells whether an invoice must still be mailed to the accounting automatically. Automatic sending must be on, and the
 * partner must have received the invoice and not refused it (rulings 47, 51a). False for a cancelled invoice.
 */
export const awaitsAccounting = ({ status, answer, ...row }: Dispatchable) =>
  row.sentToPartner &&
  row.autoSendEnabled &&
  !row.sentToAccounting &&
  status !== 'cancelled' &&
  answer?.state !== 'refused'

/**
 * Tells whether an invoice never goes to the accounting, because its partner refused it before it was mailed there. Its
 * credit notes then do not go either, unless a user switches on their automatic sending.
 */
export const staysOutOfAccounting = ({
  answer,
  sentToAccounting,
}: Pick<InvoiceRow, 'answer' | 'sentToAccounting'>): boolean => answer?.state === 'refused' && !sentToAccounting

/** Input of a new invoice line. */
export type DraftLine = NewInvoiceLine & {
  /** Given by a monthly run, where a correction keeps the VAT scheme of the line that it corrects (decision 51). */
  readonly vatScheme?: VatScheme | undefined
  /** VAT rates by day of supply of a line that has no rate of its own, where the partner charges VAT. */
  readonly defaultRates?: readonly DatedRate[] | undefined
}

/** VAT schemes of a partner, and the day of supply of lines without a day of their own. */
export interface Supplied {
  readonly vatSchemes: readonly DatedScheme[]
  readonly supplyTo: string
}

/**
 * Returns invoice lines with their amounts in cents and the VAT scheme of their day of supply. Throws 422 for a total
 * below 0, a total of 0 without corrections, or a total above the maximum.
 */
export function priceLines(lines: readonly DraftLine[], supplied: Supplied): LineRow[] {
  const computed = lines.map(({ unitPrice, supplyDate, defaultRates = [{ rate: 21 }], ...line }) => {
    const day = supplyDate ? { supplyDate } : {}
    const vatScheme = line.vatScheme ?? schemeOf(day, supplied)
    const vatRate = line.vatRate ?? rateUnder(vatScheme, rateOn(defaultRates, supplyDate ?? supplied.supplyTo))
    const priced = { ...line, ...day, vatRate, unitPrice: cents(unitPrice) }
    return { ...priced, ...computeLineAmounts(priced), vatScheme }
  })
  const total = computed.reduce((sum, { totalPrice, vatAmount }) => sum + totalPrice + vatAmount, 0)
  // Corrections in a run may lower the total to 0.
  const hasCorrection = lines.some(({ quantity = 1 }) => quantity < 0)
  if (total < 0 || (total === 0 && !hasCorrection)) {
    throw new AppError('unprocessable', NO_AMOUNT, { errors: { lines: [NO_LINES] } })
  }
  if (total > MAX_TOTAL * 100) throw unprocessable(TOO_MUCH, 'lines')
  return computed
}

/**
 * Adds `defaultRates`, the VAT rates for lines without a rate, to the lines of a form. Calls `ratesOf` only when there is
 * such a line; otherwise returns the form unchanged.
 */
export async function withDefaultRate<Form extends { readonly lines?: DraftLine[] | undefined }>(
  form: Form,
  ratesOf: () => Promise<readonly DatedRate[]>,
): Promise<Form> {
  if (!form.lines?.some(({ vatRate }) => vatRate === undefined)) return form
  const defaultRates = await ratesOf()
  return { ...form, lines: form.lines.map((line) => ({ ...line, defaultRates })) }
}

/** Returns a partner's VAT scheme on a line's day of supply: its own day, or the last day of the period. */
export const schemeOf = ({ supplyDate }: Pick<LineRow, 'supplyDate'>, { vatSchemes, supplyTo }: Supplied): VatScheme =>
  schemeOn(vatSchemes, supplyDate ?? supplyTo)

type Priced = Pick<InvoiceRow, 'lines' | 'has48HourDiscount' | 'discountPercentage' | 'creditRestrictionPercentage'>

/**
 * Returns the totals of an invoice in cents: amount, VAT, both together, 48-hour discount, credit restriction, and the
 * final amount after these two (rulings 41).
 */
export function amountsOf(row: Priced) {
  const { vatPerRate: _, ...amounts } = computeInvoiceAmounts(row.lines, row.has48HourDiscount ? row : null)
  return amounts
}

/** Dates of an invoice form; absent ones get a default. */
interface Dates {
  readonly invoiceDate: string
  readonly dueDate?: string | undefined
  readonly supplyFrom?: string | undefined
  readonly supplyTo?: string | undefined
  readonly has48HourDiscount: boolean
}

/** Agreement or credited invoice on which a document is based; the document may not be dated before it. */
interface Ground {
  readonly name: string
  readonly date: string
}

type Agreed = Pick<PartnerRow, 'agreement' | 'agreedSince'>

/**
 * Returns the day of a partner's first agreement, with a Dutch name of it for messages; no invoice may be dated before
 * it. Undefined without an agreement.
 */
export const findFirstAgreement = ({ agreement, agreedSince = agreement?.date }: Agreed): Ground | undefined =>
  agreedSince === undefined ? undefined : { name: 'de overeenkomst met deze partner', date: agreedSince }

/** Throws 422 for an invoice date more than 31 days ahead, or before last year. */
export function refuseDistantDate(invoiceDate: string): void {
  const today = localDateOf(now())
  if (invoiceDate > addDays(today, DAYS_AHEAD)) {
    throw unprocessable('De factuurdatum ligt te ver in de toekomst', 'invoiceDate')
  }
  const first = earliestInvoiceDate(today)
  if (invoiceDate < first) throw unprocessable(`De factuurdatum ligt voor ${dateText(first)}`, 'invoiceDate')
}

/** Throws 422 for an invoice date too far away, or before the agreement or credited invoice that it is based on. */
export function refuseDate(invoiceDate: string, ground: Ground | undefined): void {
  refuseDistantDate(invoiceDate)
  if (ground && invoiceDate < ground.date) {
    throw unprocessable(`De factuurdatum ligt voor ${ground.name} van ${dateText(ground.date)}`, 'invoiceDate')
  }
}

/**
 * Returns invoice date, due date and supply period, with defaults for absent ones. Throws 422 for a due date outside
 * the terms (spec §9), and a period that ends before it begins.
 */
export function datesOf({ has48HourDiscount, ...given }: Dates) {
  const invoiceDate = given.invoiceDate as LocalDate
  const last = addDays(invoiceDate, has48HourDiscount ? DAYS_48 : DAYS_MOST)
  const { dueDate = last } = given
  if (has48HourDiscount && dueDate !== last) {
    throw unprocessable('Met de 48-uurskorting is de vervaldatum twee dagen na de factuurdatum', 'dueDate')
  }
  if (dueDate < invoiceDate || dueDate > last) {
    throw unprocessable('De vervaldatum is hoogstens 30 dagen na de factuurdatum', 'dueDate')
  }
  const { supplyFrom, supplyTo } = supplyPeriodOf(given)
  if (supplyTo < supplyFrom) throw unprocessable('Kies een einddatum op of na de begindatum', 'supplyTo')
  return { invoiceDate, dueDate, supplyFrom, supplyTo }
}

/**
 * Throws 422 for an invoice that does not fit its partner: VAT under a scheme without VAT, or a discount that the
 * partner does not allow.
 */
export function refuseMisfit(
  { allows48HourDiscount }: PartnerRow,
  { lines, supplyTo, has48HourDiscount }: Pick<InvoiceRow, 'lines' | 'supplyTo' | 'has48HourDiscount'>,
): void {
  const at = lines.findIndex(({ vatScheme, vatRate }) => vatRate !== rateUnder(vatScheme, vatRate))
  if (at >= 0) {
    const day = dateText(lines[at]?.supplyDate ?? supplyTo)
    throw unprocessable(`Regel ${at + 1}: de partner rekent op ${day} geen btw. Kies 0 %.`, `lines.${at}.vatRate`)
  }
  if (has48HourDiscount && !allows48HourDiscount) {
    throw unprocessable('Deze partner staat de 48-uurskorting niet toe', 'has48HourDiscount')
  }
}

/** Throws 422 for an invoice line whose day of supply is outside the period of the invoice. */
export function refuseLinesOutsidePeriod({
  lines,
  supplyFrom,
  supplyTo,
}: Pick<InvoiceRow, 'lines' | 'supplyFrom' | 'supplyTo'>) {
  const at = lines.findIndex(({ supplyDate: day = supplyTo }) => day < supplyFrom || day > supplyTo)
  const day = lines[at]?.supplyDate
  if (day === undefined) return
  const period = `${dateText(supplyFrom)} t/m ${dateText(supplyTo)}`
  throw unprocessable(
    `Regel ${at + 1}: ${dateText(day)} valt buiten de levering van ${period}`,
    `lines.${at}.supplyDate`,
  )
}

/**
 * Returns the quantity of an invoice line that no credit note has credited, to two decimals; concepts count as
 * credited.
 */
export const quantityLeft = ({ quantity, credited }: LineRow): number =>
  Math.round((quantity - (credited?.quantity ?? 0)) * 100) / 100

/** Tells whether an invoice is credited in full, in part or not at all. */
export function findCreditedState({ lines }: Pick<InvoiceRow, 'lines'>): CreditedState {
  if (lines.every(({ credited }) => credited === undefined)) return 'none'
  return lines.some((line) => quantityLeft(line) > 0) ? 'part' : 'whole'
}

/**
 * Returns the cents of an invoice, VAT included, that can still be credited; concepts of credit notes count as
 * credited.
 */
export const creditableAmount = ({ totalAmount, lines }: Pick<InvoiceRow, 'totalAmount' | 'lines'>): number =>
  lines.reduce((left, { credited }) => left - (credited ? credited.totalPrice + credited.vatAmount : 0), totalAmount)

/** Values of the payment fields of a new invoice: nothing posted and nothing paid. */
export const unpaid = {
  ...{ open: 0, inTransit: 0, creditedVat: [], payments: [], discountReturned: [] },
  ...{ lastReturn: undefined, paymentDate: undefined },
} satisfies Partial<InvoiceRow>

/** Values of the fields about sending and answering of a new invoice. */
export const unsent = {
  ...{ status: 'concept', sentAt: undefined, supplier: undefined, customer: undefined, documents: undefined },
  ...{ acceptanceDays: undefined, presentedAt: undefined, linkGeneration: 0, answer: undefined },
  ...{ paymentFileId: undefined, sentToPartner: false, sentToAccounting: false },
} as const satisfies Partial<InvoiceRow>

/**
 * Returns what is deducted for payment within 48 hours, in cents: discount and credit restriction over the total after
 * issued credit notes. Returns 0 for an invoice without that offer.
 */
export function promptDiscountOf(row: InvoiceRow): Cents {
  if (!row.has48HourDiscount) return wholeCents(0)
  const total = sumVatShares(computeUncredited(row))
  return wholeCents(total - promptPaymentAmounts(total, row).finalAmount)
}

/** Returns the amounts of an invoice by VAT scheme and rate, less those of its issued credit notes. */
export const computeUncredited = ({ lines, creditedVat }: Pick<InvoiceRow, 'lines' | 'creditedVat'>): TaxedAmount[] =>
  subtractVatShares(vatPerRateOf(lines), creditedVat)

/** Returns what stands of the 48-hour discount taken on an invoice, by VAT scheme and rate; empty without one. */
export const computeStandingDiscount = ({
  payments,
  discountReturned,
}: Pick<InvoiceRow, 'payments' | 'discountReturned'>): TaxedAmount[] =>
  subtractVatShares(
    payments.flatMap(({ discount }) => discount),
    discountReturned,
  )

/** Returns the signed cents that settle an invoice when paid on a day; below 0 the partner repays a credit note. */
export const payableAt = (row: InvoiceRow, day: string): Cents =>
  payableOn({ ...row, open: wholeCents(row.open), promptDiscount: promptDiscountOf(row) }, day)

/** Tells whether an invoice is posted in the book, which happens once, when it is issued. */
export const isPosted = ({ sentAt }: Pick<InvoiceRow, 'sentAt'>): boolean => sentAt !== undefined

/** Tells whether the partner refused an invoice (rulings 51a). */
export const isRefused = ({ answer }: Pick<InvoiceRow, 'answer'>): boolean => answer?.state === 'refused'

type Standing = Pick<InvoiceRow, 'status' | 'sentAt' | 'answer'>

/** Returns the part of an invoice that decides which next statuses it may get. */
export const stepStateOf = (row: Standing) => ({
  status: row.status,
  isSent: row.sentAt !== undefined,
  isOwed: !isRefused(row),
})

/** Tells whether the contents of an invoice may be edited (rulings 45); never for a credit note. */
export const mayEdit = (row: Standing & Pick<InvoiceRow, 'type'>) =>
  row.type === 'invoice' && isEditable(stepStateOf(row))

type Due = Pick<InvoiceRow, 'type' | 'status' | 'dueDate' | 'open'>

/** Returns the number of days that an invoice is overdue, 0 when it is not; a concept is never overdue (rulings 44). */
export function daysOverdue({ type, status, dueDate, open }: Due): number {
  if (type !== 'invoice' || status !== 'in_behandeling' || open <= 0) return 0
  return Math.max(0, daysBetween(dueDate as LocalDate, localDateOf(now())))
}

/** Dutch reason why an invoice in a payment file cannot be changed: the bank may still pay it. */
export const IN_PAYMENT_FILE =
  'Deze factuur staat in een betaalbestand. Trek dat eerst in, of wacht tot de bank betaald heeft.'

/**
 * Returns the amount payable today in signed cents: the open amount, less the discount within 48 hours. The concept of
 * an invoice counts in full, as if it were sent. Credit note concepts, refused (rulings 51a) and cancelled invoices
 * count as 0.
 */
export function payableToday(row: InvoiceRow): number {
  if (isRefused(row) || row.status === 'cancelled') return 0
  const today = localDateOf(now())
  if (isPosted(row)) return payableAt(row, today)
  return row.type === 'invoice' ? payableAt({ ...row, open: row.totalAmount }, today) : 0
}

type Measure = (typeof measures.invoices)[number]

/** Returns what an invoice adds to the counters: 1 for its status. It counts for no user or team. */
export const contributionsOf = ({ status }: Pick<InvoiceRow, 'status'>): Contribution<Measure>[] => [
  { date: STANDING, teamId: 0, userId: INVOICES, name: 'Facturen', measure: `invoice-${status}` },
]

/** Owner of the invoice counters, in place of a user. */
const INVOICES = 'invoices'

/** Tells whether an invoice line, counted from 1, pays a commission, and is no correction or amount entered by hand. */
export const isCommissionLine = ({ commissions }: InvoiceRow, lineOrder: number): boolean =>
  commissions?.itemIds[lineOrder - 1]?.startsWith('due#') ?? false

/**
 * Returns for each invoice line the quantity that a credit note may still credit. Empty for a credit note, and for an
 * invoice that was not sent or was cancelled.
 */
export function creditableOf({ type, sentAt, status, lines }: InvoiceRow) {
  if (type !== 'invoice' || sentAt === undefined || status === 'cancelled') return []
  return lines.flatMap((line, index) => {
    const left = quantityLeft(line)
    return left > 0 ? [{ lineOrder: index + 1, quantity: left }] : []
  })
}
