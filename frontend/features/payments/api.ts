import { useQuery } from '@tanstack/react-query'
import type { BookingTask } from '../../../shared/contract/schemas/bank.ts'
import type { InvoiceFilter } from '../../../shared/contract/schemas/invoices.ts'
import { selfBilling } from '../../../shared/contract/self-billing.ts'
import { settlement } from '../../../shared/contract/settlement.ts'
import { ofFiles } from '../../domains/payment-files.tsx'
import { invoiceRefreshes } from '../../domains/self-billing.ts'
import { query, useCommand, useList } from '../../lib/query.ts'

/** Fetches the invoices that were sent and are not paid; `acceptance` keeps those with one answer of the partner. */
export const useUnpaidInvoices = (filter: Pick<InvoiceFilter, 'acceptance'>) =>
  useList(selfBilling.invoicesByStatus, { params: { status: 'in_behandeling' }, query: filter }, { fresh: true })

/** Fetches the number of invoices waiting for payment, by the partner's acceptance. */
export const useUnpaidCounts = () =>
  useQuery({ ...query(selfBilling.invoiceCounts, { query: { status: 'in_behandeling' } }), staleTime: 0 })

export const usePaymentFiles = () => useList(settlement.paymentFiles, undefined, { fresh: true })

export const useCreatePaymentFile = () => useCommand(settlement.createPaymentFile, ofFiles)
export const useRelease = () => useCommand(settlement.releasePayment, ofFiles)

const statementRefreshes = [settlement.statements, settlement.statement, settlement.bookings]

export const useStatements = () => useList(settlement.statements, undefined, { fresh: true })

/** Fetches a bank statement: its balances, and the bookings still to do. */
export const useStatement = (id: string) =>
  useQuery({ ...query(settlement.statement, { params: { id } }), staleTime: 0 })

/** Lists the bookings of a statement in the order of its file, of one task or of all. */
export const useBookings = (id: string, task: BookingTask | undefined) =>
  useList(settlement.bookings, { params: { id }, query: { task } }, { fresh: true })

export const useUploadStatement = () => useCommand(settlement.uploadStatement, { refreshes: statementRefreshes })
export const useConfirmPayments = () =>
  useCommand(settlement.confirmPayments, { refreshes: [...statementRefreshes, ...invoiceRefreshes] })

/** Books a booking on a document chosen by hand. */
export const useChooseInvoice = () =>
  useCommand(settlement.chooseInvoice, { refreshes: [...statementRefreshes, ...invoiceRefreshes] })

/** Marks a booking as left unbooked, removes that mark, or saves a note. */
export const useMarkBooking = () => useCommand(settlement.markBooking, { refreshes: statementRefreshes })
