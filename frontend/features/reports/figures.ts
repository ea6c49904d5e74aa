import type { Figures } from '../../../shared/api/reports.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'

/** Returns the number of sales per appointment (0.25 for 25 %); null without appointments. */
export const conversionOf = ({ sales, appointments }: Figures): number | null => shareOf(sales, appointments)

/** Returns a part divided by a whole (0.25 for 25 %); null when either is unknown or the whole is 0. */
export const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : part / whole

/** Returns the margin as a share of the revenue (0.25 for 25 %); null without revenue. */
export const marginShareOf = ({ margin, revenue }: Figures): number | null => shareOf(margin, revenue)

/** Adds up the figures of several months. A figure is null when it is unknown in all of them. */
export function sumFigures(all: readonly Figures[]): Figures {
  const money = (name: keyof Figures) => euros(sumOf(all.map((one) => cents(one[name] ?? 0))))
  const count = (name: keyof Figures) => all.reduce((sum, one) => sum + (one[name] ?? 0), 0)
  const orNull = (name: keyof Figures, value: number) => (all.every((one) => one[name] === null) ? null : value)
  return {
    appointments: orNull('appointments', count('appointments')),
    held: orNull('held', count('held')),
    sales: count('sales'),
    approved: count('approved'),
    paid: count('paid'),
    withdrawn: count('withdrawn'),
    sold: count('sold'),
    bookedWithdrawn: orNull('bookedWithdrawn', count('bookedWithdrawn')),
    bookedSold: orNull('bookedSold', count('bookedSold')),
    revenue: money('revenue'),
    late: count('late'),
    lateRevenue: money('lateRevenue'),
    commissions: money('commissions'),
    hours: orNull('hours', Math.round(count('hours') * 100) / 100),
    hourCosts: orNull('hourCosts', money('hourCosts')),
    fixedCosts: orNull('fixedCosts', money('fixedCosts')),
    margin: money('margin'),
  }
}
