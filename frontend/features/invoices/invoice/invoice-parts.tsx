import { Link } from 'react-router-dom'
import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { vatSchemeLabels } from '../../../../shared/api/parts/billing.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { formatIban } from '../../../../shared/identifiers.ts'
import { invoiceFields } from '../../../../shared/invoices/record.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { statusText } from '../../../domains/invoices/invoices.ts'
import { formatDate, formatMoney, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { FileLink } from '../../../records/file-link.tsx'
import { cardItemsOf } from '../../../records/shown-fields.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Sum, Sums } from '../../../ui/display/sums.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { attachmentUrl, pdfUrl, ublUrl } from '../document-urls.ts'
import { formatVatRate } from '../form/invoice-form.ts'
import { LinesTable } from '../form/lines-table.tsx'
import styles from '../invoices.module.css'
import { DisputedLine } from './disputed-line.tsx'
import { DueDate } from './due-date.tsx'
import { splitSettledAmount } from './settlement.ts'

interface InvoiceProps {
  readonly invoice: InvoiceDetails
}

/** Shows a card with the data of an invoice: dates, description, assignee and internal notes. */
export function InfoCard({ invoice }: InvoiceProps) {
  const { creditedInvoice, notes } = invoice
  const manages = useCan('self-billing:manage')
  return (
    <Card title="Factuurgegevens">
      <Details
        items={[
          { label: invoiceFields.invoiceDate.label, value: formatDate(invoice.invoiceDate) },
          {
            label: invoiceFields.dueDate.label,
            value: <DueDate {...invoice} />,
          },
          { label: invoiceFields.description.label, value: invoice.description },
          {
            label: 'Creditfactuur van',
            value: creditedInvoice && (
              <Link to={invoiceAddress(creditedInvoice.id)}>{creditedInvoice.invoiceNumber}</Link>
            ),
          },
          { label: invoiceFields.assignedUserId.label, value: assignedText(invoice) },
          ...cardItemsOf(invoiceFields, invoice, 'data'),
          {
            label: invoiceFields.notes.label,
            value: manages && notes && (
              <Text weight="regular" overflow="lines">
                {notes}
              </Text>
            ),
          },
        ]}
      />
    </Card>
  )
}

function assignedText({ assignedUser, partnerAgent }: InvoiceDetails): string | null {
  if (assignedUser) return fullNameOf(assignedUser)
  return partnerAgent && `${fullNameOf(partnerAgent)} (van de partner)`
}

interface LinesCardProps extends InvoiceProps {
  /** Opens the correction of a refused invoice: crediting, or crediting with a new concept. */
  readonly onNext: (step: 'credit' | 'replace') => void
}

/** Shows a card with the lines of an invoice and their totals; at a line what the partner says is wrong. */
export function LinesCard({ invoice, onNext }: LinesCardProps) {
  const { lines, vatPerRate, has48HourDiscount, discountPercentage, creditRestrictionPercentage } = invoice
  return (
    <Card title="Factuurregels">
      <LinesTable
        lines={lines}
        below={(lineOrder) => <DisputedLine invoice={invoice} lineOrder={lineOrder} onNext={onNext} />}
      />
      <Sums className={styles.sums}>
        <Sum label="Totaal excl. btw" amount={formatMoney(invoice.amount)} />
        {vatPerRate.map((part) => (
          <Sum
            key={`${part.vatScheme} ${part.vatRate}`}
            label={`Btw ${formatVatRate(part, vatPerRate)}`}
            {...(vatPerRate.length > 1 && { note: `over ${formatMoney(part.base)}` })}
            amount={formatMoney(part.vatAmount)}
          />
        ))}
        <Sum label="Totaal incl. btw" amount={formatMoney(invoice.totalAmount)} isTotal />
        {has48HourDiscount && (
          <>
            <Sum
              label={`48-uurskorting ${formatNumber(discountPercentage)} %`}
              amount={formatMoney(-invoice.discountAmount)}
            />
            <Sum
              label={`Kredietbeperking ${formatNumber(creditRestrictionPercentage)} %`}
              amount={formatMoney(-invoice.creditRestrictionAmount)}
            />
            <Sum label="Te betalen binnen 48 uur" amount={formatMoney(invoice.finalAmount)} isTotal />
          </>
        )}
        <SettledAmounts invoice={invoice} />
      </Sums>
    </Card>
  )
}

/** Shows the amounts by which the invoice was settled, and the amount payable today. */
function SettledAmounts({ invoice }: InvoiceProps) {
  const { type, payableToday } = invoice
  const isNote = type === 'credit_note'
  const { paid, discount, netted } = splitSettledAmount(invoice)
  return (
    <>
      {netted !== 0 && <Sum label="Verrekend" amount={formatMoney(-netted)} />}
      {paid !== 0 && <Sum label={isNote ? 'Terugbetaald' : 'Betaald'} amount={formatMoney(-paid)} />}
      {discount !== 0 && <Sum label="Korting" amount={formatMoney(-discount)} />}
      <Sum label={isNote ? 'Nog te verrekenen' : 'Vandaag te betalen'} amount={formatMoney(payableToday)} isTotal />
    </>
  )
}

/** Shows a card with the data of the partner in whose name the invoice is made. */
export function PartnerCard({ invoice: { partner, lines } }: InvoiceProps) {
  const schemes = new Set(lines.map(({ vatScheme }) => vatSchemeLabels[vatScheme]))
  schemes.delete(vatSchemeLabels.normaal)
  return (
    <Card title="Partner">
      {partner ? (
        <Details
          items={[
            { label: 'Contactpersoon', value: partner.contactPerson },
            { label: 'E-mail', value: <a href={`mailto:${partner.email}`}>{partner.email}</a> },
            { label: 'Telefoon', value: partner.phone },
            { label: 'Adres', value: `${partner.address}, ${partner.postalCode} ${partner.city}` },
            { label: 'KvK', value: partner.kvkNumber },
            { label: 'Btw', value: partner.vatNumber },
            { label: 'Btw-regeling', value: [...schemes].join(', ') },
            {
              label: 'IBAN',
              value: partner.bankAccount.includes('•') ? partner.bankAccount : formatIban(partner.bankAccount),
            },
          ]}
        />
      ) : (
        <Text as="p" color="soft">
          Onbekend
        </Text>
      )}
    </Card>
  )
}

/** Shows a card with the credit notes of an invoice; nothing without any. */
export function CreditsCard({ invoice: { creditNotes, paidAmount } }: InvoiceProps) {
  if (creditNotes.length === 0) return null
  return (
    <Card title="Creditfacturen">
      <RowList>
        {creditNotes.map(({ id, invoiceNumber, status, totalAmount }) => (
          <li key={id}>
            <Link to={invoiceAddress(id)}>{invoiceNumber}</Link>
            <Text color="soft">{creditNoteStatus(status, paidAmount)}</Text>
            <Text tabular overflow="nowrap" className={styles.end}>
              {formatMoney(totalAmount)}
            </Text>
          </li>
        ))}
      </RowList>
    </Card>
  )
}

/**
 * Returns the status text of a credit note. A settled credit note of a paid invoice is 'Verrekend of terugbetaald',
 * because the data of the invoice do not tell which of the two happened.
 */
const creditNoteStatus = (status: InvoiceStatus, invoicePaid: number): string =>
  status === 'betaald' && invoicePaid !== 0
    ? 'Verrekend of terugbetaald'
    : statusText({ type: 'credit_note', paidAmount: 0 }, status)

/** Shows a card with links to the attached spreadsheets, and to PDF and UBL for who has no buttons for these. */
export function FilesCard({ invoice: { id, invoiceNumber, sentAt, attachments } }: InvoiceProps) {
  const hasButtons = useCan('self-billing:manage')
  if (hasButtons && attachments.length === 0) return null
  return (
    <Card title="Documenten">
      <RowList>
        {!hasButtons && (
          <li>
            <FileLink href={pdfUrl(id)} label={`PDF van ${invoiceNumber}`}>
              PDF
            </FileLink>
            {sentAt && (
              <FileLink href={ublUrl(id)} label={`UBL van ${invoiceNumber}`}>
                UBL
              </FileLink>
            )}
          </li>
        )}
        {attachments.map(({ path, filename }) => (
          <li key={path}>
            <FileLink href={attachmentUrl(id, path)} download={filename}>
              {filename}
            </FileLink>
          </li>
        ))}
      </RowList>
    </Card>
  )
}
