import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InvoiceDetails, InvoiceFilter, InvoiceStatus } from '../../../shared/contract/invoices.ts'
import { isUnderWay } from '../../../shared/contract/mail.ts'
import type { Partner } from '../../../shared/contract/partners.ts'
import { selfBilling } from '../../../shared/contract/self-billing.ts'
import { settlement } from '../../../shared/contract/settlement.ts'
import { invoiceRefreshes, refreshInvoices } from '../../domains/self-billing.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'

const partnerRefreshes = [selfBilling.partners, selfBilling.partner]

/** One partner company as it is now. */
export const usePartner = (id: string) => useQuery({ ...query(selfBilling.partner, { params: { id } }), staleTime: 0 })

export const useCreatePartner = () => useCommand(selfBilling.createPartner, { refreshes: partnerRefreshes })
export const useUpdatePartner = () => useCommand(selfBilling.updatePartner, { refreshes: partnerRefreshes })
export const useRemovePartner = () => useCommand(selfBilling.removePartner, { refreshes: partnerRefreshes })
export const useSetAgreement = () => useCommand(selfBilling.setAgreement, { refreshes: partnerRefreshes })

/** A partner as it is now, or null when it is gone. */
export async function newestPartner({ id }: Pick<Partner, 'id'>): Promise<Partner | null> {
  try {
    return await call(selfBilling.partner, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

/** Fetches the partners anew, after somebody else turned out to have changed one. */
export function refreshPartners(): void {
  refresh(partnerRefreshes)
}

export const useSettings = () => useQuery({ ...query(selfBilling.settings), staleTime: 0 })
export const useChangeSettings = () => useCommand(selfBilling.changeSettings, { refreshes: [selfBilling.settings] })

/** The settings as they are now. */
export const newestSettings = () => call(selfBilling.settings)

/** Fetches the settings anew, after somebody else turned out to have changed them. */
export function refreshSettings(): void {
  refresh([selfBilling.settings])
}

/** Invoices and credit notes, newest first, page by page. */
export const useInvoices = (filter: Partial<InvoiceFilter>, limit?: string) =>
  useList(selfBilling.invoices, { query: { ...filter, limit } }, { fresh: true })

/** Concepts are asked for again three times, and are new for five seconds (spec §7). */
const ofConcepts = { retry: 3, staleMs: 5_000 }

/** Those at one step of the workflow. */
export const useInvoicesByStatus = (status: InvoiceStatus) =>
  useList(selfBilling.invoicesByStatus, { params: { status } }, status === 'concept' ? ofConcepts : { fresh: true })

/** One's own invoices of the last twelve months. */
export const useAssignedInvoices = () => useList(selfBilling.assignedInvoices, undefined, { fresh: true, whole: true })

/** Counts the invoices of a filter by status and by answer. Keeps the last counts until the new ones arrive. */
export const useInvoiceCounts = (filter: Partial<InvoiceFilter> = {}, enabled = true) =>
  useQuery({
    ...query(selfBilling.invoiceCounts, { query: filter }),
    ...{ staleTime: 0, enabled, placeholderData: keepPreviousData },
  })

/** Returns the day the bank carries out each recent payment file, by file id. */
export function usePaymentDays(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useList(settlement.paymentFiles, undefined, { fresh: true, enabled })
  return useMemo(() => new Map((data ?? []).map(({ id, executionDate }) => [id, executionDate])), [data])
}

/** Milliseconds between checks on mails under way. */
const LOOK_MS = 2_000

/** One invoice with its lines, as it is now; asked anew until it is known what became of its mails. */
export const useInvoice = (id: string) =>
  useQuery({
    ...query(selfBilling.invoice, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.mails.some(isUnderWay) ? LOOK_MS : (false as const)),
  })

/** Lists the commissions and corrections on an invoice of a monthly run. */
export const useInvoiceCommissions = (id: string) =>
  useQuery({ ...query(settlement.invoiceCommissions, { params: { id } }), staleTime: 0 })

/** The day on which a payment file is carried out, by which its payments are due; asked for only where there is one. */
export const useOrderedDay = (paymentFileId: string | null) =>
  useQuery({
    ...query(settlement.payments, { params: { id: paymentFileId ?? '' } }),
    staleTime: 0,
    enabled: paymentFileId !== null,
    select: ({ executionDate }) => executionDate,
  })

/** What became of an invoice, asked for by who may know it. */
export const useInvoiceHistory = (id: string) =>
  useQuery({ ...query(selfBilling.invoiceHistory, { params: { id } }), staleTime: 0 })

export const useCreateInvoice = () =>
  useCommand(selfBilling.createInvoice, {
    refreshes: [...invoiceRefreshes, ...partnerRefreshes, selfBilling.settings],
  })
export const useUpdateInvoice = () => useCommand(selfBilling.updateInvoice, { refreshes: invoiceRefreshes })
export const useStepInvoice = () => useCommand(selfBilling.stepInvoice, { refreshes: invoiceRefreshes })
export const useCredit = () =>
  useCommand(selfBilling.createCreditNote, { refreshes: [...invoiceRefreshes, ...partnerRefreshes] })
export const useRevokeLinks = () => useCommand(selfBilling.revokeLinks, { refreshes: invoiceRefreshes })
export const useSendInvoice = () => useCommand(selfBilling.sendInvoiceEmail, { onSuccess: refreshInvoices })
export const useUploadAttachment = () => useCommand(selfBilling.uploadAttachment)

/** An invoice as it is now, or null when it is out of reach. */
export async function newestInvoice({ id }: Pick<InvoiceDetails, 'id'>): Promise<InvoiceDetails | null> {
  try {
    return await call(selfBilling.invoice, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
