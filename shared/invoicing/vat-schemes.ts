import type { VatScheme } from '../api/parts/billing.ts'
import type { VatRate } from '../invoices/choices.ts'

/** A VAT scheme with the day it begins; the first of a partner has none and holds from the beginning. */
export interface DatedScheme {
  readonly from?: string | null | undefined
  readonly scheme: VatScheme
}

/**
 * Returns the VAT scheme in force on a day, from schemes sorted by their first day. Throws a RangeError for an empty
 * list.
 */
export function schemeOn(schemes: readonly DatedScheme[], day: string): VatScheme {
  const [first, ...later] = schemes
  if (!first) throw new RangeError('A partner without a VAT scheme')
  return (later.findLast(({ from }) => from != null && from <= day) ?? first).scheme
}

/** Returns the VAT rate of a line under a scheme: `rate` for `normaal`, otherwise 0 (decision 51). */
export const rateUnder = (scheme: VatScheme, rate: VatRate): VatRate => (scheme === 'normaal' ? rate : 0)

/**
 * Returns the first day on which two lists of schemes differ. Null when they differ from the beginning, undefined when
 * they never do.
 */
export function findFirstDifference(
  one: readonly DatedScheme[],
  other: readonly DatedScheme[],
): string | null | undefined {
  if (one[0]?.scheme !== other[0]?.scheme) return null
  const days = [...one, ...other].flatMap(({ from }) => from ?? []).sort()
  return days.find((day) => schemeOn(one, day) !== schemeOn(other, day))
}
