import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import type { Invoice, InvoiceStep } from '../../../../shared/api/schemas/invoices.ts'
import { listInvoiceSteps } from '../../../../shared/invoicing/invoice-steps.ts'
import { isPartPaid, partPaidText, statusText } from '../../../domains/invoices/invoices.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { toast } from '../../../ui/messages/toast.ts'

type Stepped = Pick<
  Invoice,
  | ('id' | 'version' | 'invoiceNumber' | 'status' | 'sentAt' | 'isOwed' | 'paymentFileId')
  | ('totalAmount' | 'openAmount' | 'paidAmount')
>

/**
 * Tells whether an open invoice is in a payment file, so that the bank may be about to pay it. Meanwhile it can be
 * neither credited nor moved back to concept.
 */
export const isAwaitingBank = ({ status, paymentFileId }: Pick<Stepped, 'status' | 'paymentFileId'>): boolean =>
  status === 'in_behandeling' && paymentFileId !== null

/**
 * Returns the statuses to which an invoice can move now (rulings 44, 45, 51a, 51b). An invoice that is partly settled
 * or in a payment file cannot become a concept again. An invoice settled by credit notes alone has no further status.
 */
export function stepsOf(invoice: Stepped): InvoiceStatus[] {
  const { status, sentAt, isOwed, totalAmount, openAmount, paidAmount } = invoice
  const isTouched = sentAt !== null && openAmount !== totalAmount
  const steps = listInvoiceSteps({ status, isSent: sentAt !== null, isOwed })
  if (status === 'in_behandeling' && (isTouched || isAwaitingBank(invoice)))
    return steps.filter((to) => to !== 'concept')
  // An invoice settled by credit notes has no payment that could be reversed.
  return status === 'betaald' && paidAmount === 0 ? [] : steps
}

/** Tells whether an invoice must still be credited because the partner refused it; it may not be paid (rulings 51a). */
export const isToBeCredited = ({
  type,
  credited,
  acceptance,
}: Pick<Invoice, 'type' | 'credited' | 'acceptance'>): boolean =>
  type === 'invoice' && credited !== 'whole' && acceptance?.state === 'refused'

/** Dutch advice for an invoice that the partner refused; such an answer is final. */
export const CREDIT_REFUSED = 'Crediteer deze factuur geheel en maak een nieuwe.'

/** Returns the Dutch text of the button that moves an invoice to the status `to`. */
export function stepText({ type, status }: Pick<Invoice, 'type' | 'status'>, to: InvoiceStatus): string {
  if (to === 'cancelled') return `${invoiceTypeLabels[type]} annuleren`
  if (to === 'betaald') return type === 'credit_note' ? 'Markeer als Terugbetaald' : 'Markeer als Betaald'
  if (to === 'concept') return 'Terug naar Concept'
  return status === 'betaald' ? 'Terug naar In behandeling' : 'Naar In behandeling'
}

/**
 * Returns a function that moves an invoice to another status and shows a toast. Throws on failure, after a message with
 * the title `failureTitle`.
 */
export function useInvoiceStep(failureTitle: string) {
  const step = useCommand(invoices.step)
  return async (
    { id, version, invoiceNumber }: Stepped,
    status: InvoiceStatus,
    more: Partial<Omit<InvoiceStep, 'status'>> = {},
  ) => {
    try {
      const after = await step.mutateAsync({ params: { id }, version, body: { status, ...more } })
      if (after.pendingPayment) {
        const description = `${invoiceNumber}: een andere beheerder keurt de betaling goed.`
        return toast({ title: 'Betaling wacht op goedkeuring', description })
      }
      const text = isPartPaid(after) ? partPaidText(after) : statusText(after, after.status)
      toast({ title: 'Status bijgewerkt', description: `${invoiceNumber}: ${text}` })
    } catch (error) {
      showFailure(error, { title: failureTitle, fallback: 'Probeer het opnieuw.' })
      throw error
    }
  }
}
