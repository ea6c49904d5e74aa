import type { VatScheme } from '../../../shared/api/parts/billing.ts'
import { moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText } from '../../../shared/time.ts'
import type { InvoiceRow, LineRow } from './entity.ts'

/**
 * An invoice or credit note with both parties and the answer term as they were at sending; the source of its documents.
 */
export type Issued = InvoiceRow & {
  readonly supplier: NonNullable<InvoiceRow['supplier']>
  readonly customer: NonNullable<InvoiceRow['customer']>
  readonly acceptanceDays: number
}

/** Tells whether an invoice is issued: it has the data of both parties and the days for an answer. */
export const isIssued = (row: InvoiceRow): row is Issued =>
  row.supplier !== undefined && row.customer !== undefined && row.acceptanceDays !== undefined

/** Returns the Dutch sentence that the law requires on an invoice that its recipient made (rulings 42, 48). */
export const selfBillingNoticeOf = ({ type }: Pick<InvoiceRow, 'type'>): string =>
  type === 'invoice' ? 'Factuur uitgereikt door afnemer' : 'Creditfactuur uitgereikt door afnemer'

/** Dutch reason why a line has no VAT, as documents show it, by VAT scheme; null for the scheme with VAT. */
const exemptionOf: Record<VatScheme, string | null> = {
  normaal: null,
  kor: 'Vrijgesteld van btw: kleineondernemersregeling (artikel 25 Wet op de omzetbelasting 1968)',
  verlegd: 'Btw verlegd',
  'verlegd-buitenland': 'Btw verlegd',
  vrijgesteld: 'Vrijgesteld van btw (artikel 11 Wet op de omzetbelasting 1968)',
}

/** Returns the Dutch reasons why lines have no VAT, each once, in the order of the lines. */
export const exemptionsOf = (lines: readonly Pick<LineRow, 'vatScheme'>[]): string[] => [
  ...new Set(lines.flatMap(({ vatScheme }) => exemptionOf[vatScheme] ?? [])),
]

const percent = (value: number) => `${String(value).replace('.', ',')} %`

/** Returns the payment terms in Dutch: amount, due date and any 48-hour discount; for a credit note the set-off. */
export function termsOf(row: InvoiceRow): string {
  const total = moneyText(wholeCents(row.totalAmount))
  if (row.type === 'credit_note') return `Wordt verrekend: ${moneyText(wholeCents(-row.totalAmount))}.`
  if (!row.has48HourDiscount) return `Te betalen ${total} uiterlijk op ${dateText(row.dueDate)}.`
  const sooner = moneyText(wholeCents(row.finalAmount))
  const part = (name: string, percentage: number, amount: number) =>
    `${name} ${percent(percentage)} ${moneyText(wholeCents(amount))}`
  const off = [
    part('48-uurskorting', row.discountPercentage, row.discountAmount),
    part('kredietbeperking', row.creditRestrictionPercentage, row.creditRestrictionAmount),
  ].join(' en ')
  return `Bij betaling uiterlijk op ${dateText(row.dueDate)} volstaat ${sooner} (${off}); daarna is ${total} verschuldigd.`
}
