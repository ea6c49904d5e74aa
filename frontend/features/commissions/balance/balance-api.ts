import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../../shared/contract/ledger.ts'
import { query, useList } from '../../../lib/query.ts'

/** Fetches a person's open balance and the way it is paid. */
export const useBalance = (userId: string) =>
  useQuery({ ...query(ledger.balance, { query: { userId } }), staleTime: 0 })

/** Fetches a person's postings of a month. Keeps the previous month on screen until they arrive. */
export const useLedgerStatement = (userId: string, month: string) =>
  useQuery({
    ...query(ledger.statement, { query: { userId, month } }),
    staleTime: 0,
    placeholderData: (before) => (before?.userId === userId ? before : undefined),
  })

/** Lists a person's open items that no document claims. */
export const useOpenItems = (userId: string) => useList(ledger.openItems, { query: { userId } }, { fresh: true })
