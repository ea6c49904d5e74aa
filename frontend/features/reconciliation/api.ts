import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../shared/contract/ledger.ts'
import { query } from '../../lib/query.ts'

/** A month of the book; that of another month stays until it is there. */
export const useReconciliation = (month: string) =>
  useQuery({
    ...query(ledger.reconciliation, { query: { month } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
