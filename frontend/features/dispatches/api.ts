import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type DispatchOutcome, dispatches } from '../../../shared/contract/dispatches.ts'
import { selfBilling } from '../../../shared/contract/self-billing.ts'
import { refreshInvoices } from '../../domains/self-billing.ts'
import { query, useCommand, useList } from '../../lib/query.ts'
import { followed, useFreshResults } from '../../records/use-run.ts'

/** Runs that mailed invoices to the accounting, the newest first. */
export const useDispatches = () => useList(dispatches.list, undefined, { fresh: true })

/** How many invoices wait, and why no run would start. */
export const useAwaiting = () => useQuery({ ...query(dispatches.awaiting), staleTime: 0 })

export const useStart = () => useCommand(dispatches.start, { refreshes: [dispatches.list, dispatches.awaiting] })

/** Goes on with a run that stopped. */
export const useContinue = () => useCommand(dispatches.continue, { refreshes: [dispatches.dispatch, dispatches.list] })

/** How far a run is, asked anew as long as it runs. */
export const useDispatch = (id: string) => useQuery({ ...query(dispatches.dispatch, { params: { id } }), ...followed })

/** What became of its invoices, those of one outcome, asked anew as it goes on. */
export function useResults(
  { id, total, sent, skipped, failed, unknown }: Dispatch,
  outcome: DispatchOutcome | undefined,
) {
  useFreshResults(dispatches.results, total + sent + skipped + failed + unknown)
  return useList(dispatches.results, { params: { id }, query: { outcome } }, { fresh: true })
}

/** Mails an invoice to the accounting again. */
export const useResend = () =>
  useCommand(selfBilling.sendInvoiceEmail, { refreshes: [dispatches.results], onSuccess: refreshInvoices })
