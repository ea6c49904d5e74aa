import { useQuery } from '@tanstack/react-query'
import { invoices } from '../../../shared/api/invoices.ts'
import { ledger } from '../../../shared/api/ledger.ts'
import type { Invoice } from '../../../shared/api/schemas/invoices.ts'
import { call } from '../../lib/client.ts'
import { query } from '../../lib/query.ts'

/** Fetches the months that were closed, newest first. */
export const usePeriods = () => useQuery({ ...query(ledger.periods), staleTime: 0 })

/** Fetches a month of the book, with the work that is left before it is closed; often while it is being closed. */
export const usePeriod = (month: string) =>
  useQuery({
    ...query(ledger.period, { params: { month } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state === 'closing' && CLOSING_MS,
    placeholderData: (before) => before,
  })

/** Milliseconds after which a month that is being closed is fetched again. */
const CLOSING_MS = 60_000

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

/** Fetches the open documents of partners at the end of a day; keeps those of another day until they arrive. */
export const useOpenDocuments = (date: string) =>
  useQuery({
    ...query(ledger.openDocuments, { query: { date } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches the cut-off at the end of a day; keeps that of another day until it arrives. */
export const useCutOff = (date: string) =>
  useQuery({
    ...query(ledger.cutOff, { query: { date } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches the VAT of a period; keeps that of another period until it arrives. */
export const useVat = (period: string) =>
  useQuery({
    ...query(ledger.vat, { query: { period } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches the journal of a period by account; keeps that of another period until it arrives. */
export const useJournal = (period: string) =>
  useQuery({
    ...query(ledger.journal, { query: { period } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches what the bank paid in a year by partner; keeps another year until it arrives. */
export const useYearly = (year: string) =>
  useQuery({
    ...query(ledger.yearly, { query: { year } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches the invoices with these ids, for a new payment file. */
export const loadInvoices = (ids: readonly string[]): Promise<Invoice[]> =>
  Promise.all(ids.map((id) => call(invoices.get, { params: { id } })))
