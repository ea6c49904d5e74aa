import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { creditedLabels } from '../../../../shared/invoices/choices.ts'
import { findUrgentState, type InvoiceStanding } from '../../../domains/invoices/invoice-standing.ts'
import { isPartPaid, partPaidText } from '../../../domains/invoices/invoices.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import styles from '../invoices.module.css'

interface InvoiceBadgeProps {
  readonly invoice: Parameters<typeof findUrgentState>[0]
  /** Day on which the bank executes the payment file of the invoice, if known. */
  readonly paysOn?: string | undefined
}

/**
 * Shows badges with the most urgent fact about an invoice, and whether it was partly paid or credited. `paysOn` is the
 * day on which the bank executes the invoice's payment file.
 */
export function InvoiceBadge({ invoice, paysOn }: InvoiceBadgeProps) {
  const { type, credited } = invoice
  const standing = findUrgentState(invoice, { paysOn, today: today() })
  return (
    <Row as="span" gap={4} justify="end" wrap className={styles.badges}>
      {type === 'credit_note' && (
        <Badge tone="purple" dot={false}>
          {invoiceTypeLabels.credit_note}
        </Badge>
      )}
      <InvoiceStandingBadge standing={standing} />
      {isPartPaid(invoice) && standing.state !== 'part-paid' && <Badge tone="warn">{partPaidText(invoice)}</Badge>}
      {credited === 'part' && <Badge tone="purple">{creditedLabels.part}</Badge>}
    </Row>
  )
}

/** Shows the most urgent state of an invoice as a badge. */
export function InvoiceStandingBadge({ standing: { text, tone, tip } }: { readonly standing: InvoiceStanding }) {
  return (
    <Badge tone={tone} {...(tip === undefined ? {} : { tip })}>
      {text}
    </Badge>
  )
}

/** Returns a text when an invoice is partly paid or credited: `Deels betaald · Deels gecrediteerd`. Null otherwise. */
export const describePartialState = (
  invoice: Pick<Invoice, 'type' | 'status' | 'paidAmount' | 'credited'>,
): string | null =>
  [
    ...(isPartPaid(invoice) ? [partPaidText(invoice)] : []),
    ...(invoice.credited === 'part' ? [creditedLabels.part] : []),
  ].join(' · ') || null
