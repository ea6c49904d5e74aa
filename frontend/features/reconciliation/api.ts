import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../shared/contract/ledger.ts'
import { query } from '../../lib/query.ts'

/** Fetches the reconciliation of a month: the ledger compared with the records. Keeps the previous month until then. */
export const useReconciliation = (month: string) =>
  useQuery({
    ...query(ledger.reconciliation, { query: { month } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
