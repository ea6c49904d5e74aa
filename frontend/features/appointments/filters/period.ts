import type { AppointmentFilter } from '../../../../shared/contract/schemas/appointments.ts'
import { formatDateLong } from '../../../lib/format.ts'
import { addDays, today, weekdayOf } from '../../../ui/dates/calendar-days.ts'

/** Period of a list, as in its filters. */
export type Period = Pick<Partial<AppointmentFilter>, 'date' | 'from' | 'to'>

/** Number of days that the server adds where a bound is missing (rulings 12). */
const DAYS_BACK = 30
const DAYS_AHEAD = 90

/**
 * Returns the text of the button for the period: `Vandaag`, `21 nov 2026`, `Vanaf 21 nov 2026`, or `Periode` without
 * one.
 */
export function periodLabel({ date, from, to }: Period): string {
  if (date) return date === today() ? 'Vandaag' : formatDateLong(date)
  if (from && to) return span(from, to)
  if (from) return `Vanaf ${formatDateLong(from)}`
  return to ? `Tot en met ${formatDateLong(to)}` : 'Periode'
}

/** Describes the days that the list really covers; the server fills in a missing bound. */
export function periodCovered({ date, from, to }: Period): string {
  if (date) return formatDateLong(date)
  const first = from ?? addDays(to ?? today(), -DAYS_BACK)
  return span(first, to ?? addDays(from ? first : today(), from ? DAYS_BACK + DAYS_AHEAD : DAYS_AHEAD))
}

/** Returns the period from today to the last day of the server. */
export const periodAhead = () => ({ from: today(), to: addDays(today(), DAYS_AHEAD) })

/** Returns the period before today, from the first day of the server. */
export const periodBehind = () => ({ from: addDays(today(), -DAYS_BACK), to: addDays(today(), -1) })

/** Returns the periods that one click chooses. */
export function quickPeriods(): { label: string; period: Required<Period> }[] {
  const day = today()
  const monday = addDays(day, -weekdayOf(day))
  return [
    { label: 'Vandaag', period: { date: day, from: '', to: '' } },
    { label: 'Morgen', period: { date: addDays(day, 1), from: '', to: '' } },
    { label: 'Deze week', period: { date: '', from: monday, to: addDays(monday, 6) } },
    { label: 'Volgende week', period: { date: '', from: addDays(monday, 7), to: addDays(monday, 13) } },
    { label: 'Vanaf vandaag', period: { date: '', from: day, to: '' } },
  ]
}

const span = (from: string, to: string) => `${formatDateLong(from)} – ${formatDateLong(to)}`
