import * as z from 'zod'
import { comparisons, ReportFilter, type ReportGroup, reportGroups } from '../../../shared/contract/reports.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { thisMonth } from '../../records/list/month-picker.tsx'
import { addMonths } from '../../ui/dates/calendar-days.ts'

/** Kinds of rows behind a figure without a list of their own. */
export const rowKinds = ['commissions', 'hours', 'fixed'] as const
export type RowKind = (typeof rowKinds)[number]

/** Columns of the table, in order; also its sort keys. */
export const columns = [
  'appointments',
  'sales',
  'conversion',
  'revenue',
  'commissions',
  'hours',
  'hourCosts',
  'fixedCosts',
  'margin',
  'share',
] as const
export type Column = (typeof columns)[number]

const order = z.templateLiteral([z.enum(['', '-']), z.enum(['label', ...columns])])

/** Parameters of the address: filters of the report, sort order of the table, and the opened rows. */
const ReportAddress = z.object({
  ...ReportFilter.shape,
  compare: z.enum([...comparisons, 'none']),
  by: z.enum(reportGroups),
  sort: order,
  rows: z.enum(rowKinds),
  /** Key of the table row whose rows are opened; absent for the whole report. */
  of: z.string().max(128),
})

export type Order = z.output<typeof order>
export type ReportParts = Partial<z.output<typeof ReportFilter>> & { readonly month: string; readonly by: ReportGroup }

const monthBeside = (month: string, by: number): string => addMonths(`${month}-01`, by).slice(0, 7)

/** Returns the month to compare with. */
export const findComparisonMonth = (month: string, compare: (typeof comparisons)[number]): string =>
  monthBeside(month, compare === 'year' ? -12 : -1)

/** Reads the filters in the address; by default the last whole month compared with the one before, by team. */
export function useReportAddress() {
  const { filter, setFilter, resetFilter } = useUrlFilter(ReportAddress)
  const {
    compare = 'previous',
    sort,
    rows,
    of,
    by = 'team',
    month = monthBeside(thisMonth(), -1),
    ...narrowed
  } = filter
  const report: ReportParts = { ...narrowed, month, by, ...(compare !== 'none' && { compare }) }
  return {
    report,
    compare,
    order: sort ?? (by === 'month' ? '-label' : '-margin'),
    rows: rows && { kind: rows, of },
    isNarrowed: Object.values(narrowed).some((value) => value !== undefined),
    setFilter,
    resetFilter,
  }
}

export type ReportAddress = ReturnType<typeof useReportAddress>
