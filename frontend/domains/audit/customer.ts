import { marketLabels } from '../../../shared/contract/schemas/sale-form.ts'
import { formatMoney } from '../../lib/format.ts'
import { type FieldsWords, parts, plain, type Reading, word } from '../../records/audit-words.ts'

/** Words for the fields of an address. */
export const addressWords: FieldsWords = {
  address: 'Adres',
  houseNumber: 'Huisnummer',
  postalCode: 'Postcode',
  city: 'Plaats',
}

/** Words for the fields that every customer record has. */
export const customerWords: FieldsWords = {
  ...addressWords,
  customerName: 'Klantnaam',
  companyName: 'Bedrijf',
  customerEmail: 'E-mail klant',
  customerPhone: 'Telefoon klant',
  currentSupplier: 'Huidige leverancier',
  notes: 'Notities',
}

/** Reading for the market of a customer: household or business. */
export const marketWord = word(marketLabels)

/** Formats a typed amount as euros where it is a number, else as it was typed. */
const typedMoney: Reading = (value, names) => {
  const number = /^\s*€?\s*(\d+(?:[.,]\d{1,2})?)\s*$/.exec(String(value))?.[1]
  return number === undefined ? plain(value, names) : formatMoney(Number(number.replace(',', '.')))
}

/** Words for the amount that a customer pays and the energy used. */
export const usageWords: FieldsWords = { monthlyAmount: ['Maandbedrag', typedMoney], consumption: 'Verbruik' }

/** Reading for the time and manner of the consent to be called. */
export const consent = parts({ source: 'Hoe', date: 'Op' })
