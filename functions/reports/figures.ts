import type { Provider } from '../../shared/api/parts/trade.ts'
import { type Figures, withdrawalShareOf } from '../../shared/api/reports.ts'
import type { Measure } from '../../shared/measures.ts'
import { inEuros, inEurosOrNull } from '../../shared/money.ts'
import { splitMeasure } from '../platform/data/counters.ts'

/** Counts of one team or person in a month, by measure, as the counters hold them. */
export interface MonthCounts {
  readonly month: string
  readonly teamId: number
  /** Absent for the sums of a team. */
  readonly userId?: string | undefined
  readonly name?: string | undefined
  readonly counts: Readonly<Partial<Record<string, number>>>
}

/** Fixed costs of one month, in cents. Costs of the organisation have neither a team nor a person. */
export interface Fixed {
  readonly month: string
  readonly teamId: number | undefined
  readonly userId: string | undefined
  readonly amount: number
}

/** Counts and fixed costs from which the figures of a report are computed. */
export interface FigureParts {
  readonly counted: readonly MonthCounts[]
  readonly fixed: readonly Fixed[]
}

/** Measures that are also counted by provider. */
type Counted = 'Sales' | 'Approved' | 'Paid' | 'Revenue' | 'Commissions' | 'Withdrawn' | 'Rejected'
type Split = `report${Counted | 'Late' | 'LateRevenue'}`

/**
 * Limit of the figures of a report: one provider, `none` for records without a provider, or undefined for all records.
 */
export type ProviderSelection = Provider | 'none' | undefined

/**
 * Computes the figures of a report, such as sales, revenue and margin, for the provider `of`; without `of`, for all
 * providers. With `isByProvider`, the figures that are not counted by provider are null: those of appointments, bookers,
 * hours and fixed costs. The margin is then the revenue less what is lost and the commissions.
 */
export function figuresOf(
  { counted, fixed }: FigureParts,
  { of, isByProvider }: { of?: ProviderSelection; isByProvider: boolean },
): Figures {
  const sumOf = (measure: string) => counted.reduce((sum, { counts }) => sum + (counts[measure] ?? 0), 0)
  const whole = (measure: Measure) => (isByProvider ? null : sumOf(measure))
  const part = (measure: Split): number => {
    if (of === undefined) return sumOf(measure)
    return of === 'none' ? sumOf(measure) - splitsOf(measure, counted) : sumOf(splitMeasure(measure, of))
  }
  const [revenue, lateRevenue] = [part('reportRevenue'), part('reportLateRevenue')]
  const [commissions, hourCosts] = [part('reportCommissions'), whole('reportHourCost')]
  const fixedCosts = isByProvider ? null : fixed.reduce((sum, { amount }) => sum + amount, 0)
  return {
    appointments: whole('reportAppointments'),
    held: whole('reportHeld'),
    sales: part('reportSales'),
    approved: part('reportApproved'),
    paid: part('reportPaid'),
    withdrawn: part('reportWithdrawn'),
    sold: part('reportSales') + part('reportRejected'),
    bookedWithdrawn: whole('reportBookedWithdrawn'),
    bookedSold: isByProvider ? null : sumOf('reportBookedSales') + sumOf('reportBookedRejected'),
    revenue: inEuros(revenue),
    late: part('reportLate'),
    lateRevenue: inEuros(lateRevenue),
    commissions: inEuros(commissions),
    hours: inEurosOrNull(whole('reportHours')),
    hourCosts: inEurosOrNull(hourCosts),
    fixedCosts: inEurosOrNull(fixedCosts),
    margin: inEuros(revenue - lateRevenue - commissions - (hourCosts ?? 0) - (fixedCosts ?? 0)),
  }
}

/** Adds up the counts of a measure by provider. */
const splitsOf = (measure: Split, counted: readonly MonthCounts[]) =>
  counted.reduce(
    (sum, { counts }) =>
      sum +
      Object.entries(counts).reduce(
        (part, [name, count = 0]) => (name.startsWith(`${measure}-`) ? part + count : part),
        0,
      ),
    0,
  )

/** Tells whether all figures of a row of a report are 0 or null. */
export const isEmpty = (figures: Figures): boolean => Object.values(figures).every((value) => !value)

/** Returns the withdrawn share of sales as a text: `12,5%`; empty without sales. */
export const withdrawalShareText = (figures: Figures): string =>
  withdrawalShareOf(figures)?.toLocaleString('nl-NL', { style: 'percent', maximumFractionDigits: 1 }) ?? ''
