import type { ReactNode } from 'react'
import type { Invoice } from '../../../../shared/contract/schemas/invoices.ts'
import { invoicePage } from '../../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { Card, Details } from '../../../ui/display/card.tsx'
import { InvoiceBadge } from '../invoice/invoice-badge.tsx'
import { PdfButtons } from '../invoice/pdf-button.tsx'

interface InvoiceCardProps {
  readonly invoice: Invoice
  /** Set when the invoice was just saved. */
  readonly isMarked?: boolean
  /** Buttons beside 'Details & Status'. */
  readonly actions?: ReactNode
}

/** Shows an invoice or credit note as a card in a list (spec §2). */
export function InvoiceCard({ invoice, isMarked = false, actions }: InvoiceCardProps) {
  const { id, invoiceNumber, partnerName, invoiceDate, dueDate, totalAmount, openAmount, lineCount, isOverdue } =
    invoice
  const isPartOpen = openAmount !== 0 && openAmount !== totalAmount
  return (
    <Card
      marked={isMarked}
      title={invoiceNumber}
      className="billing-invoice"
      actions={<InvoiceBadge invoice={invoice} />}
    >
      <div className="billing-invoice-main">
        <p className="billing-invoice-partner">{partnerName || 'Onbekend'}</p>
        <p className="billing-invoice-amount">{formatMoney(totalAmount)}</p>
      </div>
      <Details
        items={[
          { label: 'Factuurdatum', value: formatDate(invoiceDate) },
          {
            label: 'Vervaldatum',
            value: <span className={isOverdue ? 'billing-late' : undefined}>{formatDate(dueDate)}</span>,
          },
          { label: 'Regels', value: lineCount === 1 ? '1 regel' : `${lineCount} regels` },
          ...(isPartOpen ? [{ label: 'Nog open', value: formatMoney(openAmount) }] : []),
        ]}
      />
      <div className="billing-invoice-actions">
        <LinkButton to={invoicePage(id)}>Details &amp; Status</LinkButton>
        {actions}
        <PdfButtons id={id} invoiceNumber={invoiceNumber} />
      </div>
    </Card>
  )
}
