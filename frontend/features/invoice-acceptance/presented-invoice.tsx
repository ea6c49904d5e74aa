import { FileText } from 'lucide-react'
import type { PresentedInvoice } from '../../../shared/api/invoice-acceptance.ts'
import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import styles from './acceptance.module.css'
import type { Remarks } from './answer-form.tsx'

interface PresentedProps {
  readonly invoice: PresentedInvoice
  readonly token: string
  readonly remarks: Remarks
  readonly onRemarks: (remarks: Remarks) => void
}

/**
 * Shows an invoice to its partner: amount, lines and a link to the PDF. Before payment also the last day for it and the
 * bank account; afterwards the day on which the invoice was paid or set off.
 */
export function InvoiceForPartner({ invoice, token, remarks, onRemarks }: PresentedProps) {
  const { type, invoiceNumber, companyName } = invoice
  return (
    <>
      <Text as="h1" weight="bold" overflow="break">
        {invoiceTypeLabels[type]} {invoiceNumber}
      </Text>
      <p>
        <Text color="muted" overflow="break">
          {sumLabel(invoice)}
        </Text>
        <Stack as="strong" size={28} weight="bold" tabular>
          {formatMoney(signedAmount(invoice))}
        </Stack>
      </p>
      <Facts invoice={invoice} />
      <Lines invoice={invoice} remarks={remarks} onRemarks={onRemarks} />
      <IconText
        as="a"
        icon={<FileText aria-hidden="true" />}
        color="accent"
        href={`/api/invoice-acceptance/${encodeURIComponent(token)}/pdf`}
        target="_blank"
        rel="noopener"
      >
        {invoiceTypeLabels[type]} als PDF openen
      </IconText>
      <Text as="p" color="muted" overflow="break">
        Namens u opgemaakt door {companyName}.
      </Text>
    </>
  )
}

function sumLabel({ type, payment, paymentDate, acceptance }: PresentedInvoice): string {
  if (payment) return 'Wij betalen u'
  if (acceptance.state === 'refused') return 'Totaal incl. btw'
  if (type === 'credit_note') return paymentDate ? 'Verrekend' : 'Wij verrekenen'
  return paymentDate ? 'Betaald of verrekend' : 'Totaal incl. btw'
}

const signedAmount = ({ type, payment, totalAmount }: PresentedInvoice): number =>
  payment?.amount ?? (type === 'credit_note' ? -totalAmount : totalAmount)

function Facts({ invoice }: { readonly invoice: PresentedInvoice }) {
  const { partnerName, invoiceDate, description, payment, paymentDate } = invoice
  return (
    <dl className={styles.facts}>
      {payment && (
        <>
          <dt>Uiterlijk</dt>
          <dd>{formatDate(payment.until)}</dd>
          {payment.afterwards !== null && (
            <>
              <dt>Daarna</dt>
              <dd>{formatMoney(payment.afterwards)}</dd>
            </>
          )}
          <dt>Op rekening</dt>
          <dd>{formatIban(payment.bankAccount)}</dd>
        </>
      )}
      {paymentDate && (
        <>
          <dt>Op</dt>
          <dd>{formatDate(paymentDate)}</dd>
        </>
      )}
      <dt>Op naam van</dt>
      <dd>{partnerName}</dd>
      <dt>Factuurdatum</dt>
      <dd>{formatDate(invoiceDate)}</dd>
      <dt>Omschrijving</dt>
      <dd>{description}</dd>
    </dl>
  )
}

function Lines({ invoice, remarks, onRemarks }: Omit<PresentedProps, 'token'>) {
  const { lines, amount, vatPerRate, exemptions, totalAmount, acceptance, isRefusable } = invoice
  const isDisputable = acceptance.state === 'open' && isRefusable
  const saidOf = (order: number) => acceptance.disputedLines?.find(({ lineOrder }) => lineOrder === order)?.remark
  return (
    <section aria-label="Factuurregels">
      <ol className={styles.lines}>
        {lines.map(({ description, quantity, unitPrice, totalPrice }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sent invoice keeps its lines and their order
          <li key={index}>
            <span>
              <Unbroken>{description}</Unbroken>
              {quantity !== 1 && (
                <small>
                  {formatNumber(quantity)} × {formatMoney(unitPrice)}
                </small>
              )}
            </span>
            <Text tabular overflow="nowrap">
              {formatMoney(totalPrice)}
            </Text>
            {isDisputable && <Dispute order={index + 1} remarks={remarks} onRemarks={onRemarks} />}
            {saidOf(index + 1) && (
              <Text as="p" color="muted" overflow="break" className={styles.dispute}>
                Klopt niet: {saidOf(index + 1)}
              </Text>
            )}
          </li>
        ))}
      </ol>
      <dl className={styles.facts}>
        <dt>Totaal excl. btw</dt>
        <dd>{formatMoney(amount)}</dd>
        {vatPerRate.map(({ vatRate, vatAmount }) => (
          <div className={styles.fact} key={vatRate}>
            <dt>Btw {vatRate} %</dt>
            <dd>{formatMoney(vatAmount)}</dd>
          </div>
        ))}
        <dt className="pv-weight-bold">Totaal incl. btw</dt>
        <dd className="pv-weight-bold">{formatMoney(totalAmount)}</dd>
      </dl>
      {exemptions.map((reason) => (
        <Text as="p" key={reason} color="muted" overflow="break">
          {reason}
        </Text>
      ))}
    </section>
  )
}

interface DisputeProps extends Pick<PresentedProps, 'remarks' | 'onRemarks'> {
  readonly order: number
}

/** Shows the button by which a partner calls a line wrong, and then the field for their words. */
function Dispute({ order, remarks, onRemarks }: DisputeProps) {
  const { [order]: remark, ...others } = remarks
  return (
    <div className={styles.dispute}>
      {remark === undefined ? (
        <Button
          tone="ghost"
          size="small"
          aria-label={`Regel ${order}: deze regel klopt niet`}
          onClick={() => onRemarks({ ...remarks, [order]: { text: '' } })}
        >
          Deze regel klopt niet
        </Button>
      ) : (
        <>
          <Field label={`Wat klopt er niet aan regel ${order}?`} error={remark.error} required>
            <TextInput
              value={remark.text}
              onChange={(text) => onRemarks({ ...remarks, [order]: { text } })}
              maxLength={300}
            />
          </Field>
          <Button tone="ghost" size="small" onClick={() => onRemarks(others)}>
            Deze regel klopt wel
          </Button>
        </>
      )}
    </div>
  )
}
