import { Link } from 'react-router-dom'
import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { vatSchemeLabels } from '../../../../shared/api/parts/billing.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { formatIban } from '../../../../shared/identifiers.ts'
import { invoiceFields } from '../../../../shared/invoices/record.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { describeAcceptance } from '../../../domains/invoices/invoice-standing.ts'
import { statusText } from '../../../domains/invoices/invoices.ts'
import { formatDate, formatMoney, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { FileLink } from '../../../records/file-link.tsx'
import { cardItemsOf } from '../../../records/shown-fields.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Sum, Sums } from '../../../ui/display/sums.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { attachmentUrl } from '../document-urls.ts'
import { formatVatRate } from '../form/invoice-form.ts'
import { LinesTable } from '../form/lines-table.tsx'
import styles from '../invoices.module.css'
import { DisputedLine } from './disputed-line.tsx'
import { DueDate } from './due-date.tsx'
import { describeNetted, splitSettledAmount } from './settlement.ts'

interface InvoiceProps {
  readonly invoice: InvoiceDetails
}

/** Shows the facts of an invoice: dates, mail address and bank account, who it is assigned to and internal notes. */
export function InfoSection({ invoice }: InvoiceProps) {
  const { creditedInvoice, notes, partner, sentAt, invoiceDate, acceptance } = invoice
  const manages = useCan('self-billing:manage')
  return (
    <Section title="Gegevens">
      <Details
        columns={1}
        items={[
          { label: invoiceFields.invoiceDate.label, value: formatDate(invoiceDate) },
          {
            label: 'Uitgereikt op',
            value: sentAt && formatDate(sentAt) !== formatDate(invoiceDate) && formatDate(sentAt),
          },
          { label: invoiceFields.dueDate.label, value: <DueDate {...invoice} /> },
          { label: 'Akkoord', value: acceptance && <Answer invoice={invoice} /> },
          { label: invoiceFields.description.label, value: !isRepeated(invoice) && invoice.description },
          {
            label: 'Creditfactuur van',
            value: creditedInvoice && (
              <Link to={invoiceAddress(creditedInvoice.id)}>{creditedInvoice.invoiceNumber}</Link>
            ),
          },
          { label: 'Mail naar', value: partner?.email },
          { label: 'Rekening', value: partner && accountOf(partner.bankAccount) },
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
    </Section>
  )
}

/** Tells whether a description only says the period of supply or the credited invoice, which the page says elsewhere. */
const isRepeated = ({ isOfCommissions, creditedInvoice, description, supplyFrom, supplyTo }: InvoiceDetails): boolean =>
  description === `Credit van factuur ${creditedInvoice?.invoiceNumber}` ||
  (isOfCommissions && [supplyFrom, supplyTo].every((day) => description.includes(formatDate(day))))

/** Formats an IBAN in groups; the server has grouped one that it masks. */
const accountOf = (iban: string): string => (iban.includes('•') ? iban : formatIban(iban))

/** Shows the partner's answer to an invoice (rulings 51a); nothing for one that was settled without an answer. */
function Answer({ invoice }: InvoiceProps) {
  const { text, tone } = describeAcceptance(invoice)
  return tone && <Text color={tone === 'bad' ? 'bad' : 'default'}>{text}</Text>
}

function assignedText({ assignedUser, partnerAgent }: InvoiceDetails): string | null {
  if (assignedUser) return fullNameOf(assignedUser)
  return partnerAgent && `${fullNameOf(partnerAgent)} (van de partner)`
}

interface LinesProps extends InvoiceProps {
  /** Opens the correction of a refused invoice: crediting, or crediting with a new concept. */
  readonly onNext: (step: 'credit' | 'replace') => void
}

/** Shows the lines of an invoice and their totals; at a line what the partner says is wrong. */
export function LinesSection({ invoice, onNext }: LinesProps) {
  const { lines, vatPerRate, has48HourDiscount, discountPercentage, creditRestrictionPercentage } = invoice
  return (
    <section>
      <h3 className="pv-hidden">Factuurregels</h3>
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
        <Sum
          label="Totaal incl. btw"
          amount={
            <Text size={20} weight="bold">
              {formatMoney(invoice.totalAmount)}
            </Text>
          }
          isTotal
        />
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
    </section>
  )
}

/** Shows the amounts by which the invoice was settled, and what is left to pay unless a total above it says so. */
function SettledAmounts({ invoice }: InvoiceProps) {
  const { type, status, payableToday, totalAmount, finalAmount, has48HourDiscount } = invoice
  const isNote = type === 'credit_note'
  const { paid, discount, netted } = splitSettledAmount(invoice)
  const isLeft = status === 'in_behandeling' && payableToday !== (has48HourDiscount ? finalAmount : totalAmount)
  return (
    <>
      {netted !== 0 && <Sum label={describeNetted(invoice, netted)} amount={formatMoney(-netted)} />}
      {paid !== 0 && <Sum label={isNote ? 'Terugbetaald' : 'Betaald'} amount={formatMoney(-paid)} />}
      {discount !== 0 && <Sum label="Korting" amount={formatMoney(-discount)} />}
      {isLeft && (
        <Sum label={isNote ? 'Nog te verrekenen' : 'Vandaag te betalen'} amount={formatMoney(payableToday)} isTotal />
      )}
    </>
  )
}

/** Shows the data of the partner in whose name the invoice is made. */
export function PartnerSection({ invoice: { partner, lines } }: InvoiceProps) {
  const schemes = new Set(lines.map(({ vatScheme }) => vatSchemeLabels[vatScheme]))
  schemes.delete(vatSchemeLabels.normaal)
  if (!partner) return null
  return (
    <Section title="Partner">
      <Details
        columns={1}
        items={[
          { label: 'Contactpersoon', value: partner.contactPerson },
          { label: 'Telefoon', value: partner.phone },
          { label: 'Adres', value: `${partner.address}, ${partner.postalCode} ${partner.city}` },
          { label: 'KvK', value: partner.kvkNumber },
          { label: 'Btw', value: partner.vatNumber },
          { label: 'Btw-regeling', value: [...schemes].join(', ') },
        ]}
      />
    </Section>
  )
}

/** Shows the credit notes of an invoice; nothing without any. */
export function CreditsSection({ invoice: { creditNotes, paidAmount } }: InvoiceProps) {
  if (creditNotes.length === 0) return null
  return (
    <Section title="Creditfacturen">
      <RowList>
        {creditNotes.map(({ id, invoiceNumber, status, totalAmount }) => (
          <li key={id}>
            <Link to={invoiceAddress(id)}>{invoiceNumber}</Link>
            <Text color="soft">{creditNoteStatus(status, paidAmount)}</Text>
            <Text tabular overflow="nowrap" before="auto">
              {formatMoney(totalAmount)}
            </Text>
          </li>
        ))}
      </RowList>
    </Section>
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

/** Shows links to the attached spreadsheets; nothing without any. */
export function FilesSection({ invoice: { id, attachments } }: InvoiceProps) {
  if (attachments.length === 0) return null
  return (
    <Section title="Bijlagen">
      <RowList>
        {attachments.map(({ path, filename }) => (
          <li key={path}>
            <FileLink href={attachmentUrl(id, path)} download={filename}>
              {filename}
            </FileLink>
          </li>
        ))}
      </RowList>
    </Section>
  )
}
