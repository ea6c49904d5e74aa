import { appointments } from '../../../shared/contract/appointments.ts'
import type { timeFilters } from '../../../shared/contract/schemas/appointments.ts'
import { queryClient } from '../../lib/freshness.ts'
import { query } from '../../lib/query.ts'

export type TimeFilter = (typeof timeFilters)[number]
export type Period = 'month' | 'week' | 'today'

/** Periods of the dashboard until the user chooses others. */
const FIRST_FILTER: TimeFilter = 'this-month'
const FIRST_PERIOD: Period = 'month'

/** Returns the query of the figures of the dashboard in a period. */
export const statsOf = (timeFilter: TimeFilter) => query(appointments.stats, { query: { timeFilter } })

/** Returns the query of who booked and sold most in a period. */
export const scoreboardOf = (period: Period) => query(appointments.scoreboard, { query: { period } })

/** Fetches what the dashboard shows first, while its code is loaded. */
export function fetchDashboard(search: string): void {
  if (search !== '') return
  queryClient.prefetchQuery(statsOf(FIRST_FILTER))
  queryClient.prefetchQuery(scoreboardOf(FIRST_PERIOD))
}
