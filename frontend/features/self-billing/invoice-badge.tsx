import {
  type Invoice,
  type InvoiceStatus,
  invoiceStatusLabels,
  invoiceTypeLabels,
  OVERDUE_LABEL,
} from '../../../shared/contract/invoices.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<InvoiceStatus, Tone> = {
  concept: 'neutral',
  in_behandeling: 'info',
  betaald: 'ok',
  cancelled: 'neutral',
}

type Shown = Pick<Invoice, 'type' | 'status' | 'isOverdue' | 'daysOverdue'>

/** How an invoice stands; one that should have been paid says by how many days. */
export function InvoiceBadge({ invoice: { type, status, isOverdue, daysOverdue } }: { readonly invoice: Shown }) {
  return (
    <span className="billing-badges">
      {type === 'credit_note' && (
        <Badge tone="purple" dot={false}>
          {invoiceTypeLabels.credit_note}
        </Badge>
      )}
      <Badge tone={tones[status]}>{invoiceStatusLabels[status]}</Badge>
      {isOverdue && (
        <Badge tone="bad">
          {OVERDUE_LABEL} · {daysOverdue} {daysOverdue === 1 ? 'dag' : 'dagen'}
        </Badge>
      )}
    </span>
  )
}
