import { type Invoice, type InvoiceStatus, invoiceTypeLabels } from '../../../shared/contract/invoices.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { stepText } from './invoice-step.ts'

interface StepQuestionProps {
  readonly invoice: Pick<Invoice, 'type' | 'status' | 'invoiceNumber'>
  /** Where it is to go; null asks nothing. */
  readonly to: InvoiceStatus | null
  readonly onClose: () => void
  readonly onConfirm: (to: InvoiceStatus) => Promise<void>
}

/** Asks before a step that cannot be taken back. */
export function StepQuestion({ invoice, to, onClose, onConfirm }: StepQuestionProps) {
  const { type, invoiceNumber } = invoice
  const called = invoiceTypeLabels[type]
  if (to === 'cancelled') {
    return (
      <Confirm
        open
        onOpenChange={onClose}
        title={`${called} ${invoiceNumber} annuleren?`}
        description={`De ${called.toLowerCase()} houdt haar nummer en kan daarna niet meer worden gebruikt.`}
        confirmText={stepText(invoice, to)}
        cancelText="Terug"
        onConfirm={() => onConfirm(to)}
      />
    )
  }
  if (to === 'in_behandeling') {
    return (
      <Confirm
        open
        onOpenChange={onClose}
        title="E-mail versturen verplicht"
        description={`${called} ${invoiceNumber} gaat eerst per e-mail naar de partner. Daarna ligt de inhoud vast${
          type === 'invoice' ? ': wat niet klopt, wordt dan met een creditfactuur teruggenomen.' : '.'
        }`}
        confirmText="E-mail versturen en doorgaan"
        tone="primary"
        onConfirm={() => onConfirm(to)}
      />
    )
  }
  return null
}

/** Whether a step is asked about first. */
export const isAsked = (to: InvoiceStatus, sentAt: string | null): boolean =>
  to === 'cancelled' || (to === 'in_behandeling' && sentAt === null)
