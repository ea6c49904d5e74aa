import { CREDIT_PREFIX } from '../../../shared/contract/self-billing.ts'
import type { Booking } from './booking.ts'

/** Present and earlier prefixes of our document numbers, and the last number of each series by `seriesOf`. */
export interface Numbering {
  readonly prefixes: readonly string[]
  readonly lastOf: ReadonlyMap<string, number>
}

/** Returns the possible document numbers in the texts of a booking, each once, in capitals. */
export const numbersIn = ({
  reference = '',
  counterparty = '',
  text,
}: Pick<Booking, 'reference' | 'counterparty' | 'text'>) => [
  ...new Set(`${reference} ${counterparty} ${text}`.toUpperCase().match(/[A-Z0-9-]{1,10}-\d{4}-\d{4,6}(?!\d)/g) ?? []),
]

/** Returns the prefix and year of a number: `YDS-2026`. */
export const seriesOf = (number: string) => number.replace(/-\d+$/, '')

const prefixOf = (number: string) => seriesOf(seriesOf(number))

/** Tells whether a number belongs to the series of credit notes. */
export const isNoteNumber = (number: string): boolean => prefixOf(number) === CREDIT_PREFIX

/** Returns the numbers in a booking that have one of our prefixes. */
export const ourNumbersIn = (booking: Booking, { prefixes }: Pick<Numbering, 'prefixes'>): string[] =>
  numbersIn(booking).filter((number) => isNoteNumber(number) || prefixes.includes(prefixOf(number)))

/** Tells whether a number was issued. */
export const isGiven = (number: string, { lastOf }: Pick<Numbering, 'lastOf'>): boolean =>
  Number(number.split('-').at(-1)) <= (lastOf.get(seriesOf(number)) ?? 0)

/** Returns the id of the payment file in the batch name of a booking; null without one. */
export function fileNamedBy({ batch }: Pick<Booking, 'batch'>): string | null {
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-1)?$/.exec(batch?.toLowerCase() ?? '') ?? []
  return parts.length === 0 ? null : parts.join('-')
}
