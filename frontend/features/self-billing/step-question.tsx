import type { InvoiceStatus } from '../../../shared/contract/invoices.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'

interface StepQuestionProps {
  readonly invoiceNumber: string
  /** Where it is to go; null asks nothing. */
  readonly to: InvoiceStatus | null
  readonly onClose: () => void
  readonly onConfirm: (to: InvoiceStatus) => Promise<void>
}

/** Asks before a step that cannot be taken back. */
export function StepQuestion({ invoiceNumber, to, onClose, onConfirm }: StepQuestionProps) {
  if (to === 'cancelled') {
    return (
      <Confirm
        open
        onOpenChange={onClose}
        title={`Factuur ${invoiceNumber} annuleren?`}
        description="De factuur houdt haar nummer en kan daarna niet meer worden gebruikt."
        confirmText="Factuur annuleren"
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
        description={`Factuur ${invoiceNumber} gaat eerst per e-mail naar de partner. Daarna ligt de inhoud vast: wat niet klopt, wordt dan met een creditfactuur teruggenomen.`}
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
