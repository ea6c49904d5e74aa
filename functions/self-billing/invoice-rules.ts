import type { CreditedState, NewInvoiceLine, VatRate } from '../../shared/contract/invoices.ts'
import { firstInvoiceDate, MAX_TOTAL, NO_AMOUNT, NO_LINES, TOO_MUCH } from '../../shared/contract/invoices.ts'
import type { VatScheme } from '../../shared/contract/partners.ts'
import { AppError, unprocessable } from '../../shared/errors.ts'
import { isEditable } from '../../shared/invoice-steps.ts'
import type { measures } from '../../shared/measures.ts'
import {
  type Cents,
  cents,
  invoiceAmounts,
  lineAmounts,
  payableOn,
  promptAmounts,
  wholeCents,
} from '../../shared/money.ts'
import { addDays, dateText, daysBetween, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { type DatedScheme, rateUnder, schemeOn, supplyPeriod } from '../../shared/vat-schemes.ts'
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

/** A line to be made; one that corrects another has the scheme of that (rulings 41). */
export type DraftLine = NewInvoiceLine & {
  readonly vatScheme?: VatScheme | undefined
  /** Rate of a line without one, where its partner charges VAT. */
  readonly defaultRate?: VatRate | undefined
}

/** When lines without a day of their own were supplied, and under which schemes. */
export interface Supplied {
  readonly vatSchemes: readonly DatedScheme[]
  readonly supplyTo: string
}

/**
 * Returns lines with their amounts and the scheme of their day of supply. 422 where they come to nothing, or to more than
 * an invoice may.
 */
export function linesOf(lines: readonly DraftLine[], supplied: Supplied): LineRow[] {
  const computed = lines.map(({ unitPrice, supplyDate, defaultRate = 21, ...line }) => {
    const day = supplyDate ? { supplyDate } : {}
    const vatScheme = line.vatScheme ?? schemeOf(day, supplied)
    const vatRate = line.vatRate ?? rateUnder(vatScheme, defaultRate)
    const priced = { ...line, ...day, vatRate, unitPrice: cents(unitPrice) }
    return { ...priced, ...lineAmounts(priced), vatScheme }
  })
  const total = computed.reduce((sum, { totalPrice, vatAmount }) => sum + totalPrice + vatAmount, 0)
  // A run may take corrections along down to 0.
  const hasCorrection = lines.some(({ quantity = 1 }) => quantity < 0)
  if (total < 0 || (total === 0 && !hasCorrection)) {
    throw new AppError('unprocessable', NO_AMOUNT, { errors: { lines: [NO_LINES] } })
  }
  if (total > MAX_TOTAL * 100) throw unprocessable(TOO_MUCH, 'lines')
  return computed
}

/** Adds the default rate to the lines of a form; calls `rateOf` only where a line has no rate. */
export async function withDefaultRate<Form extends { readonly lines?: DraftLine[] | undefined }>(
  form: Form,
  rateOf: () => Promise<VatRate>,
): Promise<Form> {
  if (!form.lines?.some(({ vatRate }) => vatRate === undefined)) return form
  const defaultRate = await rateOf()
  return { ...form, lines: form.lines.map((line) => ({ ...line, defaultRate })) }
}

/** Returns the scheme of a line's day of supply: its own, or the last of the period. */
export const schemeOf = ({ supplyDate }: Pick<LineRow, 'supplyDate'>, { vatSchemes, supplyTo }: Supplied): VatScheme =>
  schemeOn(vatSchemes, supplyDate ?? supplyTo)

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
  const { supplyFrom, supplyTo } = supplyPeriod(given)
  if (supplyTo < supplyFrom) throw unprocessable('Kies een einddatum op of na de begindatum', 'supplyTo')
  return { invoiceDate, dueDate, supplyFrom, supplyTo }
}

/** Refuses an invoice that does not fit its partner: VAT under a scheme without, a discount that is not allowed. 422. */
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
    throw unprocessable('Deze partner staat de 48-uur betalingskorting niet toe', 'has48HourDiscount')
  }
}

/** Refuses a line that was supplied outside the period of its invoice. 422. */
export function refuseOutside({ lines, supplyFrom, supplyTo }: Pick<InvoiceRow, 'lines' | 'supplyFrom' | 'supplyTo'>) {
  const at = lines.findIndex(({ supplyDate: day = supplyTo }) => day < supplyFrom || day > supplyTo)
  const day = lines[at]?.supplyDate
  if (day === undefined) return
  const period = `${dateText(supplyFrom)} t/m ${dateText(supplyTo)}`
  throw unprocessable(
    `Regel ${at + 1}: ${dateText(day)} valt buiten de levering van ${period}`,
    `lines.${at}.supplyDate`,
  )
}

/** What of a line no credit note took back. */
export const quantityLeft = ({ quantity, credited }: LineRow): number =>
  Math.round((quantity - (credited?.quantity ?? 0)) * 100) / 100

/** How much of an invoice credit notes took back. */
export function creditedOf({ lines }: Pick<InvoiceRow, 'lines'>): CreditedState {
  if (lines.every(({ credited }) => credited === undefined)) return 'none'
  return lines.some((line) => quantityLeft(line) > 0) ? 'part' : 'whole'
}

/** Returns what of an invoice no credit note takes back, concepts of them included, in cents with VAT. */
export const creditableAmount = ({ totalAmount, lines }: Pick<InvoiceRow, 'totalAmount' | 'lines'>): number =>
  lines.reduce((left, { credited }) => left - (credited ? credited.totalPrice + credited.vatAmount : 0), totalAmount)

/** How the money of a new invoice stands: nothing is posted, and nothing is paid. */
export const unpaid = {
  ...{ open: 0, inTransit: 0, creditedAmount: 0, payments: [], discountReturned: 0 },
  ...{ lastReturn: undefined, paymentDate: undefined },
} satisfies Partial<InvoiceRow>

/** Fields of an invoice that was sent to nobody and answered by nobody. */
export const unsent = {
  ...{ status: 'concept', sentAt: undefined, supplier: undefined, customer: undefined, documents: undefined },
  ...{ acceptanceDays: undefined, presentedAt: undefined, linkGeneration: 0, answer: undefined },
  ...{ paymentFileId: undefined, sentToPartner: false, sentToAccounting: false },
} as const satisfies Partial<InvoiceRow>

/** Returns what is taken off an invoice that is paid within 48 hours: of what its own credit notes left of it. */
export const promptDiscountOf = (row: InvoiceRow): Cents =>
  row.has48HourDiscount
    ? wholeCents(
        row.totalAmount -
          row.creditedAmount -
          promptAmounts(wholeCents(row.totalAmount - row.creditedAmount), row).finalAmount,
      )
    : wholeCents(0)

/** Returns what settles an invoice on a day, in signed cents: below 0 a partner repays it. */
export const payableAt = (row: InvoiceRow, day: string): Cents =>
  payableOn({ ...row, open: wholeCents(row.open), promptDiscount: promptDiscountOf(row) }, day)

/** Whether an invoice was issued: posted in the book, with documents that stand. */
export const isPosted = ({ sentAt }: Pick<InvoiceRow, 'sentAt'>): boolean => sentAt !== undefined

/** Whether the partner refused an invoice (rulings 51a). */
export const isRefused = ({ answer }: Pick<InvoiceRow, 'answer'>): boolean => answer?.state === 'refused'

type Standing = Pick<InvoiceRow, 'status' | 'sentAt' | 'answer'>

/** How an invoice stands, as the table of steps asks. */
export const standingOf = (row: Standing) => ({
  status: row.status,
  isSent: row.sentAt !== undefined,
  isOwed: !isRefused(row),
})

/** Whether the contents may be changed (rulings 45); a credit note's follow from its invoice. */
export const mayEdit = (row: Standing & Pick<InvoiceRow, 'type'>) =>
  row.type === 'invoice' && isEditable(standingOf(row))

type Due = Pick<InvoiceRow, 'type' | 'status' | 'dueDate' | 'open'>

/** Returns by how many days an invoice should have been paid, 0 where it is not late; nobody owes a concept (rulings 44). */
export function daysOverdue({ type, status, dueDate, open }: Due): number {
  if (type !== 'invoice' || status !== 'in_behandeling' || open <= 0) return 0
  return Math.max(0, daysBetween(dueDate as LocalDate, localDateOf(now())))
}

/** The refusal to take away the ground of a payment that a bank may carry out. */
export const IN_PAYMENT_FILE =
  'Deze factuur staat in een betaalbestand. Trek dat eerst in, of wacht tot de bank betaald heeft.'

/**
 * Returns what is to be paid today, in signed cents: what is open, less the discount within the 48 hours; of the concept of
 * an invoice what it will come to, of that of a credit note nothing. Nothing of one that its partner refused (rulings 51a),
 * or that is cancelled.
 */
export function payableToday(row: InvoiceRow): number {
  if (isRefused(row) || row.status === 'cancelled') return 0
  const today = localDateOf(now())
  if (isPosted(row)) return payableAt(row, today)
  return row.type === 'invoice' ? payableAt({ ...row, open: row.totalAmount }, today) : 0
}

type Measure = (typeof measures.invoices)[number]

/** What an invoice adds to the counters as it stands: it is nobody's own. */
export const contributionsOf = ({ status }: Pick<InvoiceRow, 'status'>): Contribution<Measure>[] => [
  { date: STANDING, teamId: 0, userId: INVOICES, name: 'Facturen', measure: `invoice-${status}` },
]

/** Whose counter it is. */
const INVOICES = 'invoices'
