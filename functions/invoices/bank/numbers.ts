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

/** Returns every text in a bank booking that looks like a document number, each once, in capitals. */
export const numbersIn = ({
  reference = '',
  counterparty = '',
  text,
}: Pick<Booking, 'reference' | 'counterparty' | 'text'>) => [
  ...new Set(`${reference} ${counterparty} ${text}`.toUpperCase().match(/[A-Z0-9-]{1,10}-\d{4}-\d{4,6}(?!\d)/g) ?? []),
]

/** Returns prefix and year of a document number: `YDS-2026` of `YDS-2026-0012`. */
export const seriesOf = (number: string) => number.replace(/-\d+$/, '')

const prefixOf = (number: string) => seriesOf(seriesOf(number))

/** Tells whether a document number is that of a credit note, by its prefix. */
const isNoteNumber = (number: string): boolean => prefixOf(number) === CREDIT_PREFIX

/** Returns the document numbers in a bank booking that have one of our prefixes, each once, in capitals. */
export const ourNumbersIn = (booking: Booking, { prefixes }: Pick<Numbering, 'prefixes'>): string[] =>
  numbersIn(booking).filter((number) => isNoteNumber(number) || prefixes.includes(prefixOf(number)))

/** Tells whether a document number is issued already: it is not above the last number of its series. */
export const isIssuedNumber = (number: string, { lastOf }: Pick<Numbering, 'lastOf'>): boolean =>
  Number(number.split('-').at(-1)) <= (lastOf.get(seriesOf(number)) ?? 0)

/** Returns the payment file id that the batch name of a bank booking holds; null without one. */
export function paymentFileIdIn({ batch }: Pick<Booking, 'batch'>): string | null {
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-1)?$/.exec(batch?.toLowerCase() ?? '') ?? []
  return parts.length === 0 ? null : parts.join('-')
}
