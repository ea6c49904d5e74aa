import * as z from 'zod'
import { comparisons, ReportFilter, type ReportGroup, reportGroups } from '../../../shared/contract/reports.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { thisMonth } from '../../records/month-picker.tsx'
import { addMonths } from '../../ui/calendar-days.ts'

/** Kinds of rows behind a figure that have no list of their own. */
export const rowKinds = ['commissions', 'hours', 'fixed'] as const
export type RowKind = (typeof rowKinds)[number]

/** Columns of the table, in their order; also what it is sorted by. */
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

/** Words of the address: filters of the report, order of the table, and the rows that are open. */
const ReportAddress = z.object({
  ...ReportFilter.shape,
  compare: z.enum([...comparisons, 'none']),
  by: z.enum(reportGroups),
  sort: order,
  rows: z.enum(rowKinds),
  /** Row of the table that the open rows belong to; the whole report without it. */
  of: z.string().max(128),
})

export type Order = z.output<typeof order>
export type ReportParts = Partial<z.output<typeof ReportFilter>> & { readonly month: string; readonly by: ReportGroup }

const monthBeside = (month: string, by: number): string => addMonths(`${month}-01`, by).slice(0, 7)

/** Returns the month that a comparison is with. */
export const comparedMonth = (month: string, compare: (typeof comparisons)[number]): string =>
  monthBeside(month, compare === 'year' ? -12 : -1)

/** Returns the filters in the address; the last whole month beside the one before, by team, without any. */
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
