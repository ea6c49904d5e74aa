import { addDays, addMonths, type DateRange, type LocalDate, monthText } from '../time.ts'

/** Form of a period of the book: a month `2026-11`, a quarter `2026-Q4` or a year `2026`. */
export const periodPattern = /^20\d\d(-(0[1-9]|1[0-2]|Q[1-4]))?$/

/** Number of months of a quarter. */
const QUARTER = 3

/** Returns the first and last day of a month `2026-11`, a quarter `2026-Q4` or a year `2026`. */
export function daysOfPeriod(period: string): DateRange {
  const [year = '', part] = period.split('-')
  const quarter = part?.startsWith('Q') ? Number(part.slice(1)) : undefined
  const month = quarter === undefined ? Number(part ?? 1) : (quarter - 1) * QUARTER + 1
  const from = `${year}-${String(month).padStart(2, '0')}-01` as LocalDate
  const months = part === undefined ? 12 : quarter === undefined ? 1 : QUARTER
  return { from, to: addDays(addMonths(from, months), -1) }
}

/** Returns the Dutch name of a period: 'november 2026', '4e kwartaal 2026' or '2026'. */
export function periodText(period: string): string {
  const [year, part] = period.split('-')
  if (part === undefined) return period
  return part.startsWith('Q') ? `${part.slice(1)}e kwartaal ${year}` : monthText(period)
}
