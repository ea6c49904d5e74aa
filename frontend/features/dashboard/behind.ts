import { reach } from '../../../shared/access.ts'
import { type AppointmentFilter, appointmentStatuses } from '../../../shared/contract/schemas/appointments.ts'
import { COUNTED_SALES } from '../../../shared/contract/schemas/sale-form.ts'
import { type DateRange, type LocalDate, periodRange } from '../../../shared/time.ts'
import { paths } from '../../domains/paths.ts'
import { actorOf, useCan, useUser } from '../../lib/session.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import type { Period, TimeFilter } from './api.ts'

type Asked = Partial<Record<Exclude<keyof AppointmentFilter, 'from' | 'to'>, string>>

/** Statuses that count as an appointment: all but cancelled (rulings 27). */
const COUNTED = appointmentStatuses.filter((status) => status !== 'cancelled').join(',')

/** Returns the days of a period chosen on the dashboard. */
export const daysOf = (period: TimeFilter): DateRange => periodRange(period, today() as LocalDate)

/** Returns the days of a period chosen on the scoreboard. */
export const boardDaysOf = (period: Period): DateRange =>
  daysOf(period === 'today' ? period : (`this-${period}` as const))

/** Returns the scope of the figures a user sees: all, the team or own (access.md). */
export function useScope() {
  const { scope } = reach(actorOf(useUser()), 'stats:read') ?? { scope: 'own' }
  return scope
}

/** Texts of the scopes, beside a figure. */
export const scopeNames = { all: 'van alle teams', team: 'van je team', own: 'van jou' } as const

/**
 * Returns a function that gives the address of the appointments behind a figure: of some days, without cancelled ones
 * unless a status is given. Undefined for users who may not read appointments.
 */
export function useListBehind() {
  const mayRead = useCan('appointment:read')
  return ({ from, to }: DateRange, asked: Asked = {}): string | undefined =>
    mayRead ? `${paths.appointments}?${new URLSearchParams({ status: COUNTED, ...asked, from, to })}` : undefined
}

/**
 * Returns a function that gives the address of the sales behind a figure, of everybody within reach or of one agent.
 * That list also shows the number of unregistered sales. Undefined for users who may not list sales.
 */
export function useSalesBehind() {
  const mayList = useCan('sale:list')
  return ({ from, to }: DateRange, whose: { readonly agentId?: string } = {}): string | undefined =>
    mayList ? `${paths.transactions}?${new URLSearchParams({ status: COUNTED_SALES, ...whose, from, to })}` : undefined
}

/**
 * Returns the list filter that matches the figures: own records for scope own, no filter for other scopes. Undefined
 * for a team leader with own figures, which no single list shows.
 */
export function useOwnFilter(): Asked | undefined {
  const { role } = useUser()
  if (useScope() !== 'own') return {}
  return role === 'teamleader' ? undefined : { mine: 'true' }
}
