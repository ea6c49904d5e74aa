import * as z from 'zod'
import { comparisons, ReportFilter, type ReportGroup, reportGroups } from '../../../shared/api/reports.ts'
import { listMonths, type ReportPeriod } from '../../../shared/ledger/report-period.ts'
import { addToMonth } from '../../../shared/time.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { thisMonth } from '../../ui/dates/calendar-days.ts'

/**
 * Kinds of records that the report shows in a dialog, because no list screen can show exactly those behind a figure.
 */
export const rowKinds = ['commissions', 'hours', 'fixed'] as const
export type RowKind = (typeof rowKinds)[number]

/** Columns of the report table, in order; their names are also its sort keys. */
export const columns = [
  'appointments',
  'sales',
  'conversion',
  'withdrawn',
  'revenue',
  'lateRevenue',
  'commissions',
  'hours',
  'hourCosts',
  'fixedCosts',
  'margin',
  'share',
] as const
export type Column = (typeof columns)[number]

const order = z.templateLiteral([z.enum(['', '-']), z.enum(['label', ...columns])])

/** Parameters of the address: filters of the report, sort order of the table, and the records in the dialog. */
const ReportAddress = z.object({
  ...ReportFilter.shape,
  compare: z.enum([...comparisons, 'none']),
  by: z.enum(reportGroups),
  sort: order,
  rows: z.enum(rowKinds),
  /** Key of the table row whose records the dialog shows; absent for the totals. */
  of: z.string().max(128),
})

export type Order = z.output<typeof order>
export type ReportParts = Partial<z.output<typeof ReportFilter>> & { readonly month: string; readonly by: ReportGroup }

/**
 * Returns the period to compare a period with: the one of equal length before it, or for `year` the same one a year
 * earlier.
 */
export function findComparisonPeriod(period: ReportPeriod, compare: (typeof comparisons)[number]): ReportPeriod {
  const back = compare === 'year' ? -12 : -listMonths(period).length
  return { from: addToMonth(period.from, back), month: addToMonth(period.month, back) }
}

/**
 * Returns the filters, sort order and dialog of the report in the address, and functions that change them. By default
 * last month by team, compared with the month before, the highest margin first.
 */
export function useReportAddress() {
  const { filter, setFilter, resetFilter } = useUrlFilter(ReportAddress)
  const { compare = 'previous', sort, rows, of, by = 'team', month = addToMonth(thisMonth(), -1), ...others } = filter
  const { from = month, ...narrowed } = others
  const report: ReportParts = {
    ...{ ...narrowed, month, by },
    ...(from < month && { from }),
    ...(compare !== 'none' && { compare }),
  }
  return {
    report,
    compare,
    period: { from, month },
    order: sort ?? (by === 'month' ? '-label' : '-margin'),
    rows: rows && { kind: rows, of },
    isNarrowed: Object.values(narrowed).some((value) => value !== undefined),
    setFilter,
    resetFilter,
  }
}

export type ReportAddress = ReturnType<typeof useReportAddress>
