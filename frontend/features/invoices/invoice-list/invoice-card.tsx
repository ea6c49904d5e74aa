import type { ReactNode } from 'react'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { DueDate } from '../invoice/due-date.tsx'
import { InvoiceBadge } from '../invoice/invoice-badge.tsx'
import { PdfButton } from '../invoice/pdf-button.tsx'
import styles from '../invoices.module.css'

interface InvoiceCardProps {
  readonly invoice: Invoice
  /** Set when the invoice was just saved. */
  readonly isMarked?: boolean
  /** Buttons beside 'Details & Status'. */
  readonly actions?: ReactNode
}

/**
 * Shows an invoice or credit note as a card in a list: number, partner, amount, dates and buttons (spec §2). The card
 * is marked (`isMarked`) when the invoice was just saved.
 */
export function InvoiceCard({ invoice, isMarked = false, actions }: InvoiceCardProps) {
  const { id, invoiceNumber, partnerName, invoiceDate, dueDate, totalAmount, openAmount, lineCount, isOverdue } =
    invoice
  const isPartOpen = openAmount !== 0 && openAmount !== totalAmount
  return (
    <Card
      marked={isMarked}
      title={invoiceNumber}
      className={styles.invoice}
      actions={<InvoiceBadge invoice={invoice} />}
    >
      <Row gap={12} align="baseline" justify="between" below={12}>
        <Text as="p" weight="strong" overflow="break">
          {partnerName || 'Onbekend'}
        </Text>
        <Text as="p" size={16} weight="bold" tabular overflow="nowrap">
          {formatMoney(totalAmount)}
        </Text>
      </Row>
      <Details
        columns={3}
        items={[
          { label: 'Factuurdatum', value: formatDate(invoiceDate) },
          {
            label: 'Vervaldatum',
            value: <DueDate dueDate={dueDate} isOverdue={isOverdue} />,
          },
          { label: 'Regels', value: lineCount === 1 ? '1 regel' : `${lineCount} regels` },
          ...(isPartOpen ? [{ label: 'Nog open', value: formatMoney(openAmount) }] : []),
        ]}
      />
      <Row gap={8} wrap above="auto" padTop={16}>
        <LinkButton to={invoiceAddress(id)}>Details &amp; Status</LinkButton>
        {actions}
        <PdfButton id={id} invoiceNumber={invoiceNumber} />
      </Row>
    </Card>
  )
}
