import { invalid } from '../../shared/errors.ts'
import { dateText } from '../../shared/time.ts'

/** First and last day, both included; without end when `to` is absent. */
export interface Period {
  readonly from: string
  readonly to: string | undefined
}

/** Tells whether a day is in a period, whose first and last day count; a period may have no end. */
export const isWithinPeriod = ({ from, to }: Period, day: string): boolean =>
  from <= day && (to === undefined || day <= to)

/** Tells whether two periods have a day in common. */
export const overlaps = (one: Period, other: Period): boolean =>
  (other.to === undefined || one.from <= other.to) && (one.to === undefined || other.from <= one.to)

/** Tells whether at least one day of a month `yyyy-mm` is in a period. */
export const overlapsMonth = ({ from, to }: Period, month: string): boolean =>
  from.slice(0, 7) <= month && (to === undefined || to.slice(0, 7) >= month)

/** Returns a period as part of a Dutch sentence: 'vanaf 01-06-2026'. */
export const periodText = ({ from, to }: Period): string =>
  to === undefined ? `vanaf ${dateText(from)}` : `van ${dateText(from)} tot en met ${dateText(to)}`

/** Throws 400 at `effectiveTo` when a period ends before it begins. */
export function refuseBackwards({ from, to }: Period): void {
  if (to !== undefined && to < from) throw invalid('Kies een datum op of na de eerste dag', 'effectiveTo')
}
