import type { AppointmentFilter } from '../../../shared/contract/appointments.ts'
import { formatDateLong } from '../../lib/format.ts'
import { addDays, today, weekdayOf } from '../../ui/calendar-days.ts'

/** The days a list covers, as the filters have them. */
export type Period = Pick<Partial<AppointmentFilter>, 'date' | 'from' | 'to'>

/** The bounds the server sets where a date is missing (rulings 12). */
const DAYS_BACK = 30
const DAYS_AHEAD = 90

/** What a button for the period reads: `Vandaag`, `21 nov 2026`, `Vanaf 21 nov 2026`; `Periode` when it is not set. */
export function periodLabel({ date, from, to }: Period): string {
  if (date) return date === today() ? 'Vandaag' : formatDateLong(date)
  if (from && to) return span(from, to)
  if (from) return `Vanaf ${formatDateLong(from)}`
  return to ? `Tot en met ${formatDateLong(to)}` : 'Periode'
}

/** The days the list really covers, since a list without both ends is bounded by the server. */
export function periodCovered({ date, from, to }: Period): string {
  if (date) return formatDateLong(date)
  const first = from ?? addDays(to ?? today(), -DAYS_BACK)
  return span(first, to ?? addDays(from ? first : today(), from ? DAYS_BACK + DAYS_AHEAD : DAYS_AHEAD))
}

/** From today on, as far as the server goes. */
export const periodAhead = () => ({ from: today(), to: addDays(today(), DAYS_AHEAD) })

/** What lies before today, as far back as the server goes. */
export const periodBehind = () => ({ from: addDays(today(), -DAYS_BACK), to: addDays(today(), -1) })

/** Periods to choose with one click. */
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
