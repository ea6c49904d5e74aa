import {
  acceptanceLabels,
  creditedLabels,
  type Invoice,
  type InvoiceDetails,
  type InvoiceStatus,
  invoiceTypeLabels,
} from '../../../shared/contract/invoices.ts'
import { isUnderWay } from '../../../shared/contract/mail.ts'
import { isPartPaid, OVERDUE_TITLE, overdueText, partText, statusText } from '../../domains/self-billing.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<InvoiceStatus, Tone> = {
  concept: 'neutral',
  in_behandeling: 'info',
  betaald: 'ok',
  cancelled: 'neutral',
}

type Shown = Pick<
  Invoice,
  | 'type'
  | 'status'
  | 'isOverdue'
  | 'daysOverdue'
  | 'sentAt'
  | 'sentToPartner'
  | 'acceptance'
  | 'credited'
  | 'paymentFileId'
  | 'paidAmount'
> &
  Partial<Pick<InvoiceDetails, 'mails'>>

/** How an invoice stands; one that should have been paid says by how many days, and what keeps it from being paid. */
export function InvoiceBadge({ invoice }: { readonly invoice: Shown }) {
  const { type, status, isOverdue, daysOverdue, sentAt, sentToPartner, acceptance, credited, paymentFileId, mails } =
    invoice
  const isMailing = mails?.some((mail) => mail.kind === 'partner-mail' && isUnderWay(mail)) ?? false
  const isUnmailed = sentAt !== null && !sentToPartner && !isMailing && status !== 'cancelled'
  const isRefused = acceptance?.state === 'refused'
  return (
    <span className="billing-badges">
      {type === 'credit_note' && (
        <Badge tone="purple" dot={false}>
          {invoiceTypeLabels.credit_note}
        </Badge>
      )}
      <Badge tone={tones[status]}>{statusText(invoice, status)}</Badge>
      {isPartPaid(invoice) && <Badge tone="warn">{partText(invoice)}</Badge>}
      {isOverdue && (
        <Badge tone="bad" tip={OVERDUE_TITLE}>
          {overdueText(daysOverdue)}
        </Badge>
      )}
      {paymentFileId !== null && status === 'in_behandeling' && <Badge tone="info">In betaalbestand</Badge>}
      {isRefused && <Badge tone="bad">{acceptanceLabels.refused}</Badge>}
      {credited !== 'none' && <Badge tone="purple">{creditedLabels[credited]}</Badge>}
      {isUnmailed && <Badge tone="warn">Niet gemaild</Badge>}
    </span>
  )
}
