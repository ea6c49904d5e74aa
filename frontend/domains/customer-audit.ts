import { marketLabels } from '../../shared/contract/sales.ts'
import { formatMoney } from '../lib/format.ts'
import { type FieldsWords, parts, plain, type Reading, word } from '../records/audit-words.ts'

/** What the audit log calls where somebody is. */
export const addressWords: FieldsWords = {
  address: 'Adres',
  houseNumber: 'Huisnummer',
  postalCode: 'Postcode',
  city: 'Plaats',
}

/** What it calls what every record of a customer holds. */
export const customerWords: FieldsWords = {
  ...addressWords,
  customerName: 'Klantnaam',
  companyName: 'Bedrijf',
  customerEmail: 'E-mail klant',
  customerPhone: 'Telefoon klant',
  currentSupplier: 'Huidige leverancier',
  notes: 'Notities',
}

/** Whether a customer is a household or a business. */
export const marketWord = word(marketLabels)

/** An amount that somebody typed, in euros where it is a number. */
const typedMoney: Reading = (value, names) => {
  const number = /^\s*€?\s*(\d+(?:[.,]\d{1,2})?)\s*$/.exec(String(value))?.[1]
  return number === undefined ? plain(value, names) : formatMoney(Number(number.replace(',', '.')))
}

/** And what they pay and use. */
export const usageWords: FieldsWords = { monthlyAmount: ['Maandbedrag', typedMoney], consumption: 'Verbruik' }

/** When and how they agreed to be called. */
export const consent = parts({ source: 'Hoe', date: 'Op' })
