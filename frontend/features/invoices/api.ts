import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { invoices } from '../../../shared/api/invoices.ts'
import type { InvoiceStatus } from '../../../shared/api/parts/billing.ts'
import { MOST_CHANGED } from '../../../shared/api/parts/bulk.ts'
import { isMailUnderWay } from '../../../shared/api/parts/mail.ts'
import { paymentFiles } from '../../../shared/api/payments/payment-files.ts'
import type { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import { query, useCommand, useList } from '../../lib/query.ts'
import { useBulkChange } from '../../records/runs/use-run.ts'

/** Fetches the settings of self-billing. */
export const useSettings = () => useQuery({ ...query(invoices.settings), staleTime: 0 })

/**
 * Fetches the invoices and credit notes that match a filter, newest first, in pages of `limit` rows (100 by default).
 * A filter without dates finds those of the last twelve months, or of any age for status concept, in_behandeling or
 * overdue.
 */
export const useInvoices = (filter: Partial<InvoiceFilter>, limit?: string) =>
  useList(invoices.list, { query: { ...filter, limit } }, { fresh: true })

/** Fetch options for concepts, as the customer specified: three retries, and answers stay fresh for five seconds. */
const ofConcepts = { retry: 3, staleMs: 5_000 }

/**
 * Fetches the invoices and credit notes with a status, newest first. Paid and cancelled ones only of the last twelve
 * months.
 */
export const useInvoicesByStatus = (status: InvoiceStatus) =>
  useList(invoices.listByStatus, { params: { status } }, status === 'concept' ? ofConcepts : { fresh: true })

/**
 * Fetches the invoices of the last twelve months that are assigned to the user, or whose partner has the user as its
 * agent.
 */
export const useAssignedInvoices = () => useList(invoices.listAssigned, undefined, { fresh: true, whole: true })

/**
 * Fetches the number of matching invoices by status and by the partner's answer. A number is null when there are more
 * invoices than one request reads. Keeps the previous numbers until the new ones arrive.
 */
export const useInvoiceCounts = (filter: Partial<InvoiceFilter> = {}, enabled = true) =>
  useQuery({
    ...query(invoices.counts, { query: filter }),
    ...{ staleTime: 0, enabled, placeholderData: keepPreviousData },
  })

/** Fetches the newest payment files, at most 100; returns the day on which the bank executes each, by file id. */
export function usePaymentDays(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useList(paymentFiles.list, undefined, { fresh: true, enabled })
  return useMemo(() => new Map((data ?? []).map(({ id, executionDate }) => [id, executionDate])), [data])
}

/** Milliseconds between two checks of mails that are being sent. */
const LOOK_MS = 2_000

/** Fetches an invoice with its lines, and again every two seconds while a mail about it is being sent. */
export const useInvoice = (id: string) =>
  useQuery({
    ...query(invoices.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.mails.some(isMailUnderWay) ? LOOK_MS : (false as const)),
  })

/** Fetches the commissions and corrections that an invoice of a monthly run still claims. */
export const useInvoiceCommissions = (id: string) =>
  useQuery({ ...query(invoices.commissions, { params: { id } }), staleTime: 0 })

/** Fetches the day on which the bank executes a payment file and so pays its invoices. Fetches nothing for null. */
export const useExecutionDate = (paymentFileId: string | null) =>
  useQuery({
    ...query(paymentFiles.get, { params: { id: paymentFileId ?? '' } }),
    staleTime: 0,
    enabled: paymentFileId !== null,
    select: ({ executionDate }) => executionDate,
  })

/** Fetches the history of changes to an invoice, newest first. */
export const useInvoiceHistory = (id: string) =>
  useQuery({ ...query(invoices.history, { params: { id } }), staleTime: 0 })

export const invoiceNoun = { one: 'factuur', many: 'facturen' }

type InvoiceWish = { work: 'send' } | { work: 'credit'; stillEarned: boolean }

/** Returns the functions that start a run which sends or credits invoices; `fallback` says that it did not start. */
export const useChangeInvoices = ({ onBegun, fallback }: { onBegun: () => void; fallback: string }) =>
  useBulkChange<InvoiceWish>(useCommand(invoices.changeMany), {
    ...{ most: MOST_CHANGED, noun: invoiceNoun, onBegun, failure: { fallback } },
  })
