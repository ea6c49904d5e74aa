import { reach } from '../../../shared/access.ts'
import { type AppointmentFilter, appointmentStatuses } from '../../../shared/contract/appointments.ts'
import { COUNTED_SALES } from '../../../shared/contract/sales.ts'
import { type DateRange, type LocalDate, periodRange } from '../../../shared/time.ts'
import { paths } from '../../domains/paths.ts'
import { actorOf, useCan, useUser } from '../../lib/session.ts'
import { today } from '../../ui/calendar-days.ts'
import type { Period, TimeFilter } from './api.ts'

type Asked = Partial<Record<Exclude<keyof AppointmentFilter, 'from' | 'to'>, string>>

/** What counts as an appointment: all but cancelled ones (rulings 27). */
const COUNTED = appointmentStatuses.filter((status) => status !== 'cancelled').join(',')

/** The days of a choice on the dashboard. */
export const daysOf = (period: TimeFilter): DateRange => periodRange(period, today() as LocalDate)

/** The days of a choice on the scoreboard. */
export const boardDaysOf = (period: Period): DateRange =>
  daysOf(period === 'today' ? period : (`this-${period}` as const))

/** Whose figures somebody sees: everybody's, their team's or their own (access.md). */
export function useScope() {
  const { scope } = reach(actorOf(useUser()), 'stats:read') ?? { scope: 'own' }
  return scope
}

/** The scopes in words, to stand beside a figure. */
export const scopeNames = { all: 'van alle teams', team: 'van je team', own: 'van jou' } as const

/**
 * The address of the appointments that a figure counts, over some days and all but the cancelled ones unless a status is
 * asked for; undefined for who may not read them.
 */
export function useListBehind() {
  const mayRead = useCan('appointment:read')
  return ({ from, to }: DateRange, asked: Asked = {}): string | undefined =>
    mayRead ? `${paths.appointments}?${new URLSearchParams({ status: COUNTED, ...asked, from, to })}` : undefined
}

/**
 * The address of the sales that a figure counts, over some days, of everybody within reach or of one agent: the list tells
 * how many appointments are to be registered besides. Undefined for who may not list sales.
 */
export function useSalesBehind() {
  const mayList = useCan('sale:list')
  return ({ from, to }: DateRange, whose: { readonly agentId?: string } = {}): string | undefined =>
    mayList ? `${paths.transactions}?${new URLSearchParams({ status: COUNTED_SALES, ...whose, from, to })}` : undefined
}

/** Leaves out what others did, where the figures do; undefined where no one list holds what counts as somebody's own. */
export function useOwn(): Asked | undefined {
  const { role } = useUser()
  if (useScope() !== 'own') return {}
  return role === 'teamleader' ? undefined : { mine: 'true' }
}
