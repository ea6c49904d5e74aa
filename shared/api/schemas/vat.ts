import * as z from '../../zod.ts'
import { orNull } from '../parts/fields.ts'

/** Categories of VAT in a period. */
export const vatCategories = [
  'normaal-21',
  'normaal-9',
  'normaal-0',
  'verlegd',
  'verlegd-buitenland',
  'own',
  'discount',
  'owed',
  'kor',
  'vrijgesteld',
  'refused',
  'unpaid',
] as const
export type VatCategory = (typeof vatCategories)[number]

export const vatCategoryLabels: Record<VatCategory, string> = {
  'normaal-21': 'Normaal 21 %',
  'normaal-9': 'Normaal 9 %',
  'normaal-0': 'Normaal 0 %',
  verlegd: 'Verlegd, Nederlandse firma',
  'verlegd-buitenland': 'Verlegd, buitenlandse firma',
  own: "Eigen facturen van zzp'ers",
  discount: '48-uurskorting',
  owed: 'Verlegd naar ons',
  kor: 'KOR',
  vrijgesteld: 'Vrijgesteld',
  refused: 'Geweigerd',
  unpaid: 'Langer dan een jaar onbetaald',
}

/** A document behind a number, in euros. */
export const VatDocument = z.object({
  /** Id of the invoice or credit note; null for an invoice that a zzp'er sent us. */
  id: orNull(z.string()),
  number: z.string(),
  date: z.iso.date(),
  /** Name of the partner, or of the zzp'er. */
  partnerName: z.string(),
  base: z.number(),
  vat: z.number(),
})
export type VatDocument = z.output<typeof VatDocument>

const VatRow = z.object({
  category: z.enum(vatCategories),
  /** Box of the VAT return: 2a or 5b; null where the amounts are in no box. */
  box: orNull(z.enum(['2a', '5b'])),
  base: z.number(),
  vat: z.number(),
  /** By date; a document has one line for each of its postings. */
  documents: z.array(VatDocument),
})
export type VatRow = z.output<typeof VatRow>

/**
 * VAT of a period, in euros. `deductible` = eInvoices + reversed + own + discount − refused, and `refund` = deductible − owed.
 */
export const Vat = z.object({
  period: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** All categories, in their order; those without documents too. */
  rows: z.array(VatRow),
  /** VAT of the e-invoices (UBL) of the period, refused ones included. */
  eInvoices: z.number(),
  /** VAT that is reversed to us, of all invoices. */
  reversed: z.number(),
  /** VAT of the invoices that zzp'ers sent us. */
  own: z.number(),
  discount: z.number(),
  refused: z.number(),
  deductible: z.number(),
  owed: z.number(),
  refund: z.number(),
  /**
   * Sum of what e-invoices and postings differ in: base and VAT of each scheme and rate, with reversed VAT computed from
   * its base. Never below 0.
   */
  difference: z.number(),
})
export type Vat = z.output<typeof Vat>
