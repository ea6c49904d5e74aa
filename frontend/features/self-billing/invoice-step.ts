import type { Invoice, InvoiceDetails, InvoiceStatus, InvoiceStep } from '../../../shared/contract/invoices.ts'
import { invoiceStatusLabels, invoiceTypeLabels } from '../../../shared/contract/invoices.ts'
import { invoiceSteps } from '../../../shared/invoice-steps.ts'
import { refreshInvoices } from '../../domains/self-billing.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { toast } from '../../ui/toast.ts'
import { useStepInvoice } from './api.ts'

type Stepped = Pick<Invoice, 'id' | 'version' | 'invoiceNumber' | 'status' | 'sentAt' | 'isOwed' | 'paymentFileId'>

/** Whether a bank may be about to pay it: what it is of stays as it is until then, or until the payment file is withdrawn. */
export const isAwaitingBank = ({ status, paymentFileId }: Pick<Stepped, 'status' | 'paymentFileId'>): boolean =>
  status === 'in_behandeling' && paymentFileId !== null

/** The statuses that an invoice may be brought to (rulings 44, 45, 51a, 51b). */
export function stepsOf(invoice: Stepped): InvoiceStatus[] {
  const { status, sentAt, isOwed } = invoice
  const steps = invoiceSteps({ status, isSent: sentAt !== null, isOwed })
  return isAwaitingBank(invoice) ? steps.filter((to) => to !== 'concept') : steps
}

/** Whether credit notes took all of an invoice back before it was paid: it is settled with them. */
export const isCreditedUnpaid = ({ credited, isOwed }: Pick<Invoice, 'credited' | 'isOwed'>): boolean =>
  credited === 'whole' && !isOwed

/** Whether its partner refused an invoice of which something is left to be credited: it is not paid (rulings 51a). */
export const isToBeCredited = ({
  type,
  credited,
  acceptance,
}: Pick<Invoice, 'type' | 'credited' | 'acceptance'>): boolean =>
  type === 'invoice' && credited !== 'whole' && acceptance?.state === 'refused'

/** What is to be done then: one answer of a partner stands. */
export const CREDIT_REFUSED = 'Crediteer deze factuur geheel en maak een nieuwe.'

/** Whether it can be settled with its credit notes: they took all of it back, and were settled before it was open again. */
export const isSettleable = ({ status, credited, creditNotes }: InvoiceDetails): boolean =>
  status === 'in_behandeling' &&
  credited === 'whole' &&
  creditNotes.every((note) => note.status === 'betaald' || note.status === 'cancelled')

/** What is said of the day on which it was settled: nobody pays a credit note, nor what those took back. */
export const settledText = (invoice: Pick<Invoice, 'type' | 'credited' | 'isOwed'>) =>
  invoice.type === 'credit_note' || isCreditedUnpaid(invoice) ? 'Verrekend op' : 'Betaald op'

/** What the button says that takes an invoice to another status. */
export function stepText({ type, status }: Pick<Invoice, 'type' | 'status'>, to: InvoiceStatus): string {
  if (to === 'cancelled') return `${invoiceTypeLabels[type]} annuleren`
  if (to === 'betaald') return type === 'credit_note' ? 'Markeer als verrekend' : 'Markeer als Betaald'
  if (to === 'concept') return 'Terug naar Concept'
  return status === 'betaald' ? 'Terug naar In behandeling' : 'Naar In behandeling'
}

/** Brings an invoice to another status and tells how that went, under the title that the screen has for a failure. */
export function useStep(failureTitle: string) {
  const step = useStepInvoice()
  return async (
    { id, version, invoiceNumber }: Stepped,
    status: InvoiceStatus,
    more: Omit<InvoiceStep, 'status'> = {},
  ) => {
    try {
      await step.mutateAsync({ params: { id }, version, body: { status, ...more } })
      toast({ title: 'Status bijgewerkt', description: `${invoiceNumber}: ${invoiceStatusLabels[status]}` })
    } catch (error) {
      tellFailure(error, { title: failureTitle, fallback: 'Probeer het opnieuw.' })
      if (isOvertaken(error)) refreshInvoices()
      throw error
    }
  }
}
