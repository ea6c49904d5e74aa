import { useQuery } from '@tanstack/react-query'
import { commissions } from '../../../../shared/api/commissions.ts'
import { invoices } from '../../../../shared/api/invoices.ts'
import { type ReportGroup, reports } from '../../../../shared/api/reports.ts'
import { paths } from '../../../domains/paths.ts'
import { query, useList } from '../../../lib/query.ts'
import { addDays, today, weekdayOf } from '../../../ui/dates/calendar-days.ts'

/** Fetches this month's report, with a row per `by` (such as team), and the previous month for comparison. */
export const useThisMonthReport = (by: ReportGroup) =>
  useQuery({
    ...query(reports.report, { query: { month: today().slice(0, 7), compare: 'previous', by } }),
    staleTime: 0,
  })

/**
 * Fetches the user's own commissions, sales and appointments of the last twelve months, with the sales and appointments
 * of the team for comparison.
 */
export const useEarnings = () => useQuery({ ...query(reports.earnings), staleTime: 0 })

/**
 * Fetches how many commissions are at each open step, with the euros still to pay. Also fetches the number and euros of
 * the commissions paid out this month.
 */
export const useCommissionSummary = () => useQuery({ ...query(commissions.summary), staleTime: 0 })

/** Returns the last day of this week's payments: the Friday; on a Saturday or Sunday, the Sunday. */
const endOfWeek = (): string => {
  const day = weekdayOf(today())
  return addDays(today(), day > 4 ? 6 - day : 4 - day)
}

/** Fetches the invoices that wait for payment and are due this week or earlier, earliest first. */
export function useDueInvoices() {
  const { data, ...list } = useList(
    invoices.listByStatus,
    { params: { status: 'in_behandeling' }, query: { dueBy: endOfWeek() } },
    { whole: true, fresh: true },
  )
  return { ...list, data: data?.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate)) }
}

/** Returns the address of the list of the invoices to pay this week. */
export const dueAddress = (): string => `${paths.payments}?dueBy=${endOfWeek()}`
