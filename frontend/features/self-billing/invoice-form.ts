import * as z from 'zod'
import {
  type Attachment,
  type InvoiceDetails,
  MAX_ATTACHMENTS,
  MAX_TOTAL,
  NewInvoice,
  type NewInvoiceLine,
  NO_LINES,
  TOO_MUCH,
  type VatRate,
} from '../../../shared/contract/invoices.ts'
import { missingFields, type Partner, type VatScheme, vatSchemeLabels } from '../../../shared/contract/partners.ts'
import type { Settings } from '../../../shared/contract/self-billing.ts'
import { cents, type InvoiceLine, invoiceAmounts, isEuros } from '../../../shared/money.ts'
import { addDays, isLocalDate, type LocalDate } from '../../../shared/time.ts'
import { schemeOn, supplyPeriod } from '../../../shared/vat-schemes.ts'
import { formatDate, formatMoney, formatNumber, fullName } from '../../lib/format.ts'
import { differencesOf } from '../../records/differences.ts'

/** A line as it is typed; a number is null while its box is empty. */
export interface LineValues {
  readonly description: string
  readonly quantity: number | null
  readonly unitPrice: number | null
  readonly vatRate: VatRate
  /** Its day of supply; empty for the last of the period. */
  readonly supplyDate?: string | null | undefined
  /** What it has on a day on which its partner charges VAT, while that is not its day; it is not sent. */
  readonly chargedRate?: VatRate | undefined
}

/** What of the discounted total is restricted (spec §9), in percent. */
const CREDIT_RESTRICTION = 5
const DAYS_48 = 2
const DAYS_30 = 30

export const isBlank = ({ description, unitPrice }: LineValues): boolean =>
  description.trim() === '' && unitPrice === null

/** The lines without those at the end in which nothing was typed yet. */
function written(lines: readonly LineValues[]): z.input<typeof NewInvoiceLine>[] {
  const last = lines.findLastIndex((line) => !isBlank(line))
  return lines
    .slice(0, last + 1)
    .map(({ supplyDate, ...line }) => ({ ...line, supplyDate: supplyDate || null })) as z.input<typeof NewInvoiceLine>[]
}

const daily = (name: 'dueDate' | 'supplyFrom' | 'supplyTo') =>
  z.union([z.literal('').transform(() => undefined), NewInvoice.shape[name]])

/** The form of an invoice: lines may end with blank ones, attachments are known by name. */
export const InvoiceForm = NewInvoice.extend({
  description: NewInvoice.shape.description.or(z.literal('')),
  dueDate: NewInvoice.shape.invoiceDate,
  supplyFrom: daily('supplyFrom'),
  supplyTo: daily('supplyTo'),
  lines: z
    .custom<LineValues[]>()
    .transform(written)
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
/** The form of an invoice whose lines are commissions: they stay as they are and are not sent. */
export const FixedLinesForm = InvoiceForm.extend({
  lines: z.custom<LineValues[]>().transform((): NewInvoiceLine[] => []),
})
export type InvoiceValues = z.input<typeof InvoiceForm>
export type CheckedInvoice = z.output<typeof InvoiceForm>

/** Returns the typed description of an invoice, else that of its first line. */
export const descriptionOf = (
  { description, lines }: Pick<CheckedInvoice, 'description' | 'lines'>,
  invoice: InvoiceDetails | null,
): string => description || ((invoice?.isOfCommissions ? invoice.lines : lines)[0]?.description ?? '')

/** A new line. */
export const emptyLine = (vatRate: VatRate): LineValues => ({ description: '', quantity: 1, unitPrice: null, vatRate })

/** When an invoice of a day is due (spec §9); an empty text for no day. */
export function dueDateOf(invoiceDate: string, has48HourDiscount: boolean): string {
  if (!isLocalDate(invoiceDate)) return ''
  return addDays(invoiceDate as LocalDate, has48HourDiscount ? DAYS_48 : DAYS_30)
}

/** An invoice as the form shows it; without one a new one, of today. */
export function valuesOf(invoice: InvoiceDetails | null, settings: Settings, today: string): InvoiceValues {
  const vatRate = invoice?.vatRate ?? settings.defaultVatRate
  return {
    partnerCompanyId: invoice?.partnerCompanyId ?? '',
    description: invoice?.description ?? '',
    invoiceDate: invoice?.invoiceDate ?? today,
    dueDate: invoice?.dueDate ?? dueDateOf(today, false),
    supplyFrom: invoice?.supplyFrom ?? '',
    supplyTo: invoice?.supplyTo ?? '',
    has48HourDiscount: invoice?.has48HourDiscount ?? false,
    discountPercentage: invoice?.discountPercentage ?? settings.defaultDiscountPercentage,
    vatRate,
    lines: invoice?.lines.map((line) => lineValues(line, settings)) ?? [emptyLine(vatRate)],
    notes: invoice?.notes ?? '',
    assignedUserId: invoice?.assignedUserId ?? '',
    autoSendEnabled: invoice?.autoSendEnabled ?? true,
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

/** Where the schemes of lines come from: their partner and the dates of the invoice, as they are typed. */
export type SupplyValues = Pick<InvoiceValues, 'invoiceDate' | 'supplyFrom' | 'supplyTo'>

/** Returns the scheme of a line's day of supply; undefined as long as partner or date are not known. */
export function schemeOfLine(
  { supplyDate }: Pick<LineValues, 'supplyDate'>,
  partner: Partner | undefined,
  values: SupplyValues,
): VatScheme | undefined {
  if (!partner || !isLocalDate(values.invoiceDate)) return undefined
  return schemeOn(partner.vatSchemes, supplyDate || supplyPeriod(values).supplyTo)
}

/** Returns lines with the rates of their days: 0 % without VAT, and what they had before on a day with it. */
export const rated = (lines: readonly LineValues[], partner: Partner | undefined, values: SupplyValues): LineValues[] =>
  lines.map((line) => {
    const scheme = schemeOfLine(line, partner, values)
    if (scheme === undefined) return line
    const { chargedRate, ...rest } = line
    if (scheme === 'normaal') return chargedRate === undefined ? line : { ...rest, vatRate: chargedRate }
    return chargedRate === undefined ? { ...line, vatRate: 0, chargedRate: line.vatRate } : line
  })

/** A line in cents, what cannot be computed yet, or is more than an invoice may be, as nothing. */
function pricedOf({ quantity, unitPrice, vatRate }: LineValues, vatScheme?: VatScheme): InvoiceLine {
  // A correction among commissions has a quantity below nothing.
  const isTyped = quantity !== null && isAmount(Math.abs(quantity)) && isAmount(unitPrice)
  const isReadable = isTyped && Math.abs(quantity) * unitPrice <= MAX_TOTAL
  return { quantity: isReadable ? quantity : 0, unitPrice: cents(isReadable ? unitPrice : 0), vatRate, vatScheme }
}

const MOST = 1_000_000
const isAmount = (value: number | null | undefined): value is number =>
  typeof value === 'number' && isEuros(value) && value >= 0 && value <= MOST

/** What the form comes to as it is typed, by the arithmetic of the server (rulings 41), in cents. */
export function amountsTyped(
  lines: readonly LineValues[],
  { has48HourDiscount, discountPercentage }: Pick<InvoiceValues, 'has48HourDiscount' | 'discountPercentage'>,
  schemeOf: (line: LineValues) => VatScheme | undefined = () => undefined,
) {
  const percentage = isAmount(discountPercentage) && discountPercentage <= 100 ? discountPercentage : 0
  return invoiceAmounts(
    lines.map((line) => pricedOf(line, schemeOf(line))),
    has48HourDiscount ? { discountPercentage: percentage, creditRestrictionPercentage: CREDIT_RESTRICTION } : null,
  )
}

/** What one line comes to without VAT, in cents. */
export const lineTotal = (line: LineValues) => invoiceAmounts([pricedOf(line)], null).amount

/** Why a partner cannot be invoiced yet; undefined where it can (rulings 50). */
export const partnerWarning = (partner: Partner | undefined): string | undefined =>
  partner && !partner.agreement ? 'Met deze partner is nog geen self-billing overeenkomst vastgelegd.' : undefined

/** Whether a partner charges no VAT on the last day of the period of supply, as a new line has it (rulings 41). */
export const chargesNoVat = (partner: Partner | undefined, values: SupplyValues): boolean =>
  (schemeOfLine({}, partner, values) ?? 'normaal') !== 'normaal'

interface Rated {
  readonly vatRate: number
  readonly vatScheme?: VatScheme | undefined
}

/** Returns a rate as `21 %`, without VAT among lines of several schemes with the reason: `0 % (Btw verlegd)`. */
export function rateLabel({ vatRate, vatScheme = 'normaal' }: Rated, all: readonly Rated[]): string {
  const isMixed = all.some((other) => (other.vatScheme ?? 'normaal') !== vatScheme)
  return isMixed && vatScheme !== 'normaal' ? `${vatRate} % (${vatSchemeLabels[vatScheme]})` : `${vatRate} %`
}

/** The fields of the form with their labels. */
export const fieldLabels = {
  partnerCompanyId: 'Partner',
  description: 'Omschrijving',
  invoiceDate: 'Factuurdatum',
  dueDate: 'Vervaldatum',
  supplyFrom: 'Geleverd van',
  supplyTo: 'Geleverd tot en met',
  has48HourDiscount: '48-uur Betalingskorting',
  discountPercentage: 'Korting',
  vatRate: 'BTW van nieuwe regels',
  lines: 'Factuurregels',
  notes: 'Interne notities',
  assignedUserId: 'Toegewezen aan',
  autoSendEnabled: 'Automatisch naar de boekhouding',
  attachments: 'Bijlagen',
} as const satisfies Record<keyof InvoiceValues, string>

/** The fields of each tab, by which what is wrong is found. */
export const tabFields = {
  basis: [
    ...(['partnerCompanyId', 'description', 'invoiceDate', 'dueDate', 'supplyFrom', 'supplyTo'] as const),
    ...(['vatRate', 'notes', 'assignedUserId', 'autoSendEnabled'] as const),
  ],
  regels: ['lines', 'has48HourDiscount', 'discountPercentage'],
  bijlagen: ['attachments'],
} as const

/** What a form says in which partner or a date is missing (spec §5). */
export const missingOf = (values: Partial<InvoiceValues>) =>
  values.partnerCompanyId && values.invoiceDate && values.dueDate
    ? null
    : { ...missingFields, message: 'Vul alle verplichte velden in: Partner, Factuur datum en Vervaldatum.' }

/** A value of a field as people read it. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg'
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'geen'
    if (field === 'attachments') return value.map(({ filename }) => filename).join(', ')
    return value.length === 1 ? '1 regel' : `${value.length} regels`
  }
  if (typeof value === 'number') return `${formatNumber(value)} %`
  return isLocalDate(String(value)) ? formatDate(String(value)) : String(value)
}

/** What differs between two states of an invoice, as `Vervaldatum: 22-11-2026`. */
export const differences = (before: InvoiceDetails, after: InvoiceDetails): string[] =>
  differencesOf(fieldLabels, before, after, (name) => shown(name, after))

function shown(name: keyof typeof fieldLabels, invoice: InvoiceDetails): string {
  if (name === 'assignedUserId') return invoice.assignedUser ? fullName(invoice.assignedUser) : 'niemand'
  if (name === 'lines') return `${valueText(name, invoice.lines)}, ${formatMoney(invoice.totalAmount)} incl. BTW`
  return valueText(name, invoice[name])
}
