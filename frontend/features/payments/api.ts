import { useQuery } from '@tanstack/react-query'
import { invoices } from '../../../shared/api/invoices.ts'
import { bank } from '../../../shared/api/payments/bank.ts'
import { paymentFiles } from '../../../shared/api/payments/payment-files.ts'
import type { BookingTask } from '../../../shared/api/schemas/bank.ts'
import type { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import { call } from '../../lib/client.ts'
import { keyOf, query, useList } from '../../lib/query.ts'

/** Filter of the unpaid invoices: by the partner's answer, a last due day, and whether a payment file has them. */
type UnpaidFilter = Partial<Pick<InvoiceFilter, 'acceptance' | 'dueBy' | 'isInPaymentFile'>>

/** Fetches the sent invoices and credit notes that are not settled. */
export const useUnpaidInvoices = (filter: UnpaidFilter) =>
  useList(invoices.listByStatus, { params: { status: 'in_behandeling' }, query: filter }, { fresh: true })

/**
 * Fetches how many unpaid invoices and credit notes have each answer of the partner (accepted, refused, …); null for
 * more than can be counted.
 */
export const useUnpaidCounts = (filter: UnpaidFilter) =>
  useQuery({ ...query(invoices.counts, { query: { ...filter, status: 'in_behandeling' } }), staleTime: 0 })

/** Fetches the payment files, newest first. */
export const usePaymentFiles = () => useList(paymentFiles.list, undefined, { fresh: true })

/** Fetches what a payment file for invoices would pay on a day, each partner compared with the month before. */
export const usePaymentPreview = (invoiceIds: string[], executionDate: string | null) =>
  useQuery({
    ...keyOf(paymentFiles.preview, invoiceIds, executionDate),
    queryFn: ({ signal }) =>
      call(paymentFiles.preview, { body: { invoiceIds, executionDate: executionDate ?? '' } }, { signal }),
    staleTime: 0,
    enabled: executionDate !== null && invoiceIds.length > 0,
  })

/** Fetches the bank statements, the latest upload first. */
export const useStatements = () => useList(bank.list, undefined, { fresh: true })

/** Fetches a bank statement: its balances, and the sums of the bookings to confirm and to check. */
export const useStatement = (id: string) => useQuery({ ...query(bank.get, { params: { id } }), staleTime: 0 })

/** Fetches the bookings of a bank statement in the order of the file: all, or only those with a `task`. */
export const useBookings = (id: string, task: BookingTask | undefined) =>
  useList(bank.bookings, { params: { id }, query: { task } }, { fresh: true })
