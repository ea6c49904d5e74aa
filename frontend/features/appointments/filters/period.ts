import type { AppointmentFilter } from '../../../../shared/api/schemas/appointments.ts'
import { formatDateLong, formatDateShort } from '../../../lib/format.ts'
import { addDays, today, weekdayOf } from '../../../ui/dates/calendar-days.ts'

/** Period filter of a list: one day in `date`, or a range of days in `from` and `to`. */
export type Period = Pick<Partial<AppointmentFilter>, 'date' | 'from' | 'to'>

/** Numbers of days back and ahead with which the server completes a period (rulings 12). */
const DAYS_BACK = 30
const DAYS_AHEAD = 90

/**
 * Returns the days that the list covers as text, `21 nov – 19 feb 2027`. Without bounds these are 30 days back to
 * 90 ahead. With only `from` the list ends 120 days later; with only `to` it begins 30 days earlier.
 */
export function formatCoveredPeriod({ date, from, to }: Period): string {
  if (date) return formatDateLong(date)
  const first = from ?? addDays(to ?? today(), -DAYS_BACK)
  return span(first, to ?? addDays(from ? first : today(), from ? DAYS_BACK + DAYS_AHEAD : DAYS_AHEAD))
}

/** Returns the period from today to 90 days ahead, the coming part of the server's default period (rulings 12). */
export const makeComingPeriod = () => ({ from: today(), to: addDays(today(), DAYS_AHEAD) })

/** Returns the period of the 30 days up to yesterday, the past part of the server's default period (rulings 12). */
export const makePastPeriod = () => ({ from: addDays(today(), -DAYS_BACK), to: addDays(today(), -1) })

/** Returns the periods that have a button of their own, such as `Vandaag`, with the Dutch label of that button. */
export function listQuickPeriods(): { label: string; period: Required<Period> }[] {
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

const span = (from: string, to: string) => `${formatDateShort(from)} – ${formatDateShort(to)}`
