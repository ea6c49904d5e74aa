import { cents, isEuros, moneyText, percentOf, vatRateOf } from '../../money.ts'
import * as z from '../../zod.ts'
import { localDate, text } from '../parts/fields.ts'

const euros = (missing: string) =>
  z.number(missing).max(100_000, 'Vul een bedrag van hoogstens € 100.000 in').refine(isEuros, 'Hoogstens 2 decimalen')

const fields = {
  date: localDate('Vul de factuurdatum in').meta({ examples: ['2026-11-02'] }),
  /** Amount before VAT. */
  amount: euros('Vul het bedrag zonder btw in')
    .positive('Vul een bedrag boven 0 in')
    .meta({ examples: [300] }),
  vat: euros('Vul de btw in, of 0')
    .min(0, 'Vul 0 of meer in')
    .meta({ examples: [63] }),
}

type Sums = Record<'amount' | 'vat', number>

/** Day and sums of the invoice of a zzp'er without a partner, or of their credit invoice; in euros, above 0. */
export const OwnInvoiceSums = z
  .object(fields)
  .refine(({ amount, vat }) => !isEuros(amount) || !isEuros(vat) || vatRateOf(cents(amount), cents(vat)) !== null, {
    path: ['vat'],
    error: ({ input }) => `Klopt niet: 21 % is ${moneyText(percentOf(cents((input as Sums).amount), 21))}`,
  })
export type OwnInvoiceSums = z.output<typeof OwnInvoiceSums>

/** Fields of a request that settles with the invoice that a zzp'er without a partner sent us. */
export const ownInvoiceFields = {
  ownInvoiceNumber: text(50).meta({ 'x-not-stored': true }),
  ownInvoiceSums: OwnInvoiceSums.nullish().meta({ 'x-not-stored': true }),
}

/** Own invoice as these fields give it. */
export interface OwnInvoiceWish {
  readonly ownInvoiceNumber?: string | null | undefined
  readonly ownInvoiceSums?: OwnInvoiceSums | null | undefined
}
