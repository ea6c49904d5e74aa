import type { FixedCost } from '../../../../shared/costs/record.ts'
import { type LocalDate, monthsBetween } from '../../../../shared/time.ts'
import { formatMoney } from '../../../lib/format.ts'
import { addDays, addMonths, monthTitleOf, thisMonth } from '../../../ui/dates/calendar-days.ts'

/** Fields that determine the months in which a fixed cost counts, and its amount. */
export type Period = Pick<FixedCost, 'effectiveFrom' | 'effectiveTo' | 'monthlyAmount' | 'isActive'>

/** Returns the last day (`yyyy-mm-dd`) of a month (`yyyy-mm`). */
export const lastDayOfMonth = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1)

/** Tells whether a fixed cost counts in a month. It counts in full, even if it runs for a part of that month. */
export const isCountedIn = ({ isActive, effectiveFrom, effectiveTo }: Period, month: string): boolean =>
  isActive && effectiveFrom <= lastDayOfMonth(month) && (effectiveTo === null || effectiveTo >= `${month}-01`)

/** Returns the months (`yyyy-mm`) in which a fixed cost has counted, up to and including this month. */
function pastMonthsOf(cost: Period): string[] {
  if (!cost.isActive) return []
  const last = lastDayOfMonth(thisMonth())
  const to = cost.effectiveTo !== null && cost.effectiveTo < last ? cost.effectiveTo : last
  return monthsBetween(cost.effectiveFrom as LocalDate, to as LocalDate)
}

/** Formats consecutive months: `november 2026`, or `september t/m november 2026`. */
function monthsText(months: readonly string[]): string {
  const [first, last] = [months[0] ?? '', months.at(-1) ?? '']
  if (first === last) return monthTitleOf(`${first}-01`)
  const start = monthTitleOf(`${first}-01`)
  return `${first.slice(0, 4) === last.slice(0, 4) ? start.split(' ')[0] : start} t/m ${monthTitleOf(`${last}-01`)}`
}

/** Describes how a changed fixed cost alters the months until now, one sentence for each effect; empty without any. */
export function describeMonthChanges(before: Period, after: Period): string[] {
  const old = pastMonthsOf(before)
  const next = pastMonthsOf(after)
  const gone = old.filter((month) => !next.includes(month))
  const added = next.filter((month) => !old.includes(month))
  const kept = old.filter((month) => next.includes(month))
  const isOtherAmount = before.monthlyAmount !== after.monthlyAmount
  return [
    ...(gone.length > 0 ? [`Telt niet meer mee in ${monthsText(gone)}.`] : []),
    ...(added.length > 0 ? [`Telt ook mee in ${monthsText(added)}.`] : []),
    ...(isOtherAmount && kept.length > 0
      ? [`${formatMoney(before.monthlyAmount)} wordt ${formatMoney(after.monthlyAmount)} in ${monthsText(kept)}.`]
      : []),
  ]
}

/** Returns a sentence that names the months from which a deleted fixed cost disappears, with their total. */
export function removalText(cost: Period): string {
  const months = pastMonthsOf(cost)
  if (months.length === 0) return 'Telde nog in geen enkele maand mee.'
  const total = formatMoney((months.length * Math.round(cost.monthlyAmount * 100)) / 100)
  const count = months.length === 1 ? '1 maand' : `${months.length} maanden`
  return `Verdwijnt uit ${count}: ${monthsText(months)} (${total}).`
}
