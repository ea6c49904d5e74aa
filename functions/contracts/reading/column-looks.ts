import { providerLabels } from '../../../shared/contract/schemas/sale-form.ts'
import { foldText } from '../../../shared/folded.ts'
import {
  isEmail,
  isIban,
  isPhone,
  isPostcode,
  normaliseEan,
  normaliseEmail,
  normaliseIban,
  normalisePhone,
  normalisePostcode,
} from '../../../shared/identifiers.ts'
import { splitAddress } from '../../../shared/street.ts'
import type { Look } from '../../spreadsheets/recognition/guessing.ts'
import { parseDate } from '../../spreadsheets/values/cell-values.ts'
import type { Field, Header } from './recognise.ts'

const isDateLike = (text: string, { dates }: Header) => /\D/.test(text) && parseDate(text, dates) !== null

/** Tells whether a text is surely a phone number: valid, and with + or 0 in front, or mobile without its 0. */
const isPhoneLike = (text: string) =>
  /^(\+|0|6\d{8}$)/.test(text.replace(/[\s()-]/g, '')) && isPhone(normalisePhone(text))

/** Tells whether a text is a street with a number, by the usual words in names of streets. */
const isAddressLike = (text: string) => STREET.test(splitAddress(text)?.street ?? '')
const STREET =
  /(straat|str\.|weg|laan|plein|markt|kade|singel|gracht|dijk|hof|pad|steeg|dreef|plantsoen|haven|wal|ring|baan|park)(\s|$)/i

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
    { field: 'email', unless: [], isLike: (text) => isEmail(normaliseEmail(text)) },
    { field: 'address', unless: [], isLike: isAddressLike },
    { field: 'postalCode', unless: [], isLike: (text) => isPostcode(normalisePostcode(text)) },
    { field: 'phone', unless: [], isLike: isPhoneLike },
    { field: 'supplier', unless: ['supplierGas'], isLike: (text) => known.has(foldText(text)) },
    {
      field: 'expiryDate',
      unless: ['expiryDateGas', 'period', 'duration'],
      isLike: isDateLike,
      best: lastDay,
    },
  ]
}
