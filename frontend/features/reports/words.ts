import { type ReportPeriod, reportPeriodText } from '../../../shared/ledger/report-period.ts'
import { monthTitleOf, today } from '../../ui/dates/calendar-days.ts'

/** Formats a month for use in a sentence: `oktober`, or `oktober 2025` if the year differs from that of `beside`. */
function formatMonthName(month: string, beside = today()): string {
  const title = monthTitleOf(`${month}-01`)
  return beside.slice(0, 4) === month.slice(0, 4) ? (title.split(' ')[0] ?? title) : title
}

/** Formats the period of a report for use in a sentence: `oktober`, `4e kwartaal 2026`. */
export const formatPeriodName = ({ from, month }: ReportPeriod, beside?: string): string =>
  from === month ? formatMonthName(month, beside) : reportPeriodText({ from, month })
