/** Returns an IBAN without spaces, dots and hyphens, in capitals: `NL91ABNA0417164300`. */
export function normaliseIban(text: string): string {
  return compact(text)
}

/**
 * Tells whether a normalised IBAN has a possible shape (for NL: 4 letters and 10 digits) and valid check digits, by
 * mod-97 (rulings 49).
 */
export function isIban(iban: string): boolean {
  const shape = iban.startsWith('NL') ? /^NL\d{2}[A-Z]{4}\d{10}$/ : /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
  return shape.test(iban) && mod97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** Returns an IBAN in printed groups of four: `NL91 ABNA 0417 1643 00`. */
export function formatIban(iban: string): string {
  return inFours(compact(iban))
}

/**
 * Returns an IBAN of which only country and last four characters are visible: `NL•• •••• •••• ••43 00` (rulings 62). Of
 * a text under 12 characters, only the country is visible.
 */
export function maskIban(iban: string): string {
  const text = compact(iban)
  const country = /^[A-Z]{2}/.test(text) ? text.slice(0, 2) : ''
  const tail = text.length >= 12 ? text.slice(-4) : ''
  return inFours(country.padEnd(text.length - tail.length, '•') + tail)
}

/** Returns a Chamber of Commerce number without spaces, dots or hyphens: `12345678`. */
export function normaliseKvk(text: string): string {
  return compact(text)
}

/** Tells whether a normalised Chamber of Commerce number is 8 digits (spec §5). */
export function isKvk(kvk: string): boolean {
  return /^\d{8}$/.test(kvk)
}

/** Returns a Dutch VAT number without spaces, dots or hyphens, capitalised: `NL123456789B01`. */
export function normaliseVat(text: string): string {
  return compact(text)
}

/** Tells whether a normalised VAT number has the form NL + 9 digits + B + 2 digits (spec §5). */
export function isVat(vat: string): boolean {
  return /^NL\d{9}B\d{2}$/.test(vat)
}

/**
 * Tells whether a VAT number's check digits are right, by mod-97 (since 2020) or the older eleven test. Wrong ones only
 * lead to a warning (rulings 49).
 */
export function hasVatCheckDigits(vat: string): boolean {
  if (!isVat(vat)) return false
  let sum = 0
  for (let place = 0; place < 8; place++) sum += digitAt(vat, place + 2) * (9 - place)
  return mod97(vat) === 1 || sum % 11 === digitAt(vat, 10)
}

/** Returns the EAN of an energy connection without spaces, dots and hyphens, as text. */
export function normaliseEan(text: string): string {
  return compact(text)
}

/** Tells whether a normalised EAN has 18 digits and the right check digit (GS1: weights 3 and 1). */
export function isEan(ean: string): boolean {
  if (!/^\d{18}$/.test(ean)) return false
  let sum = 0
  for (let place = 0; place < 17; place++) sum += digitAt(ean, place) * (place % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10 === digitAt(ean, 17)
}

/** Returns a Dutch postcode as `1234 AB`; other text only trimmed and capitalised. */
export function normalisePostcode(text: string): string {
  const code = normaliseCode(text).toUpperCase()
  const match = /^(\d{4})[\s.-]*([A-Z]{2})$/.exec(code)
  return match ? `${match[1]} ${match[2]}` : code
}

/** Tells whether a normalised postcode can exist in the Netherlands (not below 1000, not SA, SD or SS). */
export function isPostcode(postcode: string): boolean {
  return /^[1-9]\d{3} (?!SA|SD|SS)[A-Z]{2}$/.test(postcode)
}

/** Returns the four digits of a Dutch postcode, also of one that is half typed; undefined for any other text. */
export const digitsOfPostcode = (postcode: string | null | undefined): string | undefined =>
  /^\s*([1-9]\d{3})(?!\d)/.exec(postcode ?? '')?.[1]

/**
 * Lists the valid phone numbers in a text, in its order, each as `06 12345678`, `020 1234567`, `0475 123456` or `+` and
 * digits of a foreign number (market 66). Drops what people paste along: any kind of dash, invisible characters,
 * `tel:`, and letters, brackets or an extension behind a number.
 */
export function readPhones(text: string): string[] {
  if (/^0[1-9]\d{8}$/.test(text)) return [inGroups(text)]
  const numbers = normaliseCode(text)
    .replace(/\(\s*0\s*\)/g, '')
    .replace(NO_DIGITS_OF_PHONE, ' ')
    .split(/\p{L}+/u)
    .flatMap((segment) => {
      const parts = segment.split(BETWEEN_PHONES)
      return readParts(parts, '/') ?? parts.flatMap((part) => readParts(part.trim().split(/[\s.-]+/), ' ') ?? [])
    })
  return [...new Set(numbers)]
}

/** Digits that no phone number has: the decimals of a number in a spreadsheet, and ordinals such as `2e`. */
const NO_DIGITS_OF_PHONE = /(?<=\d{9})\.0+$|(?<=\s)\d(?:st|d)?e(?!\p{L})/gu

/** Separates phone numbers, or one from what stands behind it. A slash and brackets may also stand within a number. */
const BETWEEN_PHONES = /[/;,|&()[\]#*:\n\r]|(?=\+)/

/** Most pieces in which one phone number is written: more than the digits that it may have. */
const MOST_PARTS = 24

/**
 * Reads the whole of `parts` as one phone number, or each as one, or the first ones as one and the others alike; null
 * when some part belongs to no number.
 */
function readParts(parts: readonly string[], between: string): string[] | null {
  for (let count = Math.min(parts.length, MOST_PARTS); count > 0; count--) {
    const number = nationalOf(parts.slice(0, count).join(between))
    if (!isPhone(number)) continue
    const others = count === parts.length ? [] : readParts(parts.slice(count), between)
    if (others) return [number, ...others]
  }
  return null
}

function nationalOf(text: string): string {
  const digits = text.replace(/[^\d+]/g, '').replace(/^\+(?=0)/, '')
  const international = digits.replace(/^00/, '+')
  const national = international.replace(/^\+?31(?=0?[1-9]\d{8}$)|^\+31/, '0').replace(/^00/, '0')
  return /^[1-9]\d{8}$/.test(national) ? inGroups(`0${national}`) : inGroups(national)
}

/** Tells whether a text has a valid phone number. */
export const hasPhone = (text: string): boolean => readPhones(text).length > 0

/** Returns the valid phone numbers of a text, ` / ` between them; other text is only trimmed. */
export function normalisePhone(text: string): string {
  return readPhones(text).join(' / ') || text.trim()
}

/** Returns the valid phone numbers of a text for an address of the API, of which a slash would end a part. */
export const phonesInPath = (text: string): string => readPhones(text).join(', ')

/**
 * Tells whether a normalised phone number is valid. A Dutch number has 10 digits; one that begins with 0800, 0900, 0906
 * or 0909 may also have 8 or 11. A foreign number has 8 to 15.
 */
export function isPhone(phone: string): boolean {
  const digits = phone.replaceAll(' ', '')
  return (
    /^0[1-9]\d{8}$/.test(digits) || /^0(800|90[069])\d{4}(\d{3})?$/.test(digits) || /^\+[1-9]\d{7,14}$/.test(digits)
  )
}

/**
 * Returns a code of others, such as a SalesDock ID, without the differences that nobody sees (market 66): every
 * dash is a hyphen, wide letters are narrow, and characters that nobody sees are gone.
 */
export function normaliseCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

/** Tells whether a code has Latin letters, digits and common signs alone; a Cyrillic `А` looks like a Latin one. */
export const isPlainCode = (code: string): boolean => /^[\p{Script=Latin}\x20-\x7e]*$/u.test(code)

/**
 * Returns an e-mail address in lower case without what people paste along, so that one person has one account:
 * `mailto:`, characters that nobody sees, wide letters and other dashes (market 66).
 */
export function normaliseEmail(text: string): string {
  return normaliseCode(text)
    .replace(/^mailto:\s*/i, '')
    .toLowerCase()
}

/** Tells whether a normalised e-mail address is valid: one @, a domain with a dot, no spaces or line ends. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(email)
}

/** Area and service codes of three digits; every other Dutch code has four, except 06. */
const SHORT_CODES = new Set(
  '010 013 015 020 023 024 026 030 033 035 036 038 040 043 045 046 050 053 055 058 070 071 072 073 074 075 076 077 078 079 082 084 085 087 088 091 097'.split(
    ' ',
  ),
)

function inGroups(national: string): string {
  const code = national.startsWith('06') ? 2 : SHORT_CODES.has(national.slice(0, 3)) ? 3 : 4
  return national.startsWith('0') && national.length > code
    ? `${national.slice(0, code)} ${national.slice(code)}`
    : national
}

function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ')
}

function compact(text: string): string {
  if (/^[A-Z0-9]*$/.test(text)) return text
  return normaliseCode(text)
    .replace(/[\s.-]/g, '')
    .toUpperCase()
}

function digitAt(text: string, place: number): number {
  return text.charCodeAt(place) - 48
}

/** Returns a text modulo 97, in which letters count as 10 to 35 (ISO 7064). The text must hold A–Z and 0–9 only. */
function mod97(text: string): number {
  let remainder = 0
  for (let place = 0; place < text.length; place++) {
    const digit = digitAt(text, place)
    remainder = digit < 10 ? remainder * 10 + digit : remainder * 100 + digit - 7
    if (remainder > 1e12) remainder %= 97
  }
  return remainder % 97
}
