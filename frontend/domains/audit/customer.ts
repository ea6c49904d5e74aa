import { marketLabels } from '../../../shared/contract/parts/trade.ts'
import { type FieldsWords, parts, word } from '../../records/audit-words.ts'

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

/** Reading for the time and manner of the consent to be called. */
export const consent = parts({ source: 'Hoe', date: 'Op' })
