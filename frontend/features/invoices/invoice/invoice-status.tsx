import { Link } from 'react-router-dom'
import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { invoiceStatusLabels } from '../../../../shared/api/parts/billing.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { explainLapsedOffer } from '../../../../shared/invoicing/invoice-steps.ts'
import { paymentFileAddress } from '../../../domains/addresses.ts'
import { statusText } from '../../../domains/invoices/invoices.ts'
import { isToApprove, PendingPaymentNote } from '../../../domains/payments/pending-payments.tsx'
import { formatDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { StepsLine } from '../../../records/steps-line.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Note } from '../../../ui/display/note.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { CREDIT_REFUSED, isAwaitingBank, isToBeCredited, useInvoiceStep } from './invoice-step.ts'
import { LapsedOffer } from './lapsed-offer.tsx'
import { SettleButton } from './settle-button.tsx'

/** Returns what the steps themselves do not tell about this invoice or credit note, a sentence each. */
function notesOf({ creditNotes, takenBack }: InvoiceDetails): readonly string[] {
  const unissued = creditNotes.filter(({ status }) => status === 'concept').map(({ invoiceNumber }) => invoiceNumber)
  return [
    ...(unissued.length > 0 ? [`Nog niet uitgereikt: ${unissued.join(', ')}.`] : []),
    ...(takenBack === null ? [] : [takenBackText(takenBack)]),
  ]
}

const takenBackText = ({ paidOn, sentBackOn }: NonNullable<InvoiceDetails['takenBack']>): string =>
  sentBackOn === null
    ? `De betaling van ${formatDate(paidOn)} is teruggedraaid.`
    : `De betaling van ${formatDate(paidOn)} kwam op ${formatDate(sentBackOn)} terug.`

/** Shows how far an invoice is in its workflow, and what stops its next step (rulings 44). */
export function InvoiceStatusSection({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const step = useInvoiceStep('Status kon niet worden bijgewerkt')
  const lapsed = manages && invoice.isEditable ? explainLapsedOffer(invoice, today()) : null
  const steps = wayOf(invoice.status)
  return (
    <Stack as="section" gap={12} aria-label="Status">
      <StepsLine
        steps={steps.map((one) => stepLabel(invoice, one))}
        at={steps.indexOf(invoice.status)}
        isBad={invoice.status === 'cancelled'}
      />
      {notesOf(invoice).map((text) => (
        <Text as="p" key={text} size={13} color="muted">
          <Unbroken>{text}</Unbroken>
        </Text>
      ))}
      {invoice.acceptance?.state === 'refused' && (
        <Note tone={isToBeCredited(invoice) ? 'bad' : 'neutral'}>
          <Text as="p" overflow="lines">
            {invoice.acceptance.reason}
          </Text>
          {isToBeCredited(invoice) && <p>Betaling geblokkeerd. {CREDIT_REFUSED}</p>}
        </Note>
      )}
      {isToApprove(invoice) && <PendingPaymentNote invoice={invoice} />}
      {lapsed !== null && <LapsedOffer invoices={[invoice]} text={lapsed} />}
      {manages && (
        <SettleButton invoice={invoice} onConfirm={() => step(invoice, 'betaald', { byCreditNotes: true })} />
      )}
      {manages && isAwaitingBank(invoice) && (
        <Text as="p" size={13} color="muted">
          In een <Link to={paymentFileAddress(invoice.paymentFileId ?? '')}>betaalbestand</Link>: terug naar concept of
          crediteren kan pas als dat is ingetrokken.
        </Text>
      )}
    </Stack>
  )
}

const wayOf = (status: InvoiceStatus): readonly InvoiceStatus[] =>
  status === 'cancelled' ? ['concept', 'cancelled'] : ['concept', 'in_behandeling', 'betaald']

/**
 * Returns the label of a status in the workflow. As long as an invoice is not settled, its last status is called
 * 'Betaald'. If credit notes then settle it without a payment, that status is called 'Verrekend'.
 */
const stepLabel = (invoice: InvoiceDetails, step: InvoiceStatus): string =>
  invoice.type === 'invoice' && invoice.status !== 'betaald' ? invoiceStatusLabels[step] : statusText(invoice, step)
