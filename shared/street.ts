interface Place {
  readonly address?: string | null | undefined
  readonly houseNumber?: string | null | undefined
}

/** Returns a street without its house number, where somebody wrote that behind it. */
export function streetOf({ address, houseNumber }: Place): string | undefined {
  const [, street, number] = splitAddress(address ?? '')
  return street && houseNumber && plain(number ?? '') === plain(houseNumber) ? street : (address ?? undefined)
}

/** Returns a street and its house number on one line, as far as they are known. */
export const addressLine = (place: Place): string => [streetOf(place), place.houseNumber].filter(Boolean).join(' ')

/** Matches a street and the number behind it; null without a number. */
export const splitAddress = (address: string) => /^(.*\S)\s+(\d{1,10}\s?-?\s?[a-z0-9]{0,4})$/i.exec(address) ?? []

const plain = (number: string) => number.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** Tells whether a house number is another one with an addition: '12 A' and '12'. */
export const isFullerNumber = (number: string, other: string): boolean =>
  plain(number).startsWith(plain(other)) && !/^\d/.test(plain(number).slice(plain(other).length))
