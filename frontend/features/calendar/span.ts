import * as z from 'zod'
import { AppointmentFilter } from '../../../shared/contract/appointments.ts'
import { localDate, office } from '../../../shared/contract/fields.ts'
import { isoWeek, type LocalDate } from '../../../shared/time.ts'
import {
  addDays,
  addMonths,
  dayTitle,
  monthTitle,
  today,
  weekdayOf,
  weekdays,
  weeksOfMonth,
} from '../../ui/calendar-days.ts'

export const views = ['day', 'week', 'month'] as const
export type View = (typeof views)[number]

/** The period filter of spec §2; absent: all. */
export const periods = ['today', 'tomorrow', 'this-week', 'next-week'] as const
export type Period = (typeof periods)[number]

export const periodNames: Record<Period, string> = {
  today: 'Vandaag',
  tomorrow: 'Morgen',
  'this-week': 'Deze week',
  'next-week': 'Volgende week',
}

/** What the address says of the calendar. */
export const CalendarAddress = z.object({
  view: z.enum(views),
  date: localDate(),
  period: z.enum(periods),
  office,
  /** One agent or several, by comma. */
  agentId: z.string().max(2_000),
  ...AppointmentFilter.pick({ status: true, teamId: true }).shape,
})
export type CalendarAddress = z.output<typeof CalendarAddress>

/** The agents that an address names; none: all. */
export const agentsIn = (agentId: string | undefined): readonly string[] => agentId?.split(',').filter(Boolean) ?? []

/** The Monday of a date's week. */
const mondayOf = (date: string): string => addDays(date, -weekdayOf(date))

/** The seven days of a date's week, Monday first. */
const weekOf = (date: string): string[] => weekdays.map((_, index) => addDays(mondayOf(date), index))

/** The days a view shows, week by week; a month with the days that fill its first and last week. */
export function weeksShown(view: View, date: string): string[][] {
  if (view === 'day') return [[date]]
  return view === 'week' ? [weekOf(date)] : weeksOfMonth(date)
}

/** The date one step of the view further, or back when negative: a day, a week or a month. */
export function stepped(view: View, date: string, by: number): string {
  if (view === 'month') return addMonths(date, by)
  return addDays(date, view === 'week' ? by * 7 : by)
}

/** The ISO 8601 number of a date's week. */
export const weekNumber = (date: string): number => isoWeek(date as LocalDate).week

/** What the view shows, in words: `November 2026`, `16 – 22 november 2026`, `Zaterdag 21 november 2026`. */
export function titleOf(view: View, date: string): string {
  if (view === 'month') return capital(monthTitle(date))
  if (view === 'day') return capital(dayTitle(date))
  const monday = mondayOf(date)
  const sunday = addDays(monday, 6)
  const [from, to] = [monday, sunday].map((day) => `${Number(day.slice(8))} ${monthTitle(day)}`)
  return monday.slice(0, 7) === sunday.slice(0, 7) ? `${Number(monday.slice(8))} – ${to}` : `${from} – ${to}`
}

/** The first and last day of a period, counted from today in Amsterdam. */
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
