import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import type { CurrentUser } from '../../../shared/contract/auth.ts'
import { contracts } from '../../../shared/contract/contracts.ts'
import type { Performance, timeFilters } from '../../../shared/contract/schemas/appointments.ts'
import type { Reply } from '../../lib/client.ts'
import { query } from '../../lib/query.ts'
import { today } from '../../ui/dates/calendar-days.ts'

export type TimeFilter = (typeof timeFilters)[number]
export type Period = 'month' | 'week' | 'today'
export type Scoreboard = Reply<typeof appointments.scoreboard>
export type Score = Scoreboard['sales_total'][number]
export type Week = Performance['weeks'][number]
export type Performed = Performance['agents'][number]

/** Number of contracts that the panel shows. */
const SOONEST = '5'

/** Fetches the figures of the dashboard: the appointments of today, and the open appointments and sales of a period. */
export const useStats = (timeFilter: TimeFilter) => useQuery(query(appointments.stats, { query: { timeFilter } }))
/** Fetches who booked and sold most in a period, of all teams. */
export const useScoreboard = (period: Period) => useQuery(query(appointments.scoreboard, { query: { period } }))
/** Fetches numbers of appointments and sales: per week for 12 weeks, and in a period per person, team and office. */
export const usePerformance = (timeFilter: TimeFilter) =>
  useQuery(query(appointments.performance, { query: { timeFilter } }))

/**
 * Fetches the user's own appointments of today, in order of start. For a caller these are the appointments that the
 * caller booked, for others those that are assigned to them.
 */
export const useToday = ({ id, role }: CurrentUser) =>
  useQuery({
    ...query(appointments.list, {
      query: { date: today(), ...(role === 'caller' ? { mine: 'true' } : { agentId: id }) },
    }),
    select: ({ items }) => items,
  })

/** Fetches the five contracts with sales status nieuw that end soonest; expired ones come last. */
export const useSoonestContracts = () =>
  useQuery({
    ...query(contracts.bySalesStatus, { params: { status: 'nieuw' }, query: { limit: SOONEST, sort: 'soonest' } }),
    select: ({ items }) => items,
  })
