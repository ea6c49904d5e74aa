import { addToMonth, monthText } from '../time.ts'

/** First and last month of a report, `yyyy-mm`. */
export interface ReportPeriod {
  readonly from: string
  readonly month: string
}

/** Maximum number of months of a report. */
export const MOST_REPORTED_MONTHS = 12

/** Lists the months from the first to the last, oldest first; ends after `most` months. */
export function listMonths({ from, month }: ReportPeriod, most = MOST_REPORTED_MONTHS + 1): string[] {
  const months: string[] = []
  for (let at = from; at <= month && months.length < most; at = addToMonth(at, 1)) months.push(at)
  return months
}

const QUARTER = 3

/** Returns the Dutch name of a period: 'oktober 2026', '4e kwartaal 2026', '2026' or 'mei 2026 t/m juli 2026'. */
export function reportPeriodText({ from, month }: ReportPeriod): string {
  const [year, first] = [from.slice(0, 4), Number(from.slice(5))]
  const count = listMonths({ from, month }).length
  if (count <= 1) return monthText(month)
  if (count === MOST_REPORTED_MONTHS && first === 1) return year
  if (count === QUARTER && first % QUARTER === 1) return `${Math.ceil(first / QUARTER)}e kwartaal ${year}`
  return `${monthText(from)} t/m ${monthText(month)}`
}
