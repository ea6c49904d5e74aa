import { isoWeek, type LocalDate } from '../../../shared/time.ts'
import type { View } from '../../domains/calendar-view.ts'
import {
  addDays,
  addMonths,
  dayTitleOf,
  mondayOf,
  monthTitleOf,
  today,
  weekOf,
  weeksOfMonth,
} from '../../ui/dates/calendar-days.ts'

/** Values of the period filter (spec §2); without one, all days are shown. */
export const periods = ['today', 'tomorrow', 'this-week', 'next-week'] as const
export type Period = (typeof periods)[number]

export const periodNames: Record<Period, string> = {
  today: 'Vandaag',
  tomorrow: 'Morgen',
  'this-week': 'Deze week',
  'next-week': 'Volgende week',
}

/**
 * Returns the dates that a view shows, one array per week. A month includes the days that fill its first and last week.
 */
export function listShownWeeks(view: View, date: string): string[][] {
  if (view === 'day') return [[date]]
  return view === 'week' ? [weekOf(date)] : weeksOfMonth(date)
}

/** Returns the date `by` days, weeks or months later, by the view; earlier for a negative number. */
export function stepDate(view: View, date: string, by: number): string {
  if (view === 'month') return addMonths(date, by)
  return addDays(date, view === 'week' ? by * 7 : by)
}

/** Returns the ISO 8601 week number of a date. */
export const weekNumberOf = (date: string): number => isoWeek(date as LocalDate).week

/** Returns the Dutch title of a view: `November 2026`, `16 – 22 november 2026`, `Zaterdag 21 november 2026`. */
export function titleOf(view: View, date: string): string {
  if (view === 'month') return capital(monthTitleOf(date))
  if (view === 'day') return capital(dayTitleOf(date))
  const monday = mondayOf(date)
  const sunday = addDays(monday, 6)
  const [from, to] = [monday, sunday].map((day) => `${Number(day.slice(8))} ${monthTitleOf(day)}`)
  return monday.slice(0, 7) === sunday.slice(0, 7) ? `${Number(monday.slice(8))} – ${to}` : `${from} – ${to}`
}

/** Returns the first and last date of a period such as `this-week`, seen from today in Amsterdam. */
export function boundsOf(period: Period): { from: string; to: string } {
  const now = today()
  switch (period) {
    case 'today':
      return { from: now, to: now }
    case 'tomorrow':
      return { from: addDays(now, 1), to: addDays(now, 1) }
    case 'this-week':
      return { from: mondayOf(now), to: addDays(mondayOf(now), 6) }
    case 'next-week':
      return { from: addDays(mondayOf(now), 7), to: addDays(mondayOf(now), 13) }
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
