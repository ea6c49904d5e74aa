import { basisLabels } from '../../../shared/api/parts/contact-basis.ts'
import { marketLabels } from '../../../shared/api/parts/trade.ts'
import { type FieldsWords, formatLabel, formatNested, formatRecordLink } from '../../records/audit-words.ts'

/** Labels in the audit log for the fields of an address. */
export const addressWords: FieldsWords = {
  address: 'Adres',
  houseNumber: 'Huisnummer',
  postalCode: 'Postcode',
  city: 'Plaats',
}

/** Labels in the audit log for the fields that records of customers share. */
export const customerWords: FieldsWords = {
  ...addressWords,
  customerName: 'Klantnaam',
  companyName: 'Bedrijf',
  customerEmail: 'E-mail klant',
  customerPhone: 'Telefoon klant',
  currentSupplier: 'Huidige leverancier',
  notes: 'Notities',
}

/** Formats the market of a customer: household or business. */
export const marketWord = formatLabel(marketLabels)

/** Formats the reason why a customer might be called. */
export const contactBasis = formatNested({
  kind: ['Waarom', formatLabel(basisLabels)],
  consentId: ['Toestemming', formatRecordLink],
  note: 'Toelichting',
})

/** Formats a customer's consent to phone calls: how and on which day it was given. */
export const consent = formatNested({ source: 'Hoe', date: 'Op' })
