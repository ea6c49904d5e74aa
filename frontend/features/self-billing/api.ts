import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InvoiceStatus } from '../../../shared/api/parts/billing.ts'
import { isMailUnderWay } from '../../../shared/api/parts/mail.ts'
import type { InvoiceDetails, InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import type { Partner } from '../../../shared/api/schemas/partners.ts'
import { selfBilling } from '../../../shared/api/self-billing.ts'
import { settlement } from '../../../shared/api/settlement.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand, useList } from '../../lib/query.ts'

/** Returns the command that creates a partner company. */
export const useCreatePartner = () => useCommand(selfBilling.createPartner)

/** Returns the command that changes a partner company. */
export const useUpdatePartner = () => useCommand(selfBilling.updatePartner)

/** Returns the command that deletes a partner company. */
export const useRemovePartner = () => useCommand(selfBilling.removePartner)

/** Returns the command that uploads the self-billing agreement of a partner, with the day of signing. */
export const useSetAgreement = () => useCommand(selfBilling.setAgreement)

/** Requests a partner from the server, without the cache; null when the partner is deleted. Throws other failures. */
export async function loadNewestPartner({ id }: Pick<Partner, 'id'>): Promise<Partner | null> {
  try {
    return await call(selfBilling.partner, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

/** Fetches the settings of self-billing. */
export const useSettings = () => useQuery({ ...query(selfBilling.settings), staleTime: 0 })

/** Returns the command that saves the settings of self-billing. */
export const useChangeSettings = () => useCommand(selfBilling.changeSettings)

/** Requests the current settings of self-billing from the server, without the cache. */
export const loadNewestSettings = () => call(selfBilling.settings)

/**
 * Fetches the invoices and credit notes that match a filter, newest first, in pages of `limit` rows (100 by default).
 * A filter without dates finds those of the last twelve months, or of any age for status concept, in_behandeling or
 * overdue.
 */
export const useInvoices = (filter: Partial<InvoiceFilter>, limit?: string) =>
  useList(selfBilling.invoices, { query: { ...filter, limit } }, { fresh: true })

/** Fetch options for concepts, as the customer specified: three retries, and answers stay fresh for five seconds. */
const ofConcepts = { retry: 3, staleMs: 5_000 }

/**
 * Fetches the invoices and credit notes with a status, newest first. Paid and cancelled ones only of the last twelve
 * months.
 */
export const useInvoicesByStatus = (status: InvoiceStatus) =>
  useList(selfBilling.invoicesByStatus, { params: { status } }, status === 'concept' ? ofConcepts : { fresh: true })

/**
 * Fetches the invoices of the last twelve months that are assigned to the user, or whose partner has the user as its
 * agent.
 */
export const useAssignedInvoices = () => useList(selfBilling.assignedInvoices, undefined, { fresh: true, whole: true })

/**
 * Fetches the number of matching invoices by status and by the partner's answer. A number is null when there are more
 * invoices than one request reads. Keeps the previous numbers until the new ones arrive.
 */
export const useInvoiceCounts = (filter: Partial<InvoiceFilter> = {}, enabled = true) =>
  useQuery({
    ...query(selfBilling.invoiceCounts, { query: filter }),
    ...{ staleTime: 0, enabled, placeholderData: keepPreviousData },
  })

/** Fetches the newest payment files, at most 100; returns the day on which the bank executes each, by file id. */
export function usePaymentDays(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useList(settlement.paymentFiles, undefined, { fresh: true, enabled })
  return useMemo(() => new Map((data ?? []).map(({ id, executionDate }) => [id, executionDate])), [data])
}

/** Milliseconds between two checks of mails that are being sent. */
const LOOK_MS = 2_000

/** Fetches an invoice with its lines, and again every two seconds while a mail about it is being sent. */
export const useInvoice = (id: string) =>
  useQuery({
    ...query(selfBilling.invoice, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.mails.some(isMailUnderWay) ? LOOK_MS : (false as const)),
  })

/** Fetches the commissions and corrections that an invoice of a monthly run still claims. */
export const useInvoiceCommissions = (id: string) =>
  useQuery({ ...query(settlement.invoiceCommissions, { params: { id } }), staleTime: 0 })

/** Fetches the day on which the bank executes a payment file and so pays its invoices. Fetches nothing for null. */
export const useExecutionDate = (paymentFileId: string | null) =>
  useQuery({
    ...query(settlement.payments, { params: { id: paymentFileId ?? '' } }),
    staleTime: 0,
    enabled: paymentFileId !== null,
    select: ({ executionDate }) => executionDate,
  })

/** Fetches the history of changes to an invoice, newest first. */
export const useInvoiceHistory = (id: string) =>
  useQuery({ ...query(selfBilling.invoiceHistory, { params: { id } }), staleTime: 0 })

/** Returns the command that creates a concept invoice in the name of a partner. */
export const useCreateInvoice = () => useCommand(selfBilling.createInvoice)

/** Returns the command that changes the fields of an invoice. */
export const useUpdateInvoice = () => useCommand(selfBilling.updateInvoice)

/** Returns the command that moves an invoice or credit note to another status. */
export const useStepInvoice = () => useCommand(selfBilling.stepInvoice)

/** Returns the command that creates a credit note for an invoice. */
export const useCreditInvoice = () => useCommand(selfBilling.createCreditNote)

/** Returns the command that revokes the links in earlier mails, with which a partner opens an invoice without login. */
export const useRevokeLinks = () => useCommand(selfBilling.revokeLinks)

/** Returns the command that mails an invoice to its partner, its assigned user or the accounting. */
export const useSendInvoice = () => useCommand(selfBilling.sendInvoiceEmail)

/** Returns the command that uploads a spreadsheet to attach to an invoice; its reply has the name and stored path. */
export const useUploadAttachment = () => useCommand(selfBilling.uploadAttachment)

/**
 * Requests an invoice from the server, without the cache; null when it does not exist or the user may not see it.
 * Throws other failures.
 */
export async function loadNewestInvoice({ id }: Pick<InvoiceDetails, 'id'>): Promise<InvoiceDetails | null> {
  try {
    return await call(selfBilling.invoice, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
