import { CREDIT_PREFIX } from '../../shared/contract/self-billing.ts'
import type { Booking } from './bank-booking.ts'

/** What our documents are numbered with, now or before, and the last number given out of each series, by `seriesOf`. */
export interface Numbering {
  readonly prefixes: readonly string[]
  readonly lastOf: ReadonlyMap<string, number>
}

/** Returns what could be numbers of documents in what a booking tells, each once, in capitals. */
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

/** Whether a number is of the series of credit notes. */
export const isNoteNumber = (number: string): boolean => prefixOf(number) === CREDIT_PREFIX

/** Returns the numbers of ours that a booking names. */
export const ourNumbersIn = (booking: Booking, { prefixes }: Pick<Numbering, 'prefixes'>): string[] =>
  numbersIn(booking).filter((number) => isNoteNumber(number) || prefixes.includes(prefixOf(number)))

/** Whether a number was given out. */
export const isGiven = (number: string, { lastOf }: Pick<Numbering, 'lastOf'>): boolean =>
  Number(number.split('-').at(-1)) <= (lastOf.get(seriesOf(number)) ?? 0)

/** Returns the id of the payment file that a booking was the whole of, as the bank names it; null where it names none. */
export function fileNamedBy({ batch }: Pick<Booking, 'batch'>): string | null {
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-1)?$/.exec(batch?.toLowerCase() ?? '') ?? []
  return parts.length === 0 ? null : parts.join('-')
}
