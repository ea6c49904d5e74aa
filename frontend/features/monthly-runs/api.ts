import { useQuery } from '@tanstack/react-query'
import { monthlyRuns } from '../../../shared/api/monthly-runs.ts'
import type { MonthlyRun, PreviewChoice } from '../../../shared/api/schemas/monthly-runs.ts'
import { call } from '../../lib/client.ts'
import { keyOf, query, useList } from '../../lib/query.ts'
import { followedRun } from '../../records/runs/use-run.ts'

/**
 * Fetches a preview of the invoices that a run would create now. Shows the previous preview until the new one arrives.
 */
export const usePreview = (choice: PreviewChoice) =>
  useQuery({
    ...keyOf(monthlyRuns.preview, choice),
    queryFn: ({ signal }) => call(monthlyRuns.preview, { body: choice }, { signal }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches the monthly runs so far, newest first. */
export const useRuns = () => useList(monthlyRuns.list, undefined, { fresh: true })

/** Fetches a monthly run with its progress, and again every second while it runs. */
export const useRun = (id: string) => useQuery({ ...query(monthlyRuns.get, { params: { id } }), ...followedRun })

/**
 * Fetches the results of a monthly run, newest first. There is a result for each invoice made, and for each partner
 * with items left out or a failure.
 */
export const useResults = ({ id }: MonthlyRun) => useList(monthlyRuns.results, { params: { id } }, { fresh: true })
