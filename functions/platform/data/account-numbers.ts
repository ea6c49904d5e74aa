import { isIban, maskIban } from '../../../shared/identifiers.ts'

/**
 * Shape of an IBAN after its check digits, by SEPA country, in the notation of SWIFT's registry (ISO 13616). `n` stands
 * for digits, `a` for letters, `c` for either.
 */
const shapes = new Map(
  `AD8n12c AT16n BE12n BG4a6n8c CH5n12c CY8n16c CZ20n DE18n DK14n EE16n ES20n FI14n FR10n11c2n GB4a14n GI4a15c GR7n16c
   HR17n HU24n IE4a14n IS22n IT1a10n12c LI5n12c LT16n LU3n13c LV4a13c MC10n11c2n MT4a5n18c NL4a10n NO11n PL24n PT21n
   RO4a16c SE20n SI15n SK20n SM1a10n12c VA18n`
    .split(/\s+/)
    .map((one) => [one.slice(0, 2), shapeOf(one.slice(2))]),
)

function shapeOf(written: string): RegExp {
  const kinds: Record<string, string> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }
  return new RegExp(
    written.replace(/(\d+)([nac])/g, (_, count, kind) => `${kinds[kind]}{${count}}`),
    'y',
  )
}

/** Length of the shortest IBAN. */
const SHORTEST = 15

/** Largest number of other characters between two characters of an IBAN. */
const WIDEST_GAP = 8

/** Matches a hash that is used as a key. Such a hash is not masked, although it may look like a foreign IBAN. */
const hash = /^[0-9a-f]{32}$/

/** Letters and digits of a text as plain capitals, each with its place in the text. */
interface Plain {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Returns a text with its IBANs masked (rulings 60, 62). IBANs of the SEPA countries in `shapes` are found in any
 * grouping and script; others only in one piece.
 */
export function withoutIbans(text: string): string {
  if (text.length < SHORTEST) return text
  const plain = plainOf(text)
  let result = ''
  let end = 0
  for (const { index } of plain.text.matchAll(/[A-Z](?=[A-Z]\d\d)/g)) {
    const start = plain.starts[index] ?? 0
    const found = start < end ? null : ibanAt(plain, index, text)
    if (found === null) continue
    result += text.slice(end, start) + maskIban(found)
    end = plain.ends[index + found.length - 1] ?? end
  }
  return result + text.slice(end)
}

/** Returns a value with the IBANs masked in all its texts and property names, at any depth. */
export function withoutIbansWithin<T>(value: T): T {
  return maskWithin(value) as T
}

function maskWithin(value: unknown): unknown {
  if (typeof value === 'string') return withoutIbans(value)
  if (Array.isArray(value)) return value.map(maskWithin)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [withoutIbans(name), maskWithin(one)]))
}

function plainOf(text: string): Plain {
  const starts: number[] = []
  const ends: number[] = []
  let plain = ''
  let at = 0
  for (const character of text) {
    const end = at + character.length
    // Full-width, circled and accented characters are read as the plain ones that they stand for.
    const read = character < '\u0080' ? character : character.normalize('NFKD')
    for (const one of read.toUpperCase().replace(/[^A-Z0-9]/g, '')) {
      plain += one
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text: plain, starts, ends }
}

/** Returns the IBAN that begins at an index, or null. A SEPA number may be grouped; others must be in one piece. */
function ibanAt(plain: Plain, index: number, text: string): string | null {
  const shape = shapes.get(plain.text.slice(index, index + 2))
  if (!shape) return ibanInOnePiece(plain, index, text)
  shape.lastIndex = index + 4
  if (!shape.test(plain.text)) return null
  const found = plain.text.slice(index, shape.lastIndex)
  return isIban(found) && widestGap(plain, index, found.length) <= WIDEST_GAP ? found : null
}

function ibanInOnePiece(plain: Plain, index: number, text: string): string | null {
  if (index > 0 && plain.ends[index - 1] === plain.starts[index]) return null
  let length = 1
  while (plain.starts[index + length] === plain.ends[index + length - 1]) length++
  if (hash.test(text.slice(plain.starts[index], plain.ends[index + length - 1]))) return null
  const found = plain.text.slice(index, index + length)
  return isIban(found) ? found : null
}

function widestGap({ starts, ends }: Plain, index: number, length: number): number {
  let widest = 0
  for (let place = index + 1; place < index + length; place++) {
    widest = Math.max(widest, (starts[place] ?? 0) - (ends[place - 1] ?? 0))
  }
  return widest
}
