import { useState } from 'react'
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
import { Button } from '../../../ui/buttons/button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Timeline, TimelineStep } from '../../../ui/display/timeline.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { isAwaitingBank, stepsOf, stepText, useInvoiceStep } from './invoice-step.ts'
import { PaidQuestion } from './paid-question.tsx'
import { SettleButton } from './settle-button.tsx'
import { describeSettlement } from './settlement.ts'
import { needsConfirmation, StepQuestion } from './step-question.tsx'

/** Returns the statuses of the workflow in order, each with its explanation for this invoice or credit note. */
function workflowOf(invoice: InvoiceDetails): readonly { readonly status: InvoiceStatus; readonly text: string }[] {
  const { type, paymentDate, acceptance } = invoice
  const called = invoiceTypeLabels[type].toLowerCase()
  const awaited =
    acceptance?.state === 'refused'
      ? `De partner heeft de ${called} geweigerd: ${type === 'invoice' ? 'betalen' : 'verrekenen'} kan niet.`
      : type === 'invoice'
        ? `${unissuedSentence(invoice)}De partner wacht op betaling.`
        : 'Het bedrag gaat af van de volgende betaling, of komt terug.'
  const done = type === 'invoice' ? 'De betaling is gedaan.' : 'Het bedrag is verrekend of terugbetaald.'
  return [
    { status: 'concept', text: conceptText(invoice) },
    { status: 'in_behandeling', text: `De inhoud ligt vast. ${awaited}${takenBackSentence(invoice)}` },
    {
      status: 'betaald',
      text: paymentDate ? `${statusText(invoice, 'betaald')} op ${formatDate(paymentDate)}.` : done,
    },
  ]
}

/** Returns a sentence about credit notes that are not issued, so that they reduce nothing yet; empty without any. */
function unissuedSentence({ creditNotes }: InvoiceDetails): string {
  const numbers = creditNotes.filter(({ status }) => status === 'concept').map(({ invoiceNumber }) => invoiceNumber)
  return numbers.length === 0 ? '' : `Nog niet uitgereikt: ${numbers.join(', ')}. `
}

function takenBackSentence({ takenBack }: InvoiceDetails): string {
  if (takenBack === null) return ''
  const paidOn = formatDate(takenBack.paidOn)
  return takenBack.sentBackOn === null
    ? ` De betaling van ${paidOn} is teruggedraaid.`
    : ` De betaling van ${paidOn} kwam op ${formatDate(takenBack.sentBackOn)} terug.`
}

function conceptText({ type, isEditable, sentAt }: InvoiceDetails): string {
  const called = `De ${invoiceTypeLabels[type].toLowerCase()}`
  if (isEditable) return `${called} kan nog worden gewijzigd.`
  return sentAt === null ? `${called} is nog niet uitgereikt.` : `${called} is uitgereikt en ligt vast.`
}

/** Shows a card with the status of an invoice in its workflow, and buttons for the possible steps (rulings 44). */
export function StatusCard({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const step = useInvoiceStep('Status kon niet worden bijgewerkt')
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  const [isPaying, setPaying] = useState(false)
  // A payment that waits for approval is not entered again.
  const steps = manages ? stepsOf(invoice).filter((to) => to !== 'betaald' || !isToApprove(invoice)) : []
  const lapsed = manages && invoice.isEditable ? explainLapsedOffer(invoice, today()) : null

  function press(to: InvoiceStatus): unknown {
    if (to === 'betaald') return setPaying(true)
    if (needsConfirmation(to, invoice)) return setAsked(to)
    return step(invoice, to).catch(() => {})
  }

  return (
    <Card title="Status">
      <Stack gap={16}>
        <Workflow invoice={invoice} />
        {isToApprove(invoice) && <PendingPaymentNote invoice={invoice} />}
        {lapsed !== null && (
          <Text as="p" size={13} color="warn">
            {lapsed}
          </Text>
        )}
        {steps.length > 0 && (
          <Stack gap={8}>
            {steps.map((to, index) => (
              <Button key={to} tone={index === firstForward(steps) ? 'primary' : 'secondary'} onClick={() => press(to)}>
                {stepText(invoice, to)}
              </Button>
            ))}
            {manages && (
              <SettleButton invoice={invoice} onConfirm={() => step(invoice, 'betaald', { byCreditNotes: true })} />
            )}
          </Stack>
        )}
        {manages && isAwaitingBank(invoice) && (
          <Text as="p" size={13} color="muted">
            In een <Link to={paymentFileAddress(invoice.paymentFileId ?? '')}>betaalbestand</Link>: terug naar concept
            of crediteren kan pas als dat is ingetrokken.
          </Text>
        )}
      </Stack>
      <StepQuestion invoice={invoice} to={asked} onClose={() => setAsked(null)} onConfirm={(to) => step(invoice, to)} />
      {isPaying && (
        <PaidQuestion
          invoice={invoice}
          onClose={() => setPaying(false)}
          onConfirm={(payment) => step(invoice, 'betaald', payment)}
        />
      )}
    </Card>
  )
}

/**
 * Returns the index of the most common next step: `betaald` (paid), or `in_behandeling` for a concept that was never
 * sent. -1 in all other cases.
 */
const firstForward = (steps: readonly InvoiceStatus[]) =>
  steps.includes('betaald')
    ? steps.indexOf('betaald')
    : steps.includes('cancelled')
      ? steps.indexOf('in_behandeling')
      : -1

/**
 * Returns the label of a status in the workflow. As long as an invoice is not settled, its last status is called
 * 'Betaald'. If credit notes then settle it without a payment, that status is called 'Verrekend'.
 */
const stepLabel = (invoice: InvoiceDetails, step: InvoiceStatus): string =>
  invoice.type === 'invoice' && invoice.status !== 'betaald' ? invoiceStatusLabels[step] : statusText(invoice, step)

function Workflow({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { type, status } = invoice
  const settled = describeSettlement(invoice)
  if (status === 'cancelled') {
    return <p>Deze {invoiceTypeLabels[type].toLowerCase()} is geannuleerd en houdt het nummer.</p>
  }
  const way = workflowOf(invoice)
  const at = way.findIndex((one) => one.status === status)
  return (
    <>
      <Timeline aria-label="Voortgang">
        {way.map((one, index) => (
          <TimelineStep key={one.status} state={index < at ? 'done' : index === at ? 'current' : undefined}>
            <Text as="p" weight="strong">
              {stepLabel(invoice, one.status)}
            </Text>
            <Text as="p" color="soft">
              <Unbroken>{one.text}</Unbroken>
            </Text>
          </TimelineStep>
        ))}
      </Timeline>
      {settled !== null && (
        <Text as="p" size={13} weight="strong" tabular>
          {settled}
        </Text>
      )}
    </>
  )
}
