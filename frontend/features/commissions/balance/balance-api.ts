import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../../shared/contract/ledger.ts'
import { query, useList } from '../../../lib/query.ts'

/** Fetches the open balance of a person, and how it will be paid: with wages or by invoice. */
export const useBalance = (userId: string) =>
  useQuery({ ...query(ledger.balance, { query: { userId } }), staleTime: 0 })

/**
 * Fetches the postings of a person in a month, with opening and closing balance. Shows the previous month until the new
 * postings arrive.
 */
export const useLedgerStatement = (userId: string, month: string) =>
  useQuery({
    ...query(ledger.statement, { query: { userId, month } }),
    staleTime: 0,
    placeholderData: (before) => (before?.userId === userId ? before : undefined),
  })

/** Fetches the open items of a person: amounts owed that no payout or invoice has claimed yet. */
export const useOpenItems = (userId: string) => useList(ledger.openItems, { query: { userId } }, { fresh: true })
