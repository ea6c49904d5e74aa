import type { Invoice, InvoiceStatus } from '../../../shared/contract/invoices.ts'
import { invoiceStatusLabels } from '../../../shared/contract/invoices.ts'
import { invoiceSteps } from '../../../shared/invoice-steps.ts'
import { refreshInvoices } from '../../domains/self-billing.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { toast } from '../../ui/toast.ts'
import { useStepInvoice } from './api.ts'

type Stepped = Pick<
  Invoice,
  'id' | 'version' | 'invoiceNumber' | 'status' | 'sentAt' | 'acceptance' | 'credited' | 'paymentFileId'
>

/** Whether a bank may be about to pay it: what it is of stays as it is until then, or until the payment file is withdrawn. */
export const isAwaitingBank = ({ status, paymentFileId }: Pick<Stepped, 'status' | 'paymentFileId'>): boolean =>
  status === 'in_behandeling' && paymentFileId !== null

/** The statuses that an invoice may be brought to (rulings 44, 51a, 51b). */
export function stepsOf(invoice: Stepped): InvoiceStatus[] {
  const { status, sentAt, acceptance, credited } = invoice
  const isRefused = acceptance?.state === 'refused'
  const steps = invoiceSteps({ status, isSent: sentAt !== null, isRefused, isCredited: credited === 'whole' })
  return isAwaitingBank(invoice) ? steps.filter((to) => to !== 'concept') : steps
}

/** What the button says that takes an invoice from one status to another. */
export function stepText(from: InvoiceStatus, to: InvoiceStatus): string {
  if (to === 'cancelled') return 'Factuur annuleren'
  if (to === 'betaald') return 'Markeer als Betaald'
  if (to === 'concept') return 'Terug naar Concept'
  return from === 'betaald' ? 'Terug naar In behandeling' : 'Naar In behandeling'
}

/** Brings an invoice to another status and tells how that went, under the title that the screen has for a failure. */
export function useStep(failureTitle: string) {
  const step = useStepInvoice()
  return async ({ id, version, invoiceNumber }: Stepped, status: InvoiceStatus, paymentDate?: string) => {
    try {
      await step.mutateAsync({ params: { id }, version, body: { status, ...(paymentDate ? { paymentDate } : {}) } })
      toast({ title: 'Status bijgewerkt', description: `${invoiceNumber}: ${invoiceStatusLabels[status]}` })
    } catch (error) {
      tellFailure(error, { title: failureTitle, fallback: 'Probeer het opnieuw.' })
      if (isOvertaken(error)) refreshInvoices()
      throw error
    }
  }
}
