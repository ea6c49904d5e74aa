import { reachOf } from '../../../shared/access.ts'
import { appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import type { AppointmentFilter } from '../../../shared/api/schemas/appointments.ts'
import { COUNTED_SALES } from '../../../shared/sales/choices.ts'
import { type DateRange, type LocalDate, periodRange } from '../../../shared/time.ts'
import { paths } from '../../domains/paths.ts'
import { actorOf, useCan, useUser } from '../../lib/session.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import type { Period, TimeFilter } from './api.ts'

type ListQuery = Partial<Record<Exclude<keyof AppointmentFilter, 'from' | 'to'>, string>>

/** Statuses that count as an appointment: all but cancelled (rulings 27). */
const COUNTED = appointmentStatuses.filter((status) => status !== 'cancelled').join(',')

/** Returns the first and last date of a period of the dashboard, such as `this-week`. */
export const dashboardRangeOf = (period: TimeFilter): DateRange => periodRange(period, today() as LocalDate)

/** Returns the first and last date of a period of the scoreboard. */
export const scoreboardRangeOf = (period: Period): DateRange =>
  dashboardRangeOf(period === 'today' ? period : (`this-${period}` as const))

/** Returns whose figures the user sees: `all`, `team` or `own` (access.md). */
export function useScope() {
  const { scope } = reachOf(actorOf(useUser()), 'stats:read') ?? { scope: 'own' }
  return scope
}

/** Dutch text per scope, beside a figure: `van je team`; none for all. */
export const scopeNames = { all: undefined, team: 'van je team', own: 'van jou' } as const

/**
 * Returns a function that builds the page address of the appointments that a figure counts, by default without
 * cancelled ones. The address is undefined for users who may not read appointments.
 */
export function useAppointmentsLink() {
  const mayRead = useCan('appointment:read')
  return ({ from, to }: DateRange, asked: ListQuery = {}): string | undefined =>
    mayRead ? `${paths.appointments}?${new URLSearchParams({ status: COUNTED, ...asked, from, to })}` : undefined
}

/**
 * Returns a function that builds the page address of the sales that a figure counts. The address is undefined for users
 * who may not list sales.
 */
export function useSalesLink() {
  const mayList = useCan('sale:list')
  return ({ from, to }: DateRange): string | undefined =>
    mayList ? `${paths.transactions}?${new URLSearchParams({ status: COUNTED_SALES, from, to })}` : undefined
}

/**
 * Returns the filter that limits a list to the user's figures: own records, or no limit for a wider scope. Undefined
 * for a team leader without a team: their figures count assigned and booked appointments, which no single list shows.
 */
export function useOwnFilter(): ListQuery | undefined {
  const { role } = useUser()
  if (useScope() !== 'own') return {}
  return role === 'teamleader' ? undefined : { mine: 'true' }
}
