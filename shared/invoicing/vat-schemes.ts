import type { VatScheme } from '../api/parts/billing.ts'
import type { VatRate } from '../invoices/choices.ts'

/** A VAT scheme with the day it begins; the first of a partner has none and holds from the beginning. */
export interface DatedScheme {
  readonly from?: string | null | undefined
  readonly scheme: VatScheme
}

/** A default VAT rate with the day it begins; the first has none and holds from the beginning. */
export interface DatedRate {
  readonly from?: string | null | undefined
  readonly rate: VatRate
}

interface Dated {
  readonly from?: string | null | undefined
}

/** Returns what is in force on a day, from a list sorted by first days. Throws a RangeError for an empty list. */
function inForceOn<T extends Dated>(all: readonly T[], day: string): T {
  const [first, ...later] = all
  if (!first) throw new RangeError('Nothing is in force')
  return later.findLast(({ from }) => from != null && from <= day) ?? first
}

/** Returns the VAT scheme in force on a day, from schemes sorted by their first day. */
export const schemeOn = (schemes: readonly DatedScheme[], day: string): VatScheme => inForceOn(schemes, day).scheme

/** Returns the default VAT rate of a day of supply, from rates sorted by their first day. */
export const rateOn = (rates: readonly DatedRate[], day: string): VatRate => inForceOn(rates, day).rate

/** Returns the VAT rate of a line under a scheme: `rate` for `normaal`, otherwise 0 (decision 51). */
export const rateUnder = (scheme: VatScheme, rate: VatRate): VatRate => (scheme === 'normaal' ? rate : 0)

/**
 * Returns the first day on which two lists of schemes or of rates differ. Null when they differ from the beginning,
 * undefined when they never do.
 */
export function findFirstDifference<T extends DatedScheme | DatedRate>(
  one: readonly T[],
  other: readonly T[],
): string | null | undefined {
  const differs = (day: string) => chargedBy(inForceOn(one, day)) !== chargedBy(inForceOn(other, day))
  if (differs('')) return null
  const days = [...one, ...other].flatMap(({ from }) => from ?? []).sort()
  return days.find(differs)
}

const chargedBy = (dated: DatedScheme | DatedRate) => ('scheme' in dated ? dated.scheme : dated.rate)
