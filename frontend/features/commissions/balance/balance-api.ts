import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../../shared/api/ledger.ts'
import { query, useList } from '../../../lib/query.ts'

/** Fetches the open balance of a person, now and at the end of each of the last twelve months, and how it is paid. */
export const useBalance = (userId: string) =>
  useQuery({ ...query(ledger.balance, { query: { userId } }), staleTime: 0 })

/**
 * Fetches the postings of a person in a month, with opening and closing balance. Until they arrive, returns the month
 * of this person that was shown before.
 */
export const useLedgerStatement = (userId: string, month: string) =>
  useQuery({
    ...query(ledger.statement, { query: { userId, month } }),
    staleTime: 0,
    placeholderData: (before) => (before?.userId === userId ? before : undefined),
  })

/** Fetches the open items of a person: amounts owed that no payout or invoice has claimed yet. */
export const useOpenItems = (userId: string) => useList(ledger.openItems, { query: { userId } }, { fresh: true })
