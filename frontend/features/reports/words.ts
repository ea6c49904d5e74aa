import { monthTitleOf, today } from '../../ui/dates/calendar-days.ts'

/** Formats a month for use in a sentence: `oktober`, or `oktober 2025` if the year differs from that of `beside`. */
export function formatMonthName(month: string, beside = today()): string {
  const title = monthTitleOf(`${month}-01`)
  return beside.slice(0, 4) === month.slice(0, 4) ? (title.split(' ')[0] ?? title) : title
}
