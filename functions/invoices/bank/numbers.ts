import { CREDIT_PREFIX } from '../../../shared/api/schemas/invoice-settings.ts'
import type { Booking } from './booking.ts'

/**
 * Present and earlier prefixes of our document numbers. `lastOf` has the last number of each series, such as
 * `YDS-2026`.
 */
export interface Numbering {
  readonly prefixes: readonly string[]
  readonly lastOf: ReadonlyMap<string, number>
}

/** Characters between the parts of a number, as people and banks write it. */
const GAP = String.raw`[\s\-./_]{0,3}`
/** Returns the pattern of these characters in a row, in which one space may stand. */
const breakable = (characters: readonly string[]) =>
  characters.map((_, at) => `${characters.slice(0, at).join('')} ?${characters.slice(at).join('')}`).join('|')
/** A year of this century, which a broken line may part. */
const YEAR = breakable(['2', '0', '\\d', '\\d'])
/** Four to six digits, which a broken line may part, but not the amount or day after a number without its zeros. */
const PARTED = [4, 5, 6].map((length) => breakable(Array(length).fill('\\d'))).join('|')
const DIGITS = String.raw`(\d{4,6}|(?:${PARTED})(?![.,/-]?\d)|\d{1,3})(?!\d)`

/**
 * Finds document numbers with one of these prefixes in a bank booking, each once, as we write them: also `YDS 2026 5`,
 * `FactuurYDS20260005`, any dash, or one broken line in a part. `bare` has the numbers that `2026-0005` may mean, which
 * names no prefix.
 */
export function numbersIn(
  { reference = '', counterparty = '', text }: Pick<Booking, 'reference' | 'counterparty' | 'text'>,
  prefixes: readonly string[],
): { readonly named: string[]; readonly bare: string[] } {
  const plain = plainText(`${reference} ${counterparty} ${text}`)
  const longestFirst = prefixes.map(plainText).toSorted((one, other) => other.length - one.length)
  const any = longestFirst
    .map((prefix) => breakable([...prefix].map((one) => one.replace(/\W/, String.raw`\$&`))))
    .join('|')
  const written = new RegExp(`(${any})${GAP}(${YEAR})${GAP}${DIGITS}`, 'g')
  const numbers = (found: Iterable<RegExpExecArray>) =>
    [...found].map(([, ...parts]) => {
      const [prefix, year, digits = ''] = parts.map((part) => part.replace(' ', ''))
      return `${prefix}-${year}-${digits.padStart(4, '0')}`
    })
  const named = [...new Set(any === '' ? [] : numbers(plain.matchAll(written)))]
  const bare = [...plain.matchAll(/(?<![\w-])(20\d\d-\d{4,6})(?![\w-])/g)].flatMap(([, number]) =>
    longestFirst.map((prefix) => `${prefix}-${number}`),
  )
  return { named, bare: named.length > 0 ? [] : [...new Set(bare)] }
}

/** Returns a text in capitals, with one kind of dash and of space. */
const plainText = (text: string) =>
  text
    .toUpperCase()
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')

/** Returns prefix and year of a document number: `YDS-2026` of `YDS-2026-0012`. */
export const seriesOf = (number: string) => number.replace(/-\d+$/, '')

/**
 * Finds the document numbers in a bank booking that have one of our prefixes, each once, in capitals. A number without
 * a prefix counts where it is issued.
 */
export function ourNumbersIn(booking: Booking, numbering: Numbering): string[] {
  const { named, bare } = numbersIn(booking, [...numbering.prefixes, CREDIT_PREFIX])
  return [...named, ...bare.filter((number) => isIssuedNumber(number, numbering))]
}

/** Tells whether a document number is issued already: it is not above the last number of its series. */
export const isIssuedNumber = (number: string, { lastOf }: Pick<Numbering, 'lastOf'>): boolean =>
  Number(number.split('-').at(-1)) <= (lastOf.get(seriesOf(number)) ?? 0)

/** Returns the payment file id that the batch name of a bank booking holds; null without one. */
export function paymentFileIdIn({ batch }: Pick<Booking, 'batch'>): string | null {
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-1)?$/.exec(batch?.toLowerCase() ?? '') ?? []
  return parts.length === 0 ? null : parts.join('-')
}
