import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type DispatchOutcome, dispatches } from '../../../../shared/api/dispatches.ts'
import { query, useList } from '../../../lib/query.ts'
import { followedRun } from '../../../records/runs/use-run.ts'

/** Fetches the runs that mailed invoices to the accounting, newest first. */
export const useDispatches = () => useList(dispatches.list, undefined, { fresh: true })

/**
 * Fetches the number of invoices that a run would mail to the accounting now. `isComplete` is false when more invoices
 * wait than the server counts. `against` is the reason why no run can start, or null.
 */
export const useAwaitingCount = () => useQuery({ ...query(dispatches.awaiting), staleTime: 0 })

/** Fetches a run that mails invoices to the accounting, with its progress; again every second while it runs. */
export const useDispatch = (id: string) =>
  useQuery({ ...query(dispatches.dispatch, { params: { id } }), ...followedRun })

/** Fetches the results of a run, one per invoice: those with the `outcome`, or all without one. */
export const useResults = ({ id }: Dispatch, outcome: DispatchOutcome | undefined) =>
  useList(dispatches.results, { params: { id }, query: { outcome } }, { fresh: true })
