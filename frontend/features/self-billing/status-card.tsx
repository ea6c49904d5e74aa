import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type InvoiceDetails,
  type InvoiceStatus,
  invoiceStatusLabels,
  invoiceTypeLabels,
} from '../../../shared/contract/invoices.ts'
import { paymentFilePage } from '../../domains/addresses.ts'
import { formatDate } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/calendar-days.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { isAwaitingBank, settledText, stepsOf, stepText, useStep } from './invoice-step.ts'
import { isAsked, StepQuestion } from './step-question.tsx'

type Shown = Pick<InvoiceDetails, 'type' | 'status' | 'isEditable' | 'sentAt' | 'paymentDate' | 'credited' | 'isOwed'>

/** The statuses that follow one another, with what each means for this invoice or credit note. */
function wayOf(invoice: Shown): readonly { readonly status: InvoiceStatus; readonly text: string }[] {
  const isCredit = invoice.type === 'credit_note'
  const done = isCredit ? 'Het bedrag is verrekend.' : 'De betaling is gedaan.'
  const { paymentDate, credited } = invoice
  const awaited =
    credited === 'whole'
      ? 'er is niets meer van te betalen, en zij is klaar als haar creditfactuur is verrekend'
      : 'de partner wacht op betaling'
  return [
    { status: 'concept', text: conceptText(invoice) },
    {
      status: 'in_behandeling',
      text: `De inhoud ligt vast; ${isCredit ? 'het bedrag wordt verrekend' : awaited}.`,
    },
    { status: 'betaald', text: paymentDate ? `${settledText(invoice)} ${formatDate(paymentDate)}.` : done },
  ]
}

function conceptText({ type, isEditable, sentAt }: Shown): string {
  const called = `De ${invoiceTypeLabels[type].toLowerCase()}`
  if (isEditable) return `${called} kan nog worden gewijzigd.`
  return sentAt === null ? `${called} is nog niet uitgereikt.` : `${called} is uitgereikt en ligt vast.`
}

/** Where an invoice is in its workflow, and the steps that follow (rulings 44). */
export function StatusCard({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const step = useStep('Status kon niet worden bijgewerkt')
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  const [paying, setPaying] = useState(false)
  const steps = manages ? stepsOf(invoice) : []

  function press(to: InvoiceStatus): unknown {
    if (to === 'betaald') return setPaying(true)
    if (isAsked(to, invoice.sentAt)) return setAsked(to)
    return step(invoice, to).catch(() => {})
  }

  return (
    <Card title="Status">
      <Way invoice={invoice} />
      {steps.length > 0 && (
        <div className="billing-steps">
          {steps.map((to, index) => (
            <Button key={to} tone={index === firstForward(steps) ? 'primary' : 'secondary'} onClick={() => press(to)}>
              {stepText(invoice, to)}
            </Button>
          ))}
        </div>
      )}
      {manages && isAwaitingBank(invoice) && (
        <p className="billing-filed">
          In een <Link to={paymentFilePage(invoice.paymentFileId ?? '')}>betaalbestand</Link>: terug naar concept of
          crediteren kan pas als dat is ingetrokken.
        </p>
      )}
      <StepQuestion invoice={invoice} to={asked} onClose={() => setAsked(null)} onConfirm={(to) => step(invoice, to)} />
      {paying && (
        <PaidQuestion
          invoice={invoice}
          onClose={() => setPaying(false)}
          onConfirm={(date) => step(invoice, 'betaald', date)}
        />
      )}
    </Card>
  )
}

/** The step that most invoices take next; none leads on from betaald. */
const firstForward = (steps: readonly InvoiceStatus[]) =>
  steps.includes('betaald')
    ? steps.indexOf('betaald')
    : steps.includes('cancelled')
      ? steps.indexOf('in_behandeling')
      : -1

function Way({ invoice }: { readonly invoice: Shown }) {
  const { type, status } = invoice
  if (status === 'cancelled') {
    return <p>Deze {invoiceTypeLabels[type].toLowerCase()} is geannuleerd en houdt haar nummer.</p>
  }
  const way = wayOf(invoice)
  const at = way.findIndex((one) => one.status === status)
  return (
    <ol className="billing-way" aria-label="Voortgang">
      {way.map((one, index) => (
        <li
          key={one.status}
          className={classNames(index < at && 'billing-way-done')}
          aria-current={index === at ? 'step' : undefined}
        >
          <strong>{invoiceStatusLabels[one.status]}</strong>
          <span className="pv-soft">{one.text}</span>
        </li>
      ))}
    </ol>
  )
}

interface PaidQuestionProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
  readonly onConfirm: (date: string) => Promise<void>
}

/** Asks when an invoice was paid, or a credit note settled; today, unless one says otherwise. */
function PaidQuestion({ invoice, onClose, onConfirm }: PaidQuestionProps) {
  const { type, invoiceNumber } = invoice
  const [date, setDate] = useState(today())
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${invoiceTypeLabels[type]} ${invoiceNumber} ${type === 'credit_note' ? 'verrekend' : 'betaald'}?`}
      confirmText={stepText(invoice, 'betaald')}
      tone="primary"
      onConfirm={() => onConfirm(date)}
    >
      <Field label={settledText(invoice)}>
        <DateField value={date} onChange={setDate} max={today()} />
      </Field>
    </Confirm>
  )
}
