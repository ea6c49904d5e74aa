import { Link } from 'react-router-dom'
import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { invoiceStatusLabels, invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { explainLapsedOffer } from '../../../../shared/invoicing/invoice-steps.ts'
import { paymentFileAddress } from '../../../domains/addresses.ts'
import { statusText } from '../../../domains/invoices/invoices.ts'
import { isToApprove, PendingPaymentNote } from '../../../domains/payments/pending-payments.tsx'
import { formatDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Timeline, TimelineStep } from '../../../ui/display/timeline.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { isAwaitingBank, useInvoiceStep } from './invoice-step.ts'
import { LapsedOffer } from './lapsed-offer.tsx'
import { SettleButton } from './settle-button.tsx'
import { describeSettlement } from './settlement.ts'

const workflow = ['concept', 'in_behandeling', 'betaald'] as const satisfies readonly InvoiceStatus[]

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

/** Shows a card with the status of an invoice in its workflow, and what stops its next step (rulings 44). */
export function StatusCard({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const step = useInvoiceStep('Status kon niet worden bijgewerkt')
  const lapsed = manages && invoice.isEditable ? explainLapsedOffer(invoice, today()) : null
  return (
    <Card title="Status">
      <Stack gap={16}>
        <Workflow invoice={invoice} />
        {isToApprove(invoice) && <PendingPaymentNote invoice={invoice} />}
        {lapsed !== null && <LapsedOffer invoices={[invoice]} text={lapsed} />}
        {manages && (
          <SettleButton invoice={invoice} onConfirm={() => step(invoice, 'betaald', { byCreditNotes: true })} />
        )}
        {manages && isAwaitingBank(invoice) && (
          <Text as="p" size={13} color="muted">
            In een <Link to={paymentFileAddress(invoice.paymentFileId ?? '')}>betaalbestand</Link>: terug naar concept
            of crediteren kan pas als dat is ingetrokken.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

/**
 * Returns the label of a status in the workflow. As long as an invoice is not settled, its last status is called
 * 'Betaald'. If credit notes then settle it without a payment, that status is called 'Verrekend'.
 */
const stepLabel = (invoice: InvoiceDetails, step: InvoiceStatus): string =>
  invoice.type === 'invoice' && invoice.status !== 'betaald' ? invoiceStatusLabels[step] : statusText(invoice, step)

function Workflow({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { type, status, paymentDate } = invoice
  const settled = describeSettlement(invoice)
  if (status === 'cancelled') {
    return <p>Deze {invoiceTypeLabels[type].toLowerCase()} is geannuleerd en houdt het nummer.</p>
  }
  const at = workflow.indexOf(status)
  return (
    <>
      <Timeline aria-label="Voortgang">
        {workflow.map((one, index) => (
          <TimelineStep key={one} state={index < at ? 'done' : index === at ? 'current' : undefined}>
            <p>
              <span className="pv-strong">{stepLabel(invoice, one)}</span>
              {one === 'betaald' && paymentDate && <span className="pv-soft"> op {formatDate(paymentDate)}</span>}
            </p>
          </TimelineStep>
        ))}
      </Timeline>
      {settled !== null && (
        <Text as="p" size={13} weight="strong" tabular>
          {settled}
        </Text>
      )}
      {notesOf(invoice).map((text) => (
        <Text as="p" key={text} size={13} color="muted">
          <Unbroken>{text}</Unbroken>
        </Text>
      ))}
    </>
  )
}
