import type { Invoice, InvoiceStatus, InvoiceStep } from '../../../shared/contract/invoices.ts'
import { invoiceTypeLabels } from '../../../shared/contract/invoices.ts'
import { invoiceSteps } from '../../../shared/invoice-steps.ts'
import { isPartPaid, partText, refreshInvoices, statusText } from '../../domains/self-billing.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { toast } from '../../ui/toast.ts'
import { useStepInvoice } from './api.ts'

type Stepped = Pick<
  Invoice,
  | ('id' | 'version' | 'invoiceNumber' | 'status' | 'sentAt' | 'isOwed' | 'paymentFileId')
  | ('totalAmount' | 'openAmount' | 'paidAmount')
>

/** Whether a bank may be about to pay it: what it is of stays as it is until then, or until the payment file is withdrawn. */
export const isAwaitingBank = ({ status, paymentFileId }: Pick<Stepped, 'status' | 'paymentFileId'>): boolean =>
  status === 'in_behandeling' && paymentFileId !== null

/** The statuses that an invoice may be brought to (rulings 44, 45, 51a, 51b): what is settled in part is no concept again. */
export function stepsOf(invoice: Stepped): InvoiceStatus[] {
  const { status, sentAt, isOwed, totalAmount, openAmount, paidAmount } = invoice
  const isTouched = sentAt !== null && openAmount !== totalAmount
  const steps = invoiceSteps({ status, isSent: sentAt !== null, isOwed })
  if (status === 'in_behandeling' && (isTouched || isAwaitingBank(invoice)))
    return steps.filter((to) => to !== 'concept')
  // What was netted has no payment that could be taken back.
  return status === 'betaald' && paidAmount === 0 ? [] : steps
}

/** Whether its partner refused an invoice of which something is left to be credited: it is not paid (rulings 51a). */
export const isToBeCredited = ({
  type,
  credited,
  acceptance,
}: Pick<Invoice, 'type' | 'credited' | 'acceptance'>): boolean =>
  type === 'invoice' && credited !== 'whole' && acceptance?.state === 'refused'

/** What is to be done then: one answer of a partner stands. */
export const CREDIT_REFUSED = 'Crediteer deze factuur geheel en maak een nieuwe.'

/** What the button says that takes an invoice to another status. */
export function stepText({ type, status }: Pick<Invoice, 'type' | 'status'>, to: InvoiceStatus): string {
  if (to === 'cancelled') return `${invoiceTypeLabels[type]} annuleren`
  if (to === 'betaald') return type === 'credit_note' ? 'Markeer als Terugbetaald' : 'Markeer als Betaald'
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
      const after = await step.mutateAsync({ params: { id }, version, body: { status, ...more } })
      const text = isPartPaid(after) ? partText(after) : statusText(after, after.status)
      toast({ title: 'Status bijgewerkt', description: `${invoiceNumber}: ${text}` })
    } catch (error) {
      tellFailure(error, { title: failureTitle, fallback: 'Probeer het opnieuw.' })
      if (isOvertaken(error)) refreshInvoices()
      throw error
    }
  }
}
