import { type Invoice, OVERDUE_LABEL } from '../../shared/contract/invoices.ts'
import { selfBilling } from '../../shared/contract/self-billing.ts'
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
]

/** Fetches the invoices anew, after something else turned out to have changed one; settles once those on screen are there. */
export const refreshInvoices = (): Promise<void> => refresh(invoiceRefreshes)

/** The badge of an invoice that should have been paid that many days ago. */
export const overdueText = (days: number): string => `${OVERDUE_LABEL} · ${days} ${days === 1 ? 'dag' : 'dagen'}`

/** The badge of an invoice that waits for its payment again. */
export const takenBackText = ({ sentBackOn }: NonNullable<Invoice['takenBack']>): string =>
  sentBackOn === null ? 'Betaling teruggedraaid' : `Teruggekomen op ${formatDate(sentBackOn)}`

/** Partner companies by name, those that hold a text. */
export const usePartners = (q: string | undefined) =>
  useList(selfBilling.partners, { query: { q, limit: '500' } }, { fresh: true, whole: true })
