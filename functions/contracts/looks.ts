import { providerLabels } from '../../shared/contract/sales.ts'
import { folded } from '../../shared/folded.ts'
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
} from '../../shared/identifiers.ts'
import { parseDate } from '../spreadsheets/cell-values.ts'
import type { Look } from '../spreadsheets/guessing.ts'
import type { Field, Header } from './recognise.ts'

const isDateLike = (text: string, { dates }: Header) => /\D/.test(text) && parseDate(text, dates) !== null

/** A number of a phone and no other: a foreign or short one could be anything. */
const isPhoneLike = (text: string) =>
  /^(\+|0|6\d{8}$)/.test(text.replace(/[\s()-]/g, '')) && isPhone(normalisePhone(text))

/** The last day that a column names, by which the end of a contract is told from how it began. */
const lastDay = (texts: readonly string[], { dates }: Header) =>
  texts.map((text) => parseDate(text, dates) ?? '').reduce((last, date) => (date > last ? date : last), '')

/** Suppliers that any list may name, beside those that ours have named. */
const COMMON =
  'Essent|Budget Energie|Energiedirect|Oxxio|Vandebron|DELTA|DELTA Energie|Innova|Innova Energie|Pure Energie|Powerpeers|Coolblue Energie|Frank Energie|Tibber|Zonneplan|Mega|UnitedConsumers|Nuon'.split(
    '|',
  )

/** Returns how cells of each field look, the surest field first. */
export const looksOf = (suppliers: readonly string[]): Look<Field>[] => {
  const known = new Set([...COMMON, ...Object.values(providerLabels), ...suppliers].map(folded))
  return [
    {
      field: 'ean',
      unless: ['eanElectricity', 'eanGas'],
      isLike: (text) => /^87\d{16}$/.test(normaliseEan(text)),
    },
    { field: 'iban', unless: [], isLike: (text) => isIban(normaliseIban(text)) },
    { field: 'email', unless: [], isLike: (text) => isEmail(normaliseEmail(text)) },
    { field: 'postalCode', unless: [], isLike: (text) => isPostcode(normalisePostcode(text)) },
    { field: 'phone', unless: [], isLike: isPhoneLike },
    { field: 'supplier', unless: ['supplierGas'], isLike: (text) => known.has(folded(text)) },
    {
      field: 'expiryDate',
      unless: ['expiryDateGas', 'period', 'duration'],
      isLike: isDateLike,
      best: lastDay,
    },
  ]
}
