import * as z from 'zod'
import { type VatScheme, vatSchemeLabels } from '../../../../shared/api/parts/billing.ts'
import type { Settings } from '../../../../shared/api/schemas/invoice-settings.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import type { Attachment } from '../../../../shared/invoices/choices.ts'
import {
  MAX_ATTACHMENTS,
  MAX_TOTAL,
  type NewInvoiceLine,
  NO_LINES,
  TOO_MUCH,
  type VatRate,
} from '../../../../shared/invoices/choices.ts'
import { invoiceFields } from '../../../../shared/invoices/record.ts'
import { NewInvoice } from '../../../../shared/invoices/schemas.ts'
import { checkInvoicingTerm } from '../../../../shared/invoicing/invoicing-term.ts'
import { supplyPeriodOf } from '../../../../shared/invoicing/supply-period.ts'
import { rateOn, schemeOn } from '../../../../shared/invoicing/vat-schemes.ts'
import { cents, computeInvoiceAmounts, type InvoiceLine, isEuros } from '../../../../shared/money.ts'
import { missingFields } from '../../../../shared/partners/choices.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { addDays, isLocalDate, type LocalDate } from '../../../../shared/time.ts'
import type { Field } from '../../../../shared/values/field.ts'
import { formatMoney, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { differencesOf } from '../../../records/differences.ts'
import { formatFieldValue, formLabelsOf, formValuesOf } from '../../../records/field-values.ts'

/** Invoice line in the form, as typed; a number is null while its field is empty. */
export interface LineValues {
  readonly description: string
  readonly quantity: number | null
  readonly unitPrice: number | null
  readonly vatRate: VatRate
  /** Day of supply of the line; empty for the last day of the period. */
  readonly supplyDate?: string | null | undefined
  /** VAT rate before a scheme without VAT set 0 %; `applyVatRates` restores it. Not sent to the server. */
  readonly chargedRate?: VatRate | undefined
}

/** Credit restriction: the percentage of the discounted total that is kept back (spec §9). */
const CREDIT_RESTRICTION = 5
const DAYS_48 = 2
const DAYS_30 = 30

/** Tells whether a line of the form has neither a description nor a price. */
export const isBlank = ({ description, unitPrice }: LineValues): boolean =>
  description.trim() === '' && unitPrice === null

/** Returns the lines without the blank ones at the end; an empty day of supply becomes null. */
function dropBlankEnd(lines: readonly LineValues[]): z.input<typeof NewInvoiceLine>[] {
  const last = lines.findLastIndex((line) => !isBlank(line))
  return lines
    .slice(0, last + 1)
    .map(({ supplyDate, ...line }) => ({ ...line, supplyDate: supplyDate || null })) as z.input<typeof NewInvoiceLine>[]
}

const optionalDate = (name: 'dueDate' | 'supplyFrom' | 'supplyTo') =>
  z.union([z.literal('').transform(() => undefined), NewInvoice.shape[name]])

/** Schema of the invoice form: drops blank lines at the end, and turns each attachment into its path. */
export const InvoiceForm = NewInvoice.extend({
  description: NewInvoice.shape.description.or(z.literal('')),
  dueDate: NewInvoice.shape.invoiceDate,
  supplyFrom: optionalDate('supplyFrom'),
  supplyTo: optionalDate('supplyTo'),
  lines: z
    .custom<LineValues[]>()
    .transform(dropBlankEnd)
    .pipe(NewInvoice.shape.lines)
    .superRefine((lines, context) => {
      for (const [index, { quantity, unitPrice }] of lines.entries()) {
        if (quantity * unitPrice <= MAX_TOTAL) continue
        context.addIssue({ code: 'custom', path: [index, 'unitPrice'], message: TOO_MUCH })
      }
    })
    .refine((lines) => lines.some(({ quantity, unitPrice }) => quantity * unitPrice > 0), NO_LINES),
  attachments: z
    .custom<Attachment[]>()
    .refine(({ length }) => length <= MAX_ATTACHMENTS, `Hoogstens ${MAX_ATTACHMENTS} bijlagen`)
    .transform((attachments) => attachments.map(({ path }) => path)),
})

/** Schema of the form for an invoice of commissions: its lines cannot change and are not sent. */
export const FixedLinesForm = InvoiceForm.extend({
  lines: z.custom<LineValues[]>().transform((): NewInvoiceLine[] => []),
})
export type InvoiceValues = z.input<typeof InvoiceForm>
export type CheckedInvoice = z.output<typeof InvoiceForm>

/** Returns the typed description of an invoice, or else the description of its first line. */
export const descriptionOf = (
  { description, lines }: Pick<CheckedInvoice, 'description' | 'lines'>,
  invoice: InvoiceDetails | null,
): string => description || ((invoice?.isOfCommissions ? invoice.lines : lines)[0]?.description ?? '')

/** Returns a new invoice line: quantity 1, no description, no price, and the given VAT rate. */
export const buildEmptyLine = (vatRate: VatRate): LineValues => ({
  description: '',
  quantity: 1,
  unitPrice: null,
  vatRate,
})

/**
 * Returns the due date of an invoice: after 30 days, or 2 days with the 48-hour discount (spec §9). Empty without an
 * invoice date.
 */
export function dueDateOf(invoiceDate: string, has48HourDiscount: boolean): string {
  if (!isLocalDate(invoiceDate)) return ''
  return addDays(invoiceDate as LocalDate, has48HourDiscount ? DAYS_48 : DAYS_30)
}

/** Returns the form values of an invoice; for null those of a new invoice dated `today`. */
export function valuesOf(invoice: InvoiceDetails | null, settings: Settings, today: string): InvoiceValues {
  const { supplyTo } = supplyPeriodOf({ invoiceDate: today })
  const vatRate = invoice?.vatRate ?? rateOn(settings.defaultVatRates, supplyTo)
  return {
    ...formValuesOf<InvoiceValues>(invoiceFields, {
      ...{ invoiceDate: today, dueDate: dueDateOf(today, false), autoSendEnabled: true },
      ...{ has48HourDiscount: false, discountPercentage: settings.defaultDiscountPercentage },
      ...invoice,
    }),
    vatRate,
    lines: invoice?.lines.map((line) => lineValues(line, settings)) ?? [buildEmptyLine(vatRate)],
    attachments: [...(invoice?.attachments ?? [])],
  }
}

const lineValues = (
  { description, quantity, unitPrice, vatRate, supplyDate, vatScheme }: InvoiceDetails['lines'][number],
  { defaultVatRate }: Settings,
): LineValues => ({
  description,
  quantity,
  unitPrice,
  vatRate,
  supplyDate,
  ...(vatScheme === 'normaal' ? {} : { chargedRate: defaultVatRate }),
})

/** Dates of the form that determine the VAT scheme of its lines. */
export type SupplyValues = Pick<InvoiceValues, 'invoiceDate' | 'supplyFrom' | 'supplyTo'>

/** Returns the partner's VAT scheme on the day of supply of a line; undefined without partner or invoice date. */
export function schemeOfLine(
  { supplyDate }: Pick<LineValues, 'supplyDate'>,
  partner: Partner | undefined,
  values: SupplyValues,
): VatScheme | undefined {
  if (!partner || !isLocalDate(values.invoiceDate)) return undefined
  return schemeOn(partner.vatSchemes, supplyDate || supplyPeriodOf(values).supplyTo)
}

/**
 * Returns lines with the VAT rate that the scheme on their day requires. A scheme without VAT sets 0 % and keeps the
 * earlier rate in `chargedRate`; `normaal` restores that rate. Without a known scheme a line stays as it is.
 */
export const applyVatRates = (
  lines: readonly LineValues[],
  partner: Partner | undefined,
  values: SupplyValues,
): LineValues[] =>
  lines.map((line) => {
    const scheme = schemeOfLine(line, partner, values)
    if (scheme === undefined) return line
    const { chargedRate, ...rest } = line
    if (scheme === 'normaal') return chargedRate === undefined ? line : { ...rest, vatRate: chargedRate }
    return chargedRate === undefined ? { ...line, vatRate: 0, chargedRate: line.vatRate } : line
  })

/**
 * Returns what to say of lines invoiced after the 15th of the month after their supply, and of an invoice that covers
 * more than a calendar month (art. 34g Wet OB). Corrections and blank lines have no term.
 */
export function describeTerm(values: SupplyValues, lines: readonly LineValues[]): string[] {
  if (!isLocalDate(values.invoiceDate)) return []
  const rows = lines.flatMap((line, index) => (isBlank(line) || (line.quantity ?? 0) < 0 ? [] : [{ line, index }]))
  const { late, months } = checkInvoicingTerm(
    values,
    rows.map(({ line }) => line),
  )
  const numbers = late.map((at) => String((rows[at]?.index ?? 0) + 1))
  const named = numbers.length > 1 ? `${numbers.slice(0, -1).join(', ')} en ${numbers.at(-1)} zijn` : `${numbers[0]} is`
  return [
    ...(late.length === 0 ? [] : [`Regel ${named} later dan de 15e na de leveringsmaand.`]),
    ...(months > 1 ? ['Deze factuur beslaat meer dan één kalendermaand.'] : []),
  ]
}

/** Returns a line in cents; an incomplete or too large line counts as 0. */
function pricedLine({ quantity, unitPrice, vatRate }: LineValues, vatScheme?: VatScheme): InvoiceLine {
  // On an invoice of commissions, a deduction is a line with a negative quantity.
  const isTyped = quantity !== null && isAmount(Math.abs(quantity)) && isAmount(unitPrice)
  const isReadable = isTyped && Math.abs(quantity) * unitPrice <= MAX_TOTAL
  return { quantity: isReadable ? quantity : 0, unitPrice: cents(isReadable ? unitPrice : 0), vatRate, vatScheme }
}

const MAX_AMOUNT = 1_000_000
const isAmount = (value: number | null | undefined): value is number =>
  typeof value === 'number' && isEuros(value) && value >= 0 && value <= MAX_AMOUNT

/**
 * Computes the amounts of an invoice in cents from the typed lines and discount, by the server's code (rulings 41).
 * `schemeOf` gives the VAT scheme of a line. Incomplete or too large lines, and a wrong percentage, count as 0.
 */
export function computeTypedAmounts(
  lines: readonly LineValues[],
  { has48HourDiscount, discountPercentage }: Pick<InvoiceValues, 'has48HourDiscount' | 'discountPercentage'>,
  schemeOf: (line: LineValues) => VatScheme | undefined = () => undefined,
) {
  const percentage = isAmount(discountPercentage) && discountPercentage <= 100 ? discountPercentage : 0
  return computeInvoiceAmounts(
    lines.map((line) => pricedLine(line, schemeOf(line))),
    has48HourDiscount ? { discountPercentage: percentage, creditRestrictionPercentage: CREDIT_RESTRICTION } : null,
  )
}

/** Returns the total of one typed line without VAT, in cents. */
export const computeLineTotal = (line: LineValues) => computeInvoiceAmounts([pricedLine(line)], null).amount

/**
 * Returns a warning for a partner without a self-billing agreement (rulings 50); undefined for a partner with one, and
 * without a partner.
 */
export const warnOfMissingAgreement = (partner: Partner | undefined): string | undefined =>
  partner && !partner.agreement ? 'Met deze partner is nog geen self-billing overeenkomst vastgelegd.' : undefined

/**
 * Tells whether a partner charges no VAT on the last day of the period of supply (decision 51). False without a partner
 * or an invoice date.
 */
export const hasSchemeWithoutVat = (partner: Partner | undefined, values: SupplyValues): boolean =>
  (schemeOfLine({}, partner, values) ?? 'normaal') !== 'normaal'

interface Rated {
  readonly vatRate: number
  readonly vatScheme?: VatScheme | undefined
}

/**
 * Formats the VAT rate of one of `all` lines: `21 %`. When the lines have several schemes, adds the scheme unless it is
 * `normaal`: `0 % (Vrijgesteld van btw)`.
 */
export function formatVatRate({ vatRate, vatScheme = 'normaal' }: Rated, all: readonly Rated[]): string {
  const isMixed = all.some((other) => (other.vatScheme ?? 'normaal') !== vatScheme)
  return isMixed && vatScheme !== 'normaal' ? `${vatRate} % (${vatSchemeLabels[vatScheme]})` : `${vatRate} %`
}

/** Labels of the fields of the invoice form. */
export const fieldLabels = formLabelsOf(invoiceFields)

/**
 * Returns a fixed title and message, naming all three fields, when the partner or a date is missing (spec §5). Returns
 * null when all are filled in.
 */
export const describeMissingFields = (values: Partial<InvoiceValues>) =>
  values.partnerCompanyId && values.invoiceDate && values.dueDate
    ? null
    : { ...missingFields, message: 'Vul alle verplichte velden in: Partner, Factuur datum en Vervaldatum.' }

/**
 * Formats the value of an invoice field for the history or a conflict: `leeg`, `ja`, `2 regels`, `22-11-2026`. A
 * percentage becomes `21 %`; attachments become their file names.
 */
export function invoiceValueText(name: keyof typeof invoiceFields, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'geen'
    if (name === 'attachments') return value.map(({ filename }) => filename).join(', ')
    return value.length === 1 ? '1 regel' : `${value.length} regels`
  }
  const field: Field = invoiceFields[name]
  return field.format === 'own' && typeof value === 'number'
    ? `${formatNumber(value)} %`
    : formatFieldValue(field, value)
}

/** Returns the changed fields between two states of an invoice, with the new value: `Vervaldatum: 22-11-2026`. */
export const findChangedFields = (before: InvoiceDetails, after: InvoiceDetails): string[] =>
  differencesOf(fieldLabels, before, after, (name) => formatField(name, after))

function formatField(name: keyof typeof fieldLabels, invoice: InvoiceDetails): string {
  if (name === 'assignedUserId') return invoice.assignedUser ? fullNameOf(invoice.assignedUser) : 'niemand'
  if (name === 'lines') return `${invoiceValueText(name, invoice.lines)}, ${formatMoney(invoice.totalAmount)} incl. btw`
  return invoiceValueText(name, invoice[name])
}
