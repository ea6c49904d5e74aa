import { isPhone, normaliseEmail, normalisePhone, normalisePostcode, readPhones } from './identifiers.ts'

/** Phone number, e-mail address or address by which a customer is recognised. */
export interface CustomerTrace {
  readonly by: 'phone' | 'email' | 'address'
  /** Number or address in its normal form. */
  readonly value: string
}

/** Fields of a record that identify its customer. */
export interface Traceable {
  readonly customerPhone?: string | null | undefined
  readonly customerEmail?: string | null | undefined
  readonly postalCode?: string | null | undefined
  readonly houseNumber?: string | null | undefined
}

/** Maximum length of postcode and house number together; longer ones are no real address and may not fit a key. */
const LONGEST_PLACE = 100

/**
 * Lists the phone numbers, e-mail address and address of a customer, normalised, in this order; leaves out missing ones.
 * An invalid phone number counts as missing.
 */
export function listCustomerTraces({
  customerPhone,
  customerEmail,
  postalCode,
  houseNumber,
}: Traceable): CustomerTrace[] {
  const email = customerEmail && normaliseEmail(customerEmail)
  const place = postalCode && houseNumber && `${normalisePostcode(postalCode)} ${houseNumber.trim().toLowerCase()}`
  return [
    ...readPhones(customerPhone ?? '').map((value) => ({ by: 'phone' as const, value })),
    ...(email ? [{ by: 'email' as const, value: email }] : []),
    ...(place && place.length <= LONGEST_PLACE ? [{ by: 'address' as const, value: place }] : []),
  ]
}

/**
 * Maximum length of a customer's id. The longest id is made of a postal address of a hundred characters, each three
 * bytes in UTF-8.
 */
export const LONGEST_CUSTOMER_ID = 420

const prefixes = { phone: 'tel-', email: 'mail-', address: 'adres-' } as const

/**
 * Returns the id of the customer with this phone number, e-mail address or address, for use in web addresses. The id is
 * `tel-` and international digits, or `mail-` or `adres-` and base64url.
 */
export const customerIdOfTrace = ({ by, value }: CustomerTrace): string =>
  prefixes[by] + (by === 'phone' ? value.replaceAll(' ', '').replace(/^0/, '31').replace(/^\+/, '') : encodeText(value))

/** Returns the id of a record's customer, by phone number, else e-mail address, else address; null without any. */
export function customerIdOf(record: Traceable): string | null {
  const [surest] = listCustomerTraces(record)
  return surest ? customerIdOfTrace(surest) : null
}

/**
 * Returns the id of the customer whom a text means: a phone number, an e-mail address, or postcode and house number.
 * Null for another text.
 */
export function customerIdIn(text: string): string | null {
  if (text.includes('@')) return customerIdOf({ customerEmail: text.trim() })
  const [, postalCode, houseNumber] = /^\s*(\d{4}\s?[a-z]{2})\s+(\S.*?)\s*$/i.exec(text) ?? []
  return postalCode ? customerIdOf({ postalCode, houseNumber }) : customerIdOf({ customerPhone: text })
}

/** Returns the phone number, e-mail address or address that an id of a customer holds; null for an invalid id. */
export function traceOfCustomerId(id: string): CustomerTrace | null {
  const trace = traceIn(id)
  // A customer has one id, so another spelling of that id is invalid.
  return trace && customerIdOfTrace(trace) === id ? trace : null
}

function traceIn(id: string): CustomerTrace | null {
  if (/^tel-\d{5,15}$/.test(id)) {
    const value = normalisePhone(`+${id.slice(prefixes.phone.length)}`)
    return isPhone(value) ? { by: 'phone', value } : null
  }
  for (const by of ['email', 'address'] as const) {
    const value = id.startsWith(prefixes[by]) && decodeText(id.slice(prefixes[by].length))
    if (value) return { by, value }
  }
  return null
}

const encodeText = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

function decodeText(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
