import { type Invoice, type InvoiceStatus, invoiceStatusLabels, OVERDUE_LABEL } from '../../shared/contract/invoices.ts'
import { selfBilling } from '../../shared/contract/self-billing.ts'
import { settlement } from '../../shared/contract/settlement.ts'
import { formatDate } from '../lib/format.ts'
import { refresh, useList } from '../lib/query.ts'

/** The cached answers that a change of an invoice makes old, for `useCommand`. */
export const invoiceRefreshes = [
  selfBilling.invoices,
  selfBilling.invoicesByStatus,
  selfBilling.assignedInvoices,
  selfBilling.invoiceTotals,
  selfBilling.invoiceCounts,
  selfBilling.invoice,
  selfBilling.invoiceHistory,
  settlement.invoiceCommissions,
]

/** Fetches the invoices anew, after something else turned out to have changed one; settles once those on screen are there. */
export const refreshInvoices = (): Promise<void> => refresh(invoiceRefreshes)

/** Second name of an overdue invoice in the specification, shown as tooltip (spec §4). */
export const OVERDUE_TITLE = 'Achterstallig'

/** The badge of an invoice that should have been paid that many days ago. */
export const overdueText = (days: number): string => `${OVERDUE_LABEL} · ${days} ${days === 1 ? 'dag' : 'dagen'}`

/** The badge of an invoice that waits for its payment again. */
export const takenBackText = ({ sentBackOn }: NonNullable<Invoice['takenBack']>): string =>
  sentBackOn === null ? 'Betaling teruggedraaid' : `Teruggekomen op ${formatDate(sentBackOn)}`

/** The badge of an invoice, or credit note, of which a part was paid and the rest is open. */
export const partText = ({ type }: Pick<Invoice, 'type'>): string =>
  type === 'credit_note' ? 'Deels terugbetaald' : 'Deels betaald'

/** Whether a part was paid and the rest is open. */
export const isPartPaid = ({ status, paidAmount }: Pick<Invoice, 'status' | 'paidAmount'>): boolean =>
  status === 'in_behandeling' && paidAmount !== 0

/** Returns what a status is called: a credit note is netted or repaid, and an invoice may be netted without a payment. */
export function statusText({ type, paidAmount }: Pick<Invoice, 'type' | 'paidAmount'>, status: InvoiceStatus): string {
  if (status === 'betaald' && paidAmount === 0) return 'Verrekend'
  if (type === 'credit_note' && status === 'betaald') return 'Terugbetaald'
  if (type === 'credit_note' && status === 'in_behandeling') return 'Te verrekenen'
  return invoiceStatusLabels[status]
}

/** Partner companies by name, those that hold a text. */
export const usePartners = (q: string | undefined) =>
  useList(selfBilling.partners, { query: { q, limit: '500' } }, { fresh: true, whole: true })

/** The credit notes of which something is open, of one partner or of all, oldest first as they are netted; for admins. */
export function useOpenNotes({
  partnerCompanyId,
  enabled = true,
}: {
  partnerCompanyId?: string
  enabled?: boolean
} = {}) {
  const notes = useList(
    selfBilling.invoices,
    { query: { type: 'credit_note', status: 'in_behandeling', partnerCompanyId, limit: '500' } },
    { fresh: true, whole: true, enabled },
  )
  const data = notes.data
    ?.filter(({ openAmount, acceptance }) => openAmount < 0 && acceptance?.state !== 'refused')
    .sort((one, other) => one.invoiceDate.localeCompare(other.invoiceDate) || one.id.localeCompare(other.id))
  return { ...notes, data }
}

/**
 * Tells whether an invoice may go into a payment file; the server may still leave it out, with a reason. An invoice
 * credited whole waits for its credit note.
 */
export const isPayable = ({ type, status, credited, paymentFileId, acceptance, payableToday }: Invoice): boolean =>
  type === 'invoice' &&
  status === 'in_behandeling' &&
  credited !== 'whole' &&
  paymentFileId === null &&
  acceptance?.state !== 'refused' &&
  payableToday > 0
