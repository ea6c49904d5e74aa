interface Place {
  readonly address?: string | null | undefined
  readonly houseNumber?: string | null | undefined
}

/**
 * Returns the street of an address; leaves out a number behind it that equals the house number. Undefined without an
 * address.
 */
export function streetOf({ address, houseNumber }: Place): string | undefined {
  const [, street, number] = splitAddress(address ?? '')
  return street && houseNumber && plain(number ?? '') === plain(houseNumber) ? street : (address ?? undefined)
}

/** Returns street and house number on one line, as far as they are known. */
export const addressLineOf = (place: Place): string => [streetOf(place), place.houseNumber].filter(Boolean).join(' ')

/**
 * Splits an address; returns an array of the whole text, the street and the number behind it. The array is empty
 * without a number.
 */
export const splitAddress = (address: string) => /^(.*\S)\s+(\d{1,10}\s?-?\s?[a-z0-9]{0,4})$/i.exec(address) ?? []

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
