import { providerLabels } from '../../../shared/api/parts/trade.ts'
import { foldText } from '../../../shared/folded.ts'
import { isIban, normaliseEan, normaliseIban } from '../../../shared/identifiers.ts'
import { customerLooks } from '../../spreadsheets/recognition/customer-looks.ts'
import type { Look } from '../../spreadsheets/recognition/guessing.ts'
import { parseDate } from '../../spreadsheets/values/cell-values.ts'
import type { Field, Header } from './recognise.ts'

const isDateLike = (text: string, { dates }: Header) => /\D/.test(text) && parseDate(text, dates) !== null

/** Returns the latest date in a column, which distinguishes the end of contracts from their begin. */
const lastDay = (texts: readonly string[], { dates }: Header) =>
  texts.map((text) => parseDate(text, dates) ?? '').reduce((last, date) => (date > last ? date : last), '')

/** Common suppliers, besides those of our contracts. */
const COMMON =
  'Essent|Budget Energie|Energiedirect|Oxxio|Vandebron|DELTA|DELTA Energie|Innova|Innova Energie|Pure Energie|Powerpeers|Coolblue Energie|Frank Energie|Tibber|Zonneplan|Mega|UnitedConsumers|Nuon'.split(
    '|',
  )

/**
 * Returns tests that recognise a field by its cells when the header of its column is unknown, the most certain field
 * first. `suppliers` are known names of suppliers.
 */
export const buildColumnLooks = (suppliers: readonly string[]): Look<Field>[] => {
  const known = new Set([...COMMON, ...Object.values(providerLabels), ...suppliers].map(foldText))
  return [
    {
      field: 'ean',
      unless: ['eanElectricity', 'eanGas'],
      isLike: (text) => /^87\d{16}$/.test(normaliseEan(text)),
    },
    { field: 'iban', unless: [], isLike: (text) => isIban(normaliseIban(text)) },
    ...customerLooks,
    { field: 'supplier', unless: ['supplierGas'], isLike: (text) => known.has(foldText(text)) },
    {
      field: 'expiryDate',
      unless: ['expiryDateGas', 'period', 'duration'],
      isLike: isDateLike,
      best: lastDay,
    },
  ]
}
