import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../shared/contract/ledger.ts'
import { query, useList } from '../../lib/query.ts'

/** What is open of somebody, and by which road it is paid. */
export const useBalance = (userId: string) =>
  useQuery({ ...query(ledger.balance, { query: { userId } }), staleTime: 0 })

/** Somebody's month with each posting; that of another month stays until it is there. */
export const useLedgerStatement = (userId: string, month: string) =>
  useQuery({
    ...query(ledger.statement, { query: { userId, month } }),
    staleTime: 0,
    placeholderData: (before) => (before?.userId === userId ? before : undefined),
  })

/** Somebody's open items, those that no document holds. */
export const useOpenItems = (userId: string) => useList(ledger.openItems, { query: { userId } }, { fresh: true })
