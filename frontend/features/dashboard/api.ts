import { useQuery } from '@tanstack/react-query'
import { appointments, type timeFilters } from '../../../shared/contract/appointments.ts'
import type { Reply } from '../../lib/client.ts'
import { query } from '../../lib/query.ts'

export type TimeFilter = (typeof timeFilters)[number]
export type Period = 'month' | 'week' | 'today'
export type Scoreboard = Reply<typeof appointments.scoreboard>
export type Score = Scoreboard['sales_total'][number]

export const useStats = (timeFilter: TimeFilter) => useQuery(query(appointments.stats, { query: { timeFilter } }))
export const useScoreboard = (period: Period) => useQuery(query(appointments.scoreboard, { query: { period } }))
