import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import type { CurrentUser } from '../../../shared/api/auth.ts'
import { contracts } from '../../../shared/api/contracts.ts'
import type { Performance, timeFilters } from '../../../shared/api/schemas/appointments.ts'
import type { Reply } from '../../lib/client.ts'
import { query } from '../../lib/query.ts'
import { addDays, today } from '../../ui/dates/calendar-days.ts'

export type TimeFilter = (typeof timeFilters)[number]
export type Period = 'month' | 'week' | 'today'

export type Scoreboard = Reply<typeof appointments.scoreboard>
export type Score = Scoreboard['sales_total'][number]
export type Week = Performance['weeks'][number]
export type Performed = Performance['agents'][number]

/** Number of contracts that the panel shows. */
const SOONEST = '3'

/** Number of days ahead to look for the next appointment. */
const AHEAD = 14
/** Maximum number of appointments that a panel fetches. */
const FEW = '20'

/** Returns the filter of a user's own appointments: for a caller the booked ones, for others those assigned to them. */
const mine = ({ id, role }: CurrentUser) => (role === 'caller' ? { mine: 'true' as const } : { agentId: id })

/** Fetches the figures of the dashboard: the appointments of today, and the open appointments and sales of a period. */
export const useStats = (timeFilter: TimeFilter) => useQuery(query(appointments.stats, { query: { timeFilter } }))

/** Fetches who booked and sold most in a period, of all teams. */
export const useScoreboard = (period: Period) => useQuery(query(appointments.scoreboard, { query: { period } }))

/** Fetches numbers of appointments and sales: per week for 12 weeks, and in a period per person, team and office. */
export const usePerformance = (timeFilter: TimeFilter) =>
  useQuery(query(appointments.performance, { query: { timeFilter } }))

/** Fetches the user's own appointments of today, in order of start. */
export const useAppointmentsToday = (user: CurrentUser) =>
  useQuery({
    ...query(appointments.list, { query: { date: today(), ...mine(user) } }),
    select: ({ items }) => items,
  })

/** Fetches the three contracts with sales status nieuw that end soonest; expired ones come last. */
export const useSoonestContracts = () =>
  useQuery({
    ...query(contracts.bySalesStatus, { params: { status: 'nieuw' }, query: { limit: SOONEST, sort: 'soonest' } }),
    select: ({ items }) => items,
  })

/** Fetches the user's own planned appointments from today until 14 days ahead, the first 20 in order of start. */
export const useComingAppointments = (user: CurrentUser) =>
  useQuery({
    ...query(appointments.list, {
      query: { ...mine(user), status: 'scheduled', from: today(), to: addDays(today(), AHEAD), limit: FEW },
    }),
    staleTime: 0,
    select: ({ items }) => items,
  })
