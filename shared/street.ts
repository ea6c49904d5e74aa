interface Place {
  readonly address?: string | null | undefined
  readonly houseNumber?: string | null | undefined
}

/** A place as records store it, each part as far as it is known. */
interface WholePlace extends Place {
  readonly postalCode?: string | null | undefined
  readonly city?: string | null | undefined
}

/** Parts of an address that stands in one text; the number with its additions. */
interface SplitAddress {
  readonly street: string
  readonly number: string
  readonly postalCode?: string
  readonly city?: string
}

/**
 * Returns the street of an address; leaves out a number behind it that equals the house number. Undefined without an
 * address.
 */
export function streetOf({ address, houseNumber }: Place): string | undefined {
  const split = splitAddress(address ?? '')
  return split && houseNumber && plain(split.number) === plain(houseNumber) ? split.street : (address ?? undefined)
}

/** Returns street and house number on one line, as far as they are known. */
export const addressLineOf = (place: Place): string => [streetOf(place), place.houseNumber].filter(Boolean).join(' ')

/**
 * Returns a place as all screens, mails and exports say it: `Markt 4, 6041 EL Roermond`. Without a street the number
 * follows the postcode, `6041 EL 4, Roermond`; empty when nothing is known.
 */
export function placeText({ address, houseNumber, postalCode, city }: WholePlace): string {
  const parts = address
    ? [addressLineOf({ address, houseNumber }), joinWithSpaces(postalCode, city)]
    : houseNumber
      ? [joinWithSpaces(postalCode ?? 'Nr.', houseNumber), city]
      : [joinWithSpaces(postalCode, city)]
  return parts.filter(Boolean).join(', ')
}

const joinWithSpaces = (...texts: readonly (string | null | undefined)[]) => texts.filter(Boolean).join(' ')

/**
 * Splits an address into its street and the number with all additions: `Markt 4 bis II`, `Weg 3 / 5`, `Laan 12 t/m 16`.
 * A postcode and city may follow, and the number may precede the street. Null for a text without a number.
 */
export function splitAddress(address: string): SplitAddress | null {
  if (address.length > LONGEST) return null
  const [, text = address, postalCode, city] = TAIL.exec(address) ?? []
  const rest = { ...(postalCode ? { postalCode } : {}), ...(city ? { city } : {}) }
  for (const { index } of text.matchAll(/\s(?=\d)/g)) {
    const [, number] = NUMBER.exec(text.slice(index).trim()) ?? []
    const street = text.slice(0, index).replace(NUMBER_WORD, '').trim()
    if (number && street) return { street, number, ...rest }
  }
  const [, number, street] = NUMBER_FIRST.exec(text) ?? []
  return number && street ? { street, number, ...rest } : null
}

/** Maximum length of an address that is split; a longer text is something else. */
const LONGEST = 200

/** Matches an address that ends with a postcode and perhaps a city. */
const TAIL = /^(.*\d\S*(?:\s\S+)?),?\s+(\d{4}\s?[A-Z]{2})(?:\s+(\D+))?$/

/** Matches an addition behind the digits of a house number: a letter, a floor, a further number or a word for one. */
const ADDITION = String.raw`\s?[-–/,&+]?\s?(?:t\/m|tot|to|tm|en|unit|app\.?|appartement|kamer|etage|hal|loods|box|kantoor|hs|huis|bis|ter|rd|zw|beneden|boven|[ivx]{1,4}|[a-z]|\d{1,4}(?:[a-z]|\s?hoog)?)(?![a-z\d])|[a-z](?![a-z])`

/**
 * Matches a house number up to the end of a text: digits with any short addition, or with several known ones. A year
 * before another number belongs to the street: `Plein 1945 12`.
 */
const NUMBER = new RegExp(
  String.raw`^(?!19\d\d\D.*\d)(\d{1,5}(?:\s?[-–]?\s?[a-z\d]{0,4}|(?:${ADDITION}){1,6}))[.,]?$`,
  'i',
)
const NUMBER_WORD = /[\s,]+(nr|no|nummer|huisnr|huisnummer)[.:]?$|,$/i
/** Matches a number before its street; a day with its month, and an ordinal, are parts of the name of a street. */
const NUMBER_FIRST =
  /^(?!\d+(?:e|de|ste)\s)(\d{1,4}\s?[a-z]?)\s+(?!(?:jan|feb|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))(\p{L}{3}[\p{L} .'-]*)$/iu

/** Returns a house number in one notation: `12 A` and `12-a` as `12a`, but `12 2` as `12-2`, not as 122. */
function plain(number: string): string {
  const parts = number.toLowerCase().match(/\d+|[a-z]+/g) ?? []
  return parts.reduce((whole, part) => (/\d$/.test(whole) && /^\d/.test(part) ? `${whole}-${part}` : whole + part), '')
}

/**
 * Tells whether a house number equals another one, or is that number with an addition, such as `12 A` or `12-2` for
 * `12`.
 */
export const isFullerNumber = (number: string, other: string): boolean =>
  plain(number).startsWith(plain(other)) && !/^\d/.test(plain(number).slice(plain(other).length))
