import { isEmail, isPostcode, normaliseEmail, normalisePostcode, readPhones } from '../../../shared/identifiers.ts'
import { isRefusal } from '../../../shared/refusal.ts'
import { isFullerNumber, splitAddress } from '../../../shared/street.ts'
import { isNothing, parseDate, parseYesNo } from '../values/cell-values.ts'
import type { Header } from './header.ts'
import {
  columnNameOf,
  fieldTextOf,
  quoteCell,
  type Reading,
  readValidCell,
  refuseRow,
  warnOfCorrection,
  warnOfRow,
} from './row-reading.ts'

/** Rules for the headers of columns about a customer; see `buildVocabulary`. */
export const customerHeaders = {
  customerName: 'klant naam ?volledig ?contract, klant ?volledig, naam ?volledig',
  firstName: 'voor naam ?klant ?contact, initialen ?klant',
  namePrefix: 'tussenvoegsel ?klant',
  lastName: 'achter naam ?klant ?contact',
  companyName: 'bedrijf naam ?klant, bedrijf ?klant',
  contactName: 'contact persoon ?naam ?klant ?volledig, contact naam ?klant, contact ?klant',
  address:
    'adres ?straat ?lever ?klant ?verbruik ?regel, straat ?naam ?lever, straat huis nr ?lever ?toevoeging, adres huis nr ?lever, straat nr ?lever, adres vestiging ?regel, adres bezoek ?regel',
  houseNumber: 'huis nr ?lever ?adres, nr @address @postalCode, adres nr ?lever @address @postalCode',
  houseNumberAddition: 'toevoeging ?huis ?nr ?lever',
  postalCode: 'post code ?lever ?klant ?adres, pc ?code',
  city: 'plaats ?naam ?lever ?klant ?adres',
  email: 'email ?adres ?klant ?contact ?persoon ?werk ?zakelijk',
  phone:
    'tel ?nr ?klant ?contact ?persoon ?vast ?werk ?zakelijk, mobiel ?tel ?nr ?klant ?contact ?persoon ?werk ?zakelijk, vast nr, contact nr',
  doNotCall:
    'niet bel ?register ?klant ?tel ?nr ?contact, dnc ?register ?klant, bmnr ?klant, bel register, optout ?bel ?tel ?klant',
  mayCall: 'mag bel ?klant ?tel ?nr ?contact',
  consentSource: 'toestemming ?bron ?tel ?bel ?contact ?klant ?gegeven, optin ?bron ?tel ?bel',
  consentDate: 'toestemming datum ?gegeven ?tel ?bel ?contact ?klant, optin datum',
  consentWay: 'toestemming via ?gegeven',
  consentText: 'toestemming tekst',
  consentProof: 'bewijs ?toestemming',
  legalForm: 'rechtsvorm ?klant ?bedrijf',
  callState: 'bel status ?klant',
} as const satisfies Record<string, string>

/**
 * Rules for the headers of columns about an energy contract, shared by several kinds of list; see `buildVocabulary`.
 */
export const energyHeaders = {
  supplier: 'leverancier ?naam ?energie ?huidig ?contract ?stroom ?gas',
  expiryDate:
    'verlengd tot ?datum ?contract, geldig tot ?datum ?contract ?tarief ?stroom ?gas, eind datum ?contract ?lever ?duur ?periode ?product ?klant ?energie ?stroom ?gas ?huidig ?prijs ?tarief ?vast, eind contract ?lever ?duur ?periode ?huidig ?energie ?klant ?stroom ?gas, eind ?lever ?duur ?periode ?stroom ?gas, loopt tot ?contract ?datum ?stroom ?gas, loopt af ?contract ?datum, duur tot ?contract ?datum ?stroom ?gas, periode tot ?contract ?datum, contract tot ?datum ?stroom ?gas, lever tot ?datum ?stroom ?gas, vast tot ?prijs ?datum, tot ?datum',
  energyType: 'energie type, type lever, commodity',
} as const satisfies Record<string, string>

/** Matches the status of a contract that never began, and of a lead that went no further. */
export const CANCELLED = /^((ge)?annuleer[dt]|annulering|(ge)?cancell?(ed|d)\b)/i

export type CustomerField = keyof typeof customerHeaders

/** Tells whether the header of a sheet has a column with the name of a customer, unlike a summary of totals. */
export const namesCustomers = <F extends string>({ columns }: Pick<Header<F | CustomerField>, 'columns'>): boolean =>
  customerNames.some((field) => columns[field] !== undefined)

/** Fields that name a customer. */
export const customerNames = ['customerName', 'lastName', 'firstName', 'contactName', 'companyName'] as const

/** Refusal of a sheet that does not name its customers. */
export const nameless = {
  reason: 'geen klantnaam',
  message: 'Geen enkele kolom zegt wie de klant is, zoals ‘Klantnaam’ of ‘Bedrijfsnaam’.',
}

/** Matches a number, or a few letters and a number: 'K-10034' is a customer number, not a name. */
const CODE = /^\d[\d\-._/]*$|^[a-z]{1,4}[-._/]?\d{3,}$/i

/** Tests by field: a text that matches is no name, so another column of names is used. */
export const notNames = { customerName: (text: string) => CODE.test(text) } as const

/** Customer of a row. */
export interface RowCustomer {
  readonly customerName: string
  /** False when the row has no full name. The contact's or company's name, or a part of the name, then replaces it. */
  readonly hasOwnName: boolean
  readonly companyName: string | undefined
  readonly customerEmail: string | undefined
  readonly customerPhone: string | undefined
  readonly address: string | undefined
  readonly houseNumber: string | undefined
  readonly postalCode: string | undefined
  readonly city: string | undefined
}

/**
 * Maximum length of a house number with its addition, and of a postcode. Longer texts are left out, not cut, because a
 * part of one could name another address.
 */
const LONGEST = 100

/**
 * Returns the customer of a row; refuses the row without a name. Leaves out, with a warning, an invalid e-mail address,
 * a too long house number or postcode, and a house number that became a date. Keeps an invalid phone number or
 * postcode, with a warning.
 */
export function readRowCustomer<F extends string>(reading: Reading<F | CustomerField>): RowCustomer {
  const name = nameOf(reading)
  return {
    customerName: name.text,
    hasOwnName: name.isOwn,
    companyName: reading.texts.companyName,
    customerEmail: readValidCell(reading, 'email', normaliseEmail, isEmail, 'is geen geldig e-mailadres'),
    customerPhone: phoneOf(reading),
    ...placeIn(reading),
  }
}

function nameOf<F extends string>(reading: Reading<F | CustomerField>): { text: string; isOwn: boolean } {
  const { customerName, firstName, namePrefix, lastName, contactName, companyName } = reading.texts
  const parts = [firstName, namePrefix, lastName].filter(Boolean).join(' ')
  const text = customerName ?? (parts || (contactName ?? companyName ?? ''))
  if (text === '') {
    const column = customerNames.find((field) => reading.row.header.columns[field] !== undefined) ?? 'customerName'
    refuseRow(reading, columnNameOf(reading, column, 'Klantnaam'), 'de naam van de klant ontbreekt')
  }
  return { text, isOwn: customerName !== undefined || (firstName !== undefined && lastName !== undefined) }
}

/**
 * Returns the address of a row, with street and house number apart. A number behind the street becomes the house number
 * when the column of house numbers is blank, has the same number, or has that number without its addition. A postcode
 * and city behind the number count when their columns are blank.
 */
function placeIn<F extends string>(reading: Reading<F | CustomerField>) {
  const houseNumber = numberIn(reading)
  const address = fieldTextOf(reading, 'address')
  const split = splitAddress(address)
  const whole = split && (houseNumber === '' || isFullerNumber(split.number, houseNumber)) ? split : null
  return {
    address: undefinedIfBlank(whole?.street ?? address),
    houseNumber: undefinedIfBlank(whole?.number ?? houseNumber),
    postalCode: postalCodeOf(reading) ?? (whole?.postalCode && normalisePostcode(whole.postalCode)),
    city: reading.texts.city ?? whole?.city,
  }
}

/**
 * Returns the house number from its own columns. A spreadsheet may have turned '1-2' or '2-1' into a date, which cannot
 * be undone.
 */
function numberIn<F extends string>(reading: Reading<F | CustomerField>): string {
  const houseNumber = fieldTextOf(reading, 'houseNumber')
  const number = [houseNumber, fieldTextOf(reading, 'houseNumberAddition')].filter(Boolean).join(' ')
  if (!MADE_DATE.test(houseNumber)) return short(reading, 'houseNumber', number)
  const reason = `${quoteCell(houseNumber)} is door de spreadsheet een datum geworden en weggelaten: maak de kolom op als tekst`
  warnOfRow(reading, columnNameOf(reading, 'houseNumber'), reason)
  return ''
}

const MADE_DATE =
  /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[-/. ](jan|feb|mrt|mar|maa|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)[a-z]*\.?([-/. ]\d{2,4})?$/i

/** Returns a text of normal length; leaves out a longer one with a warning. */
function short<F extends string>(reading: Reading<F>, field: F, text: string): string {
  if (text.length <= LONGEST) return text
  warnOfRow(
    reading,
    columnNameOf(reading, field),
    `${quoteCell(text)} is langer dan ${LONGEST} tekens en is weggelaten`,
  )
  return ''
}

/** Returns a postcode. Keeps a foreign or mistyped one, with a warning: later imports and searches may look for it. */
function postalCodeOf<F extends string>(reading: Reading<F | CustomerField>): string | undefined {
  const text = short(reading, 'postalCode', fieldTextOf(reading, 'postalCode'))
  const postcode = normalisePostcode(text)
  if (text !== '' && !isPostcode(postcode)) {
    warnOfRow(reading, columnNameOf(reading, 'postalCode'), `${quoteCell(text)} is geen Nederlandse postcode`)
  }
  return undefinedIfBlank(postcode)
}

/** Returns the first valid phone number of a cell. Keeps any other text, with a warning: people may still dial it. */
function phoneOf<F extends string>(reading: Reading<F | CustomerField>): string | undefined {
  const text = fieldTextOf(reading, 'phone')
  if (text === '') return undefined
  const column = columnNameOf(reading, 'phone')
  const [phone, ...others] = readPhones(text)
  if (phone !== undefined) {
    if (/^[1-9]\d{8}$/.test(text)) warnOfCorrection(reading, column, 'de eerste 0 ontbrak en is aangevuld')
    if (others.length > 0) warnOfRow(reading, column, `${quoteCell(text)} zijn meer nummers; ${phone} is aangehouden`)
    return phone
  }
  warnOfRow(reading, column, `${quoteCell(text)} is geen telefoonnummer`)
  return text.trim()
}

/**
 * Tells whether a row asks not to call its customer (rulings 32): by yes or a date in a column 'niet bellen', a refusal
 * in a column 'mag bellen', words like 'niet bellen' in either, the status of somebody who died, or a consent that was
 * withdrawn. A 'nee' below 'toestemming' is none (market 67f). Warns of unclear texts.
 */
export function refusesCalls<F extends string>(reading: Reading<F | CustomerField | 'status'>): boolean {
  const { header, cells } = reading.row
  const { doNotCall, mayCall, status, consentSource } = header.columns
  if ([doNotCall, mayCall, status, consentSource].every((column) => column === undefined)) return false
  const consent = cells[consentSource ?? -1] ?? ''
  let isRefused = DECEASED.test(cells[status ?? -1] ?? '') || REFUSED.test(consent) || WITHDRAWN.test(consent)
  header.fields.forEach((field, column) => {
    const text = cells[column] ?? ''
    if ((field !== 'doNotCall' && field !== 'mayCall') || (text !== '0' && isNothing(text))) return
    const said = parseYesNo(text)
    const date = parseDate(text, header.dates)
    const isSaid = field === 'doNotCall' ? said === true || date !== null : isRefusal(text)
    if (isSaid || REFUSED.test(text)) isRefused = true
    else if (said === undefined && date === null) {
      warnOfRow(reading, header.names[column] ?? field, `${quoteCell(text)} zegt niet of deze klant gebeld mag worden`)
    }
  })
  return isRefused
}

const REFUSED =
  /^((wil )?niet (meer )?(ge)?bel(d|len)?( worden)?|bel.?me.?niet(.?register)?|opt.?out|dnc|do not call|afgemeld|geblokkeerd)$/i

/** Matches a consent that the customer withdrew, which is more than none. */
const WITHDRAWN = /ingetrokken|herroepen|uitgeschreven|withdrawn|revoked|unsubscribed/i

/** Matches the status of a customer who died. */
const DECEASED = /^(overleden|deceased)/i

/** Warning for a row that asks not to call its customer but has no valid phone number. */
export const NUMBERLESS = 'wil niet gebeld worden, maar heeft geen telefoonnummer waar dat bij hoort'

function undefinedIfBlank(text: string): string | undefined {
  return text === '' ? undefined : text
}
