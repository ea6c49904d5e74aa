import { useQuery } from '@tanstack/react-query'
import { costs } from '../../../shared/api/costs.ts'
import { reports } from '../../../shared/api/reports.ts'
import { query, useList } from '../../lib/query.ts'
import type { ReportParts } from './address.ts'
import type { RecordFilters } from './record-filters.ts'

/** Fetches the report of a month. Keeps the previous report on screen until the new one arrives. */
export const useReport = (filter: ReportParts) =>
  useQuery({ ...query(reports.report, { query: filter }), staleTime: 0, placeholderData: (before) => before })

/** Fetches the report of a month with a row for each agent, whatever rows the filter asks for. */
export const useAgentRows = (filter: ReportParts) =>
  useQuery({
    ...query(reports.report, { query: { ...filter, by: 'agent' } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches all postings (lines of the ledger) that make up a figure of commissions. */
export const usePostings = ({ from: _from, to: _to, ...filter }: RecordFilters) =>
  useList(reports.reportCommissions, { query: filter }, { whole: true, fresh: true })

/** Fetches all time entries (hours of a person on one day) that make up a figure of hours. */
export const useTimeEntries = ({ from, to, userId, teamId, office }: RecordFilters) =>
  useList(costs.entries, { query: { from, to, userId, teamId, office } }, { whole: true, fresh: true })

/**
 * Fetches all fixed costs that make up a figure of a report: those of a month, limited to a person, team and office if
 * given.
 */
export const useFixedCosts = ({ month, userId, teamId, office }: RecordFilters) =>
  useList(costs.fixedCosts, { query: { month, userId, teamId, office } }, { whole: true, fresh: true })
