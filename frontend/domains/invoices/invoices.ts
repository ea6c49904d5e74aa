import { invoices } from '../../../shared/api/invoices.ts'
import { partners } from '../../../shared/api/partners.ts'
import type { InvoiceStatus } from '../../../shared/api/parts/billing.ts'
import { invoiceStatusLabels } from '../../../shared/api/parts/billing.ts'
import type { Invoice } from '../../../shared/api/schemas/invoices.ts'
import { OVERDUE_LABEL } from '../../../shared/invoices/choices.ts'
import { formatDate } from '../../lib/format.ts'
import { useList } from '../../lib/query.ts'

/** Second name of an overdue invoice in the spec, shown as a tooltip (spec §4). */
export const OVERDUE_TITLE = 'Achterstallig'

/** Returns the text of the badge for an invoice that is overdue by a number of days. */
export const overdueText = (days: number): string => `${OVERDUE_LABEL} · ${days} ${days === 1 ? 'dag' : 'dagen'}`

/**
 * Returns the badge text of an invoice that must be paid again, because its payment was reversed or the bank returned
 * it.
 */
export const describeReversedPayment = ({ sentBackOn }: NonNullable<Invoice['takenBack']>): string =>
  sentBackOn === null ? 'Betaling teruggedraaid' : `Teruggekomen op ${formatDate(sentBackOn)}`

/** Returns the text of the badge for a partly paid invoice or credit note. */
export const partPaidText = ({ type }: Pick<Invoice, 'type'>): string =>
  type === 'credit_note' ? 'Deels terugbetaald' : 'Deels betaald'

/** Tells whether an invoice or credit note is partly paid. */
export const isPartPaid = ({ status, paidAmount }: Pick<Invoice, 'status' | 'paidAmount'>): boolean =>
  status === 'in_behandeling' && paidAmount !== 0

/**
 * Returns the label of the status of an invoice or credit note. Both are `Verrekend` when settled without a payment. A
 * credit note is `Te verrekenen` while issued and unsettled, and `Terugbetaald` when the partner repaid it.
 */
export function statusText({ type, paidAmount }: Pick<Invoice, 'type' | 'paidAmount'>, status: InvoiceStatus): string {
  if (status === 'betaald' && paidAmount === 0) return 'Verrekend'
  if (type === 'credit_note' && status === 'betaald') return 'Terugbetaald'
  if (type === 'credit_note' && status === 'in_behandeling') return 'Te verrekenen'
  return invoiceStatusLabels[status]
}

/** Fetches all partner companies that match a search text, or all without one. */
export const usePartners = (q: string | undefined) =>
  useList(partners.list, { query: { q, limit: '500' } }, { fresh: true, whole: true })

/**
 * Fetches the open credit notes of one partner or of all, without refused ones. They are in the order in which they
 * reduce invoices, oldest first. Only for admins.
 */
export function useOpenCreditNotes({
  partnerCompanyId,
  enabled = true,
}: {
  partnerCompanyId?: string
  enabled?: boolean
} = {}) {
  const notes = useList(
    invoices.list,
    { query: { type: 'credit_note', status: 'in_behandeling', partnerCompanyId, limit: '500' } },
    { fresh: true, whole: true, enabled },
  )
  const data = notes.data
    ?.filter(({ openAmount, acceptance }) => openAmount < 0 && acceptance?.state !== 'refused')
    .sort((one, other) => one.invoiceDate.localeCompare(other.invoiceDate) || one.id.localeCompare(other.id))
  return { ...notes, data }
}

/**
 * Tells whether an invoice may go into a payment file; the server may still leave it out, with a reason. False for a
 * fully credited invoice, because its credit note settles it.
 */
export const isPayable = ({ type, status, credited, paymentFileId, acceptance, payableToday }: Invoice): boolean =>
  type === 'invoice' &&
  status === 'in_behandeling' &&
  credited !== 'whole' &&
  paymentFileId === null &&
  acceptance?.state !== 'refused' &&
  payableToday > 0
