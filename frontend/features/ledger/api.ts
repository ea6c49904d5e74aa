import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../shared/api/ledger.ts'
import { query } from '../../lib/query.ts'

/**
 * Fetches a month `yyyy-mm` of the ledger, compared with the open items and documents that are stored separately. Keeps
 * the previous month on screen until the new one arrives.
 */
export const useReconciliation = (month: string) =>
  useQuery({
    ...query(ledger.reconciliation, { query: { month } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
