import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { stepText } from './invoice-step.ts'

interface StepQuestionProps {
  readonly invoice: Invoice
  /** New status; null asks nothing. */
  readonly to: InvoiceStatus | null
  readonly onClose: () => void
  readonly onConfirm: (to: InvoiceStatus) => Promise<void>
}

/** Shows the question before an invoice moves to a status that needs confirmation. */
export function StepQuestion({ invoice, to, onClose, onConfirm }: StepQuestionProps) {
  const { type, invoiceNumber } = invoice
  const called = invoiceTypeLabels[type]
  if (to === 'cancelled') {
    return (
      <Confirm
        onOpenChange={onClose}
        title={`${called} ${invoiceNumber} annuleren?`}
        description={`De ${called.toLowerCase()} houdt het nummer en kan daarna niet meer worden gebruikt.`}
        confirmText={stepText(invoice, to)}
        cancelText="Terug"
        onConfirm={() => onConfirm(to)}
      />
    )
  }
  if (to === 'in_behandeling' && invoice.status === 'betaald') {
    return (
      <Confirm
        onOpenChange={onClose}
        title={`Betaling van ${invoiceNumber} terugdraaien?`}
        description={takeBackText(invoice)}
        confirmText="Betaling terugdraaien"
        onConfirm={() => onConfirm(to)}
      />
    )
  }
  if (to === 'in_behandeling') {
    return (
      <Confirm
        onOpenChange={onClose}
        title="E-mail versturen verplicht"
        description={`${called} ${invoiceNumber} van ${formatMoney(invoice.totalAmount)} gaat eerst per e-mail naar ${invoice.partnerName}. Daarna ligt de inhoud vast${
          type === 'invoice' ? '. Herstel fouten dan met een creditfactuur.' : '.'
        }`}
        confirmText="E-mail versturen en doorgaan"
        tone="primary"
        onConfirm={() => onConfirm(to)}
      />
    )
  }
  return null
}

/** Describes the effect of reversing the last payment. */
function takeBackText({ type, paymentDate, lastPaidAmount, partnerName, discountTaken }: Invoice): string {
  const [called, preposition] = type === 'credit_note' ? ['terugbetaling', 'van'] : ['betaling', 'aan']
  const amount = formatMoney(Math.abs(lastPaidAmount))
  const discount = discountTaken > 0 ? `, met de korting van ${formatMoney(discountTaken)}` : ''
  const day = formatDate(paymentDate)
  return `De ${called} van ${amount} ${preposition} ${partnerName} op ${day} vervalt${discount}. Het bedrag staat daarna weer open.`
}

/** Tells whether moving an invoice to a status needs confirmation: cancelling, sending, or reversing a payment. */
export const needsConfirmation = (to: InvoiceStatus, { status, sentAt }: Pick<Invoice, 'status' | 'sentAt'>): boolean =>
  to === 'cancelled' || (to === 'in_behandeling' && (sentAt === null || status === 'betaald'))
